import type { Instruction } from '../classfile/instruction.ts';
import { jumpTargets } from '../classfile/method-body.ts';
import { fallsThrough, Op } from '../classfile/opcodes.ts';
import { addTo } from '../group-by.ts';
import type { HandlersByRange } from './exception-ranges.ts';

/** Searches beyond this many subroutines times instructions are replaced by "every ret returns to every jsr". */
const maxSearchWork = 20_000_000;

/**
 * The instructions that each `ret` may continue at (JVMS 6.5.jsr, 6.5.ret; class files up to version 50).
 * A `ret` returns to a `jsr` when control can get from the target of that `jsr` to the `ret`, taking every
 * `jsr` on the way both into its subroutine and past it. That is more than the JVM allows (the verifier
 * separates subroutines by the local that holds the return address), never less. Keys are `ret`s, values sorted.
 * O(distinct subroutines * instructions), and O(instructions) when there are none.
 */
export function returnPointsOfRet(
  instructions: readonly Instruction[],
  handlers: HandlersByRange,
): ReadonlyMap<number, readonly number[]> {
  const callers = new Map<number, number[]>();
  const rets: number[] = [];
  instructions.forEach((instruction, index) => {
    if (instruction.opcode === Op.ret) rets.push(index);
    if (instruction.opcode !== Op.jsr || instruction.form !== 'jump') return;
    addTo(callers, instruction.target, index);
  });
  const points = new Map<number, Set<number>>(rets.map((index) => [index, new Set()]));
  if (rets.length === 0) return new Map();
  const searching = callers.size * instructions.length <= maxSearchWork;
  for (const [entry, list] of callers) {
    const reached = searching ? reachedFrom(instructions, handlers, entry) : undefined;
    for (const [index, targets] of points) {
      if (reached !== undefined && reached[index] === 0) continue;
      for (const caller of list) if (caller + 1 < instructions.length) targets.add(caller + 1);
    }
  }
  return new Map([...points].map(([index, targets]) => [index, [...targets].sort((a, b) => a - b)]));
}

function reachedFrom(
  instructions: readonly Instruction[],
  handlers: HandlersByRange,
  entry: number,
): Uint8Array {
  const reached = new Uint8Array(instructions.length);
  const work: number[] = [];
  const visit = (node: number): void => {
    if (node >= instructions.length || reached[node] === 1) return;
    reached[node] = 1;
    work.push(node);
  };
  visit(entry);
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    const instruction = instructions[node]!;
    const { opcode } = instruction;
    for (const target of handlers.targetsOf(node)) visit(target);
    for (const target of jumpTargets(instruction)) visit(target);
    if (fallsThrough(opcode) || opcode === Op.jsr) visit(node + 1);
  }
  return reached;
}
