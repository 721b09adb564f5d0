import { controlFlowGraph } from '../cfg/control-flow-graph.ts';
import { isExceptional } from '../cfg/edge-kind.ts';
import { isOverwritten, operandSlot, type SlotMoves, slotMoves, stackDepths } from '../cfg/slot-moves.ts';
import type { MethodInfo } from '../classfile/class-file.ts';
import type { Code } from '../classfile/code.ts';
import type { Instruction } from '../classfile/instruction.ts';
import { jumpTargets } from '../classfile/method-body.ts';
import { Op } from '../classfile/opcodes.ts';
import { stackEffect } from '../classfile/stack-effect.ts';

/** Where a constructor calls the other one: `this(..)` or `super(..)`. */
export interface ConstructorCalls {
  /** Instruction indices, in order. Code of javac has one; Groovy's has one on each way of a switch. */
  readonly calls: readonly number[];
  /** Whether the object whose field the `putfield` at an index sets may be `this`, not initialised yet. */
  readonly maySetEarly: (index: number) => boolean;
}

const none: ConstructorCalls = { calls: [], maySetEarly: () => false };

/**
 * The calls of another constructor on `this`, told from those on objects of the same classes that are made
 * for arguments. No calls for a method that is no constructor. By the verifier's rule (JVMS 4.10.1.9): a call
 * of `<init>` on `uninitializedThis`. Linear where one call is possible and what runs before it stands before
 * it, as nearly everywhere; else, and where fields are set before it, a data flow of the slots that hold `this`,
 * O(edges * slots). Not modelled:
 * code whose control-flow graph is over its limit or whose stack depths do not agree; its first possible call
 * is taken.
 */
export function constructorCalls(
  className: string,
  superName: string | undefined,
  method: Pick<MethodInfo, 'name'>,
  code: Code,
): ConstructorCalls {
  if (method.name !== '<init>') return none;
  const isOther = (owner: string): boolean => owner === className || owner === superName;
  const possible: number[] = [];
  let makesOthers = false;
  code.instructions.forEach((instruction, index) => {
    if (isInitialisation(instruction) && isOther(instruction.owner)) possible.push(index);
    else if (instruction.form === 'type' && instruction.opcode === Op.new && isOther(instruction.type))
      makesOthers = true;
  });
  if (possible.length === 0) return { calls: possible, maySetEarly: () => true };
  const byFlow = (): ConstructorCalls | undefined => initialisations(code, new Set(possible));
  if (possible.length === 1 && !makesOthers && !isPassedBy(code, possible[0]!)) {
    const [call] = possible;
    let found: ConstructorCalls | undefined;
    return {
      calls: possible,
      maySetEarly(index) {
        if (index > call!) return false;
        found ??= byFlow() ?? before(call!);
        return found.maySetEarly(index);
      },
    };
  }
  return byFlow() ?? before(possible[0]!);
}

function before(call: number): ConstructorCalls {
  return { calls: [call], maySetEarly: (index) => index <= call };
}

/** Whether control gets behind an instruction from in front of it without executing it: by a jump, or to a handler. */
function isPassedBy({ instructions, exceptionTable }: Code, index: number): boolean {
  for (let from = 0; from <= index; from++)
    if (jumpTargets(instructions[from]!).some((target) => target > index)) return true;
  return exceptionTable.some(({ start, handler }) => start <= index && handler > index);
}

function isInitialisation(instruction: Instruction): instruction is Extract<Instruction, { form: 'invoke' }> {
  return (
    instruction.form === 'invoke' && instruction.opcode === Op.invokespecial && instruction.name === '<init>'
  );
}

function initialisations(code: Code, possible: ReadonlySet<number>): ConstructorCalls | undefined {
  const result = controlFlowGraph(code);
  if (!result.ok) return undefined;
  const { graph } = result;
  const depths = stackDepths(graph);
  if (depths === undefined) return undefined;
  /**
   * Slots that hold `this`, not initialised, before an instruction on every way; undefined where it cannot be
   * uninitialised.
   */
  const held: (ReadonlySet<number> | undefined)[] = new Array(graph.nodeCount).fill(undefined);
  held[0] = new Set([0]);
  const initialisesAt = (node: number): boolean =>
    possible.has(node) &&
    held[node]?.has(operandSlot(code.instructions[node]!, 'receiver', code.maxLocals, depths[node]!)!) ===
      true;
  const work = [0];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    const at = held[node]!;
    const initialises = initialisesAt(node);
    const moved = slotsAfter(at, slotMoves(code.instructions[node]!, code.maxLocals, depths[node]!));
    const locals = new Set([...at].filter((slot) => slot < code.maxLocals));
    for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
      const exceptional = isExceptional(graph.successors.kind[edge]!);
      if (initialises && !exceptional) continue;
      const target = graph.successors.node[edge]!;
      const arriving = exceptional ? locals : moved;
      const known = held[target];
      const joined =
        known === undefined ? arriving : new Set([...known].filter((slot) => arriving.has(slot)));
      if (known !== undefined && joined.size === known.size) continue;
      held[target] = joined;
      work.push(target);
    }
  }
  return {
    calls: [...possible].filter(initialisesAt),
    // What `this` is merged with is `this`: the verifier has no type for both (JVMS 4.10.1.2).
    maySetEarly: (index) =>
      held[index]?.has(code.maxLocals + depths[index]! - stackEffect(code.instructions[index]!).pops) ===
      true,
  };
}

/** The slots that hold the object when the instruction has completed normally. */
function slotsAfter(at: ReadonlySet<number>, moves: SlotMoves): ReadonlySet<number> {
  const after = new Set([...at].filter((slot) => !isOverwritten(slot, moves)));
  for (const { source, target } of moves.copies) if (at.has(source)) after.add(target);
  return after;
}
