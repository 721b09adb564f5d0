import { exitByReturn, exitByThrow } from '../../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../../cfg/edge-kind.ts';
import type { Point } from '../../../events/point.ts';
import { controlEdges, type EdgesInput } from './control-edges.ts';
import type { OtherCode } from './other-code.ts';
import type { Reached } from './point-passages.ts';
import type { Tracking } from './trackings.ts';

/** Adds the edges of a model. */
export interface InstructionEdges {
  /** From the location at the instruction: its points, what other code does meanwhile, and where control goes on. */
  leave(at: number, node: number, tracking: Tracking, existing: number): void;
  /** To the location at the instruction. */
  go(reached: readonly Reached[], target: number, tracking: Tracking): void;
  silent(from: number, to: number): void;
}

const beforeCall: readonly Point['position'][] = ['before'];

/** Adds to the model the edges that leave the locations of one instruction; linear in its points and successors. */
export function instructionEdges(input: EdgesInput, otherCode: OtherCode): InstructionEdges {
  const { context, sliceClass, locations, instructions, moves, pass } = input;
  const { graph } = context.method;
  const { end, enter } = locations;
  const { silent, go, goOn, leaveByThrow, thrownAt, mayThrow, forgetsHandlers, afterThrow } =
    controlEdges(input);
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
