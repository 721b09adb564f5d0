import { canThrow } from '../../../cfg/can-throw.ts';
import { predecessorsOf } from '../../../cfg/control-flow-graph.ts';
import { edge } from '../../../cfg/edge-kind.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { Point } from '../../../events/point.ts';
import { addTo } from '../../../group-by.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import { type BranchOnResult, branchOnResult } from '../values/branch-on-result.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import { type MethodPoint, methodPoints } from '../values/method-points.ts';
import { isProducedInPlace } from './iterator-calls.ts';
import { oneObjectAutomaton } from './one-object-automaton.ts';

/**
 * Two events on one object, the second right behind the first, after which an object that had no slice is as
 * if it had none still: `while (i.hasNext()) use(i.next())`.
 */
export interface CancellingPair {
  /** At a call that returns a boolean. */
  readonly first: Point;
  /** Before a call that follows where that returns `when`, and only there. */
  readonly second: Point;
  readonly when: boolean;
}

/**
 * Whether points of one property have events that cancel out, whatever the code between them: only then has the
 * method to be looked at.
 */
export function mayCancelOut(points: readonly Point[]): boolean {
  const property = points[0]!.property;
  const automaton = oneObjectAutomaton(property);
  if (automaton === undefined) return false;
  const symbolsAt = (wanted: Point['position']): ReadonlySet<number> =>
    new Set(
      points
        .filter((point) => isProducedInPlace(point) && point.position === wanted)
        .map(({ event }) => property.events.indexOf(event)),
    );
  const seconds = [...symbolsAt('before')];
  return [...symbolsAt('afterReturning')].some((first) =>
    seconds.some((second) => cancelOut(automaton, first, second)),
  );
}

/**
 * The pairs of one property in one method that cancel out (docs/soundness.md, theorem 11). `points`: its points
 * in the method that are woven. A point is in one pair at most. Needs to know nothing of other code, like
 * `pointsToldOnce`. O(instructions).
 */
export function cancellingPairs(method: MethodCode, points: readonly Point[]): readonly CancellingPair[] {
  const automaton = points[0] === undefined ? undefined : oneObjectAutomaton(points[0].property);
  if (automaton === undefined) return [];
  const at = new Map<number, MethodPoint[]>();
  for (const point of methodPoints(method, points)) addTo(at, point.instruction, point);
  const pairs: CancellingPair[] = [];
  for (const [call, ofCall] of at) {
    const branch = branchOnResult(method, call);
    if (branch === undefined || !ofCall.some(({ point }) => point.position === 'afterReturning')) continue;
    const pair = pairAt(method, automaton, at, call, branch);
    if (pair !== undefined) pairs.push(pair);
  }
  return pairs;
}

function pairAt(
  method: MethodCode,
  automaton: SliceAutomaton,
  at: ReadonlyMap<number, readonly MethodPoint[]>,
  call: number,
  branch: BranchOnResult,
): CancellingPair | undefined {
  if (onlyPredecessor(method, branch.instruction) !== call) return undefined;
  const variable = receiverVariable(method, call);
  if (variable === undefined || !returnsBoolean(method, call)) return undefined;
  for (const when of [true, false]) {
    const first = firstEvent(at.get(call)!, when);
    const target = when ? branch.onTrue : branch.onFalse;
    const next = first === undefined ? undefined : nextCall(method, branch.instruction, target);
    if (first === undefined || next === undefined) continue;
    const second = secondEvent(at.get(next) ?? []);
    if (second === undefined || receiverVariable(method, next) !== variable) continue;
    if (cancelOut(automaton, first.symbol, second.symbol))
      return { first: first.point, second: second.point, when };
  }
  return undefined;
}

function returnsBoolean(method: MethodCode, call: number): boolean {
  const instruction = instructionAt(method, call);
  return instruction.form === 'invoke' && instruction.descriptor.endsWith(')Z');
}

/** The one event behind a call that happens when it returns this, whatever else is the case. */
function firstEvent(points: readonly MethodPoint[], when: boolean): MethodPoint | undefined {
  const behind = points.filter(({ point, onResult }) => point.position !== 'before' && onResult !== !when);
  const [first] = behind;
  if (first === undefined || behind.length > 1 || !isProducedInPlace(first.point)) return undefined;
  return (first.certain || first.onResult === when) && isOnReceiver(first) ? first : undefined;
}

/** The one event before a call, if it always happens. */
function secondEvent(points: readonly MethodPoint[]): MethodPoint | undefined {
  const before = points.filter(({ point }) => point.position === 'before');
  const [second] = before;
  if (second === undefined || before.length > 1 || !isProducedInPlace(second.point)) return undefined;
  return second.certain && isOnReceiver(second) ? second : undefined;
}

/** Whether it binds the receiver of the call, and takes nothing else but what that returns. */
function isOnReceiver({ point, values }: MethodPoint): boolean {
  const [place] = values;
  return (
    place?.kind === 'slotBefore' &&
    place.isReceiver &&
    point.values.every(({ source }) => source.kind === 'receiver' || source.kind === 'result')
  );
}

/** The local variable from which the instruction right before a call without arguments has loaded its receiver. */
function receiverVariable(method: MethodCode, call: number): number | undefined {
  const instruction = instructionAt(method, call);
  if (instruction.form !== 'invoke' || instruction.opcode === Op.invokestatic) return undefined;
  if (!instruction.descriptor.startsWith('()') || onlyPredecessor(method, call) !== call - 1)
    return undefined;
  const load = instructionAt(method, call - 1);
  return load.form === 'local' && load.opcode === Op.aload ? load.index : undefined;
}

/**
 * The first call on the way from a branch to `target` on, if that is the only way to it and does nothing in between
 * that runs code of anybody, can fail, or sets a variable to another object.
 */
function nextCall(method: MethodCode, branch: number, target: number): number | undefined {
  let from = branch;
  let node: number | undefined = target;
  while (node !== undefined && onlyPredecessor(method, node) === from) {
    const instruction = instructionAt(method, node);
    if (instruction.form === 'invoke') return node;
    if (canThrow(instruction) || instruction.opcode === Op.astore) return undefined;
    from = node;
    node = onlySuccessor(method, node);
  }
  return undefined;
}

/** Where control goes from an instruction that neither ends the method nor decides anything; subroutines apart. */
function onlySuccessor({ graph: { successors } }: MethodCode, instruction: number): number | undefined {
  const { start, node, kind } = successors;
  const first = start[instruction]!;
  if (start[instruction + 1]! - first !== 1) return undefined;
  return kind[first] === edge.fallThrough || kind[first] === edge.jump ? node[first] : undefined;
}

/** Undefined: there are several ways to the instruction, or none. The first one is entered from outside, too. */
function onlyPredecessor({ graph }: MethodCode, instruction: number): number | undefined {
  const { start, node } = predecessorsOf(graph);
  const from = start[instruction]!;
  return instruction !== 0 && start[instruction + 1]! - from === 1 ? node[from] : undefined;
}

/**
 * Whether the first event reports nothing in any state, and both together, of an object that has had no event, report
 * nothing and leave it as it was.
 */
export function cancelOut(automaton: SliceAutomaton, first: number, second: number): boolean {
  const { symbolCount, stateCount, initial, next, output } = automaton;
  for (let state = 0; state < stateCount; state++)
    if (output[state * symbolCount + first] !== 0) return false;
  const after = next[initial * symbolCount + first]! * symbolCount + second;
  return after !== initial * symbolCount + second && next[after] === initial && output[after] === 0;
}
