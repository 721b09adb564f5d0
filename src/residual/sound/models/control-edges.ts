import { exitByThrow } from '../../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../../cfg/edge-kind.ts';
import type { Point } from '../../../events/point.ts';
import { branchOnResult } from '../values/branch-on-result.ts';
import type { MethodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import { type ModelLocations, nowhere } from './model-locations.ts';
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
}

/** Where control goes from an instruction once other code that it runs is done. */
export interface ControlEdges {
  silent(from: number, to: number): void;
  /** To the location at the instruction. */
  go(reached: readonly Reached[], target: number, tracking: Tracking): void;
  /**
   * The edges of an instruction that completes normally; with those of the next one, where that branches on
   * the result and events depend on it. `thrown` is told from where a violation may throw.
   */
  goOn(
    from: readonly Reached[],
    node: number,
    before: Tracking,
    after: Tracking,
    thrown: (reached: readonly Reached[]) => void,
  ): void;
  leaveByThrow(reached: readonly Reached[], node: number, tracking: Tracking): void;
  /**
   * What a violation throws (`rrv.onViolation=throw`) goes where what the call throws goes, before or after
   * any of its events: a violation of another property, or another slice of this one, may be what throws.
   */
  thrownAt(reached: readonly Reached[], node: number, tracking: Tracking): void;
  mayThrow(node: number): boolean;
  /** The mistake `forgetExceptionalEdges`. */
  readonly forgetsHandlers: boolean;
  /** Points that have had their event when the instruction throws. */
  readonly afterThrow: readonly Point['position'][];
}

const afterReturn: readonly Point['position'][] = ['afterReturning', 'after'];

/** Adds edges to the model; linear in the successors of the instruction. */
export function controlEdges({
  context,
  builder,
  locations,
  instructions,
  moves,
  pass,
}: EdgesInput): ControlEdges {
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
  const thrownAt = (reached: readonly Reached[], node: number, tracking: Tracking): void => {
    if (!forgetsHandlers && !weakenings.has('exceptionsAfterEvents')) leaveByThrow(reached, node, tracking);
  };
  return { silent, go, goOn, leaveByThrow, thrownAt, mayThrow, forgetsHandlers, afterThrow };
}
