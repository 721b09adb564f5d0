import type { Pointcut } from '../property/pointcut.ts';

/** Pointcuts that no point is found for, by the name they have in a `.mop` file. */
const unwoven: Partial<Record<Pointcut['kind'], string>> = {
  execution: 'execution',
  endProgram: 'endProgram',
  startThread: 'startThread',
  staticInitialization: 'staticinitialization',
  controlFlow: 'cflow',
};

/**
 * The first pointcut within this one that rrv reads but does not weave, or undefined. An event that has one
 * happens less often than it says, or, below `!`, more often: the user must be told. Linear.
 */
export function unwovenPointcut(pointcut: Pointcut): string | undefined {
  switch (pointcut.kind) {
    case 'and':
    case 'or':
      return pointcut.operands.map(unwovenPointcut).find((name) => name !== undefined);
    case 'not':
      return unwovenPointcut(pointcut.operand);
    default:
      return unwoven[pointcut.kind];
  }
}
