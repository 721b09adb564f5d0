import { exitByReturn, exitByThrow } from '../../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../../cfg/edge-kind.ts';
import type { Point } from '../../../events/point.ts';
import { branchOnResult } from '../values/branch-on-result.ts';
import type { MethodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import { type ModelLocations, nowhere } from './model-locations.ts';
import type { OtherCode } from './other-code.ts';
import type { PlainInstructions } from './plain-instructions.ts';
import type { PointPassages, Reached } from './point-passages.ts';
import type { SliceClass } from './slice-class.ts';
import type { TrackingMoves } from './tracking-moves.ts';
import type { Tracking } from './trackings.ts';

/** What the edges of a model are made from. */
export interface EdgesInput {
  readonly context: ModelContext;
  readonly sliceClass: SliceClass;
  readonly builder: MethodModelBuilder;
  readonly locations: ModelLocations;
  readonly instructions: PlainInstructions;
  readonly moves: TrackingMoves;
  readonly pass: PointPassages;
  readonly otherCode: OtherCode;
}

/** Adds the edges of a model. */
export interface InstructionEdges {
  /** From the location at the instruction: its points, what other code does meanwhile, and where control goes on. */
  leave(at: number, node: number, tracking: Tracking, existing: number): void;
  /** To the location at the instruction. */
  go(reached: readonly Reached[], target: number, tracking: Tracking): void;
  silent(from: number, to: number): void;
}

const beforeCall: readonly Point['position'][] = ['before'];
const afterReturn: readonly Point['position'][] = ['afterReturning', 'after'];

/** Adds to `builder` the edges that leave the locations of one instruction; linear in its points and successors. */
export function instructionEdges({
  context,
  sliceClass,
  builder,
  locations,
  instructions,
  moves,
  pass,
  otherCode,
}: EdgesInput): InstructionEdges {
  const { method, weakenings } = context;
  const { graph } = method;
  const { end, enter } = locations;
  const forgetsHandlers = weakenings.has('forgetExceptionalEdges');
  const afterThrow: readonly Point['position'][] = weakenings.has('exceptionsAfterEvents')
    ? ['afterReturning', 'afterThrowing', 'after']
    : ['afterThrowing', 'after'];
  const silent = (from: number, to: number): void => {
    if (to !== nowhere) builder.silent(from, to);
  };
  const go = (reached: readonly Reached[], target: number, tracking: Tracking): void => {
    for (const { at, existing } of reached) silent(at, enter(target, tracking, existing));
  };
  /** What `leave` does at an instruction without points that creates nothing: most are so, and take no lists. */
  const leavePlain = (entered: number, node: number, tracking: Tracking, existing: number): void => {
    const at = otherCode.during(entered, node, tracking, existing);
    const { start, node: targets, kind } = graph.successors;
    const last = start[node + 1]!;
    let exceptional = 0;
    const moved = moves.after(tracking, node);
    for (let edge = start[node]!; edge < last; edge++)
      if (isExceptional(kind[edge]!)) exceptional++;
      else silent(at, enter(targets[edge]!, moved, existing));
    if ((graph.exits[node]! & exitByReturn) !== 0) silent(at, end);
    if ((graph.exits[node]! & exitByThrow) !== 0) silent(at, end);
    if (exceptional === 0 || forgetsHandlers) return;
    const caught = moves.inHandler(tracking);
    for (let edge = start[node]!; edge < last; edge++)
      if (isExceptional(kind[edge]!)) silent(at, enter(targets[edge]!, caught, existing));
  };
  /** The edges of an instruction that completes normally; with those of the next one, where that branches on the result and events depend on it. */
  const goOn = (
    from: readonly Reached[],
    node: number,
    before: Tracking,
    after: Tracking,
    thrown: (reached: readonly Reached[]) => void,
  ): void => {
    const branch = instructions.pointsAt(node).some(({ onResult }) => onResult !== undefined)
      ? branchOnResult(method, node)
      : undefined;
    if (branch !== undefined) {
      const next = moves.after(after, branch.instruction);
      for (const result of [true, false]) {
        const isTaken = result !== weakenings.has('swapResults');
        const done = pass(from, node, afterReturn, before, after, result, thrown);
        go(done, isTaken ? branch.onTrue : branch.onFalse, next);
      }
      return;
    }
    const { start, node: targets, kind } = graph.successors;
    let done: readonly Reached[] | undefined;
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      if (isExceptional(kind[edge]!)) continue;
      done ??= pass(from, node, afterReturn, before, after, undefined, thrown);
      go(done, targets[edge]!, after);
    }
  };
  const leaveByThrow = (reached: readonly Reached[], node: number, tracking: Tracking): void => {
    if ((graph.exits[node]! & exitByThrow) !== 0) for (const { at } of reached) silent(at, end);
    if (forgetsHandlers) return;
    const { start, node: targets, kind } = graph.successors;
    const caught = moves.inHandler(tracking);
    for (let edge = start[node]!; edge < start[node + 1]!; edge++)
      if (isExceptional(kind[edge]!)) go(reached, targets[edge]!, caught);
  };
  const mayThrow = (node: number): boolean => {
    if ((graph.exits[node]! & exitByThrow) !== 0) return true;
    const { start, kind } = graph.successors;
    return !forgetsHandlers && kind.subarray(start[node]!, start[node + 1]!).some(isExceptional);
  };
  /**
   * What a violation throws (`rrv.onViolation=throw`) goes where what the call throws goes, before or after any of its events: a violation of another
   * property, or another slice of this one, may be what throws.
   */
  const thrownAt = (reached: readonly Reached[], node: number, tracking: Tracking): void => {
    if (!forgetsHandlers && !weakenings.has('exceptionsAfterEvents')) leaveByThrow(reached, node, tracking);
  };
  const leave: InstructionEdges['leave'] = (at, node, tracking, existing) => {
    if (instructions.isPlain(node)) {
      leavePlain(at, node, tracking, existing);
      return;
    }
    const thrown = (reached: readonly Reached[]): void => thrownAt(reached, node, tracking);
    const before = pass([{ at, existing }], node, beforeCall, tracking, tracking, undefined, thrown);
    const middle = otherCode.duringAll(before, node, tracking);
    const moved = moves.after(tracking, node);
    if (!sliceClass.sites.includes(node)) goOn(middle, node, tracking, moved, thrown);
    else
      for (const outcome of moves.outcomes(node, moved)) {
        const made = otherCode.making(middle, node, tracking, outcome);
        thrownAt(made, node, outcome);
        goOn(made, node, tracking, outcome, (reached) => thrownAt(reached, node, outcome));
      }
    if ((graph.exits[node]! & exitByReturn) !== 0) for (const { at } of middle) silent(at, end);
    if (mayThrow(node))
      leaveByThrow(pass(middle, node, afterThrow, tracking, moved, undefined, thrown), node, tracking);
  };
  return { leave, go, silent };
}
