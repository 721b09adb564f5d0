import { controlFlowGraph } from '../../cfg/control-flow-graph.ts';
import { edge } from '../../cfg/edge-kind.ts';
import { findAttribute } from '../../classfile/attribute.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import type { Code } from '../../classfile/code.ts';
import { wordsOf } from '../../classfile/descriptors.ts';
import type { Instruction, InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { entryLocals } from '../../classfile/type-state.ts';
import { framesInFull } from '../../classfile/whole-frames.ts';
import { constructorCalls } from '../../events/constructor-calls.ts';

/**
 * Where the body of a method begins, in which its events are: that of a constructor behind its call of
 * another one.
 */
export interface BodyBegin {
  /** The call of the other constructor that the body begins behind; undefined for the method's entry. */
  readonly call: InstructionIndex | undefined;
  /** Holds for instructions that may run before the body begins. */
  readonly outside: (index: InstructionIndex) => boolean;
  /** Some of them may run in the body, too. */
  readonly shared: boolean;
}

/** Or why there is no one place. Linear in the code. */
export function bodyBegin(
  file: ClassFile,
  method: MethodInfo,
  code: Code,
): BodyBegin | { readonly obstacle: string } {
  // java.lang.Object has no other constructor to call.
  if (method.name !== '<init>' || file.superName === undefined)
    return { call: undefined, outside: () => false, shared: false };
  const [call, further] = constructorCalls(file.name, file.superName, method, code).calls;
  if (call === undefined) return { obstacle: 'the constructor calls no other constructor' };
  if (further !== undefined)
    return { obstacle: 'the constructor calls other constructors in more than one place' };
  const cfg = controlFlowGraph(code);
  if (!cfg.ok) return { obstacle: `the control-flow graph has more than ${cfg.limit} edges` };
  const { successors } = cfg.graph;
  const reach = (start: number, passes: (from: number, kind: number) => boolean): Uint8Array => {
    const seen = new Uint8Array(code.instructions.length);
    const work = [start];
    seen[start] = 1;
    for (let node = work.pop(); node !== undefined; node = work.pop())
      for (let at = successors.start[node]!; at < successors.start[node + 1]!; at++) {
        const target = successors.node[at]!;
        if (seen[target] === 1 || !passes(node, successors.kind[at]!)) continue;
        seen[target] = 1;
        work.push(target);
      }
    return seen;
  };
  const outside = reach(0, (from, kind) => from !== call || kind === edge.exception);
  const inside = reach(call + 1, () => true);
  return {
    call: call as InstructionIndex,
    outside: (index) => outside[index] === 1,
    shared: outside.some((reached, index) => reached === 1 && inside[index] === 1),
  };
}

/**
 * Why events with these variables of the method, descriptors by index, cannot be woven there. `hasLater`:
 * some events are not at the begin.
 */
export function obstacleAtBegin(
  { call, outside, shared }: BodyBegin,
  file: ClassFile,
  method: MethodInfo,
  code: Code,
  variables: ReadonlyMap<number, string>,
  hasLater: boolean,
): string | undefined {
  if (call === undefined) return undefined;
  if (isChanged(code, outside, variables) || isGivenUp(file, method, code, call, variables))
    return 'the constructor changes its parameters before it calls the other one';
  if (hasLater && shared)
    return 'the constructor has code that may run before and after the call of the other one';
  return undefined;
}

/** Whether code that may run before the body changes one of these variables. */
function isChanged(
  code: Code,
  outside: BodyBegin['outside'],
  variables: ReadonlyMap<number, string>,
): boolean {
  if (variables.size === 0) return false;
  const words = new Set(
    [...variables].flatMap(([index, type]) => (wordsOf(type) === 2 ? [index, index + 1] : [index])),
  );
  const changes = (instruction: Instruction): boolean => {
    if (instruction.form === 'iinc') return words.has(instruction.index);
    if (instruction.form !== 'local' || instruction.opcode < Op.istore || instruction.opcode > Op.astore)
      return false;
    const { opcode, index } = instruction;
    const isWide = opcode === Op.lstore || opcode === Op.dstore;
    return words.has(index) || (isWide && words.has(index + 1));
  };
  return code.instructions.some(
    (instruction, index) => outside(index as InstructionIndex) && changes(instruction),
  );
}

/**
 * Whether the last frame before the call, which holds up to it, has given up one of these variables, as frames may where
 * nobody reads it any more. O(frames and their sizes).
 */
function isGivenUp(
  file: ClassFile,
  { name, descriptor }: MethodInfo,
  code: Code,
  call: InstructionIndex,
  variables: ReadonlyMap<number, string>,
): boolean {
  if (variables.size === 0) return false;
  const entry = entryLocals(file.name, { name, descriptor, isStatic: false });
  const frames = framesInFull(findAttribute(code.attributes, 'StackMapTable'), entry);
  const last = frames.findLast(({ pc }) => pc <= code.pcOf(call));
  const there = new Set<number>();
  let word = 0;
  for (const { kind } of last?.frame.locals ?? entry) {
    if (kind !== 'Top') there.add(word);
    word += kind === 'Long' || kind === 'Double' ? 2 : 1;
  }
  return [...variables.keys()].some((index) => !there.has(index));
}
