import type { FieldPattern, MethodPattern, Operand, Pointcut, TypePattern } from './pointcut.ts';

/** A pointcut as a `.mop` file would have it, with resolved names. For people. */
export function pointcutText(pointcut: Pointcut): string {
  switch (pointcut.kind) {
    case 'call':
    case 'execution':
    case 'withincode':
      return `${pointcut.kind}(${methodText(pointcut.pattern)})`;
    case 'get':
    case 'set':
      return `${pointcut.kind}(${fieldText(pointcut.pattern)})`;
    case 'target':
    case 'this':
    case 'thread':
    case 'returning':
    case 'throwing':
      return `${pointcut.kind}(${operandText(pointcut.operand)})`;
    case 'args':
      return `args(${pointcut.operands.map((each) => (each.kind === 'rest' ? '..' : operandText(each))).join(', ')})`;
    case 'within':
      return `within(${typeText(pointcut.type)})`;
    case 'staticInitialization':
      return `staticinitialization(${typeText(pointcut.type)})`;
    case 'threadName':
      return `threadName(${JSON.stringify(pointcut.name)})`;
    case 'controlFlow':
      return `${pointcut.below ? 'cflowbelow' : 'cflow'}(${pointcutText(pointcut.operand)})`;
    case 'condition':
      return `condition(${pointcut.text})`;
    case 'reflects':
      return `reflects(${pointcut.use})`;
    case 'endProgram':
    case 'startThread':
      return `${pointcut.kind}()`;
    case 'and':
      return pointcut.operands
        .map((each) => (each.kind === 'or' ? `(${pointcutText(each)})` : pointcutText(each)))
        .join(' && ');
    case 'or':
      return pointcut.operands.map(pointcutText).join(' || ');
    case 'not': {
      const inner = pointcutText(pointcut.operand);
      return pointcut.operand.kind === 'and' || pointcut.operand.kind === 'or' ? `!(${inner})` : `!${inner}`;
    }
  }
}

function operandText(operand: Operand): string {
  if (operand.kind === 'bind') return operand.name;
  return operand.kind === 'any' ? '*' : typeText(operand.type);
}

function typeText(type: TypePattern): string {
  switch (type.kind) {
    case 'name':
      return type.name.replaceAll('$', '.') + (type.subtypes ? '+' : '') + '[]'.repeat(type.dimensions);
    case 'and':
    case 'or':
      return `(${type.operands.map(typeText).join(type.kind === 'and' ? ' && ' : ' || ')})`;
    case 'not':
      return `!${typeText(type.operand)}`;
  }
}

function methodText(pattern: MethodPattern): string {
  const annotations = pattern.annotations.map((type) =>
    type.kind === 'not' ? `!@${typeText(type.operand)}` : `@${typeText(type)}`,
  );
  const owner = pattern.declaringType === undefined ? '' : `${typeText(pattern.declaringType)}.`;
  const name = pattern.name === '<init>' ? 'new' : pattern.name;
  const parameters = pattern.parameters.map((each) => (each.kind === 'rest' ? '..' : typeText(each)));
  return [
    ...annotations,
    ...pattern.modifiers,
    ...(pattern.result === undefined ? [] : [typeText(pattern.result)]),
    `${owner}${name}(${parameters.join(', ')})`,
    ...(pattern.throws.length === 0 ? [] : [`throws ${pattern.throws.map(typeText).join(', ')}`]),
  ].join(' ');
}

function fieldText(pattern: FieldPattern): string {
  const owner = pattern.declaringType === undefined ? '' : `${typeText(pattern.declaringType)}.`;
  return [...pattern.modifiers, typeText(pattern.type), `${owner}${pattern.name}`].join(' ');
}
