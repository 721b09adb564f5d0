import { noSlots } from '../values/slot-sets.ts';
import { locationTable } from './location-table.ts';
import type { MethodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import type { ModelExternals } from './model-externals.ts';
import type { PlainInstructions } from './plain-instructions.ts';
import type { SliceClass } from './slice-class.ts';
import type { SliceParameters } from './slice-parameters.ts';
import type { TrackingMoves } from './tracking-moves.ts';
import { notCreated, type Tracking, trackings } from './trackings.ts';

/** The locations of a model: where control is, with the places of the followed objects. */
export interface ModelLocations {
  readonly start: number;
  /** Where the method has ended, or `nowhere`. */
  readonly end: number;
  /** Per location: the instruction it belongs to; -1 before the method, -2 after it. */
  readonly instructionOf: readonly number[];
  /** Nothing happens before one of the followed objects is made. */
  readonly startsAtSites: boolean;
  /** A new location of an instruction with the events of other code. */
  add(externals: number, instruction: number): number;
  /** A new location of an instruction where no other code runs on behalf of it. */
  between(instruction: number): number;
  /** The location where objects that are followed so are when control comes to the instruction; or `nowhere`. */
  enter(target: number, before: Tracking, existing: number): number;
  /** The same where the first object is made by the instruction. */
  enterSite(site: number, before: Tracking): number;
  /**
   * Visits each location that has been entered once, those that visits enter, too. False: there are more than
   * a method may have.
   */
  explore(visit: (at: number, node: number, tracking: Tracking, existing: number) => void): boolean;
}

/** In place of a location: nothing that happens from there on can make a difference. */
export const nowhere = -1;

/** O(1) for each location that is entered, besides what it takes to move the tracking. */
export function modelLocations(
  context: ModelContext,
  sliceClass: SliceClass,
  parameters: SliceParameters,
  builder: MethodModelBuilder,
  externals: ModelExternals,
  instructions: PlainInstructions,
  moves: TrackingMoves,
): ModelLocations {
  const { graph } = context.method;
  const { around, quiet } = externals;
  const { ageMatters } = parameters;
  const instructionOf: number[] = [];
  const location = (externals: number, instruction: number): number => {
    instructionOf.push(instruction);
    return builder.location(externals);
  };
  const start = location(around, -1);
  const end = context.mayReportWithout(parameters.followed) ? location(around, -2) : nowhere;
  const reaching = sliceClass.sites.map(context.reaching);
  /** Nothing happens before one of the followed objects is made. */
  const startsAtSites = context.ageMatters === 0 && context.isIdleWithout(parameters.followed);
  /** Whether control at the instruction can make no more difference. */
  const isOver = (node: number, tracking: Tracking): boolean => {
    let gone = 0;
    for (let object = 0; object < tracking.length; object++) {
      const slots = tracking[object]!;
      if (slots === notCreated ? reaching[object]![node] === 0 : slots === noSlots)
        gone |= parameters.ofObject[object]!;
    }
    return gone !== 0 && !context.mayReportWithout(gone);
  };
  const isBeforeAll = (tracking: Tracking): boolean => tracking.every((slots) => slots === notCreated);
  const known = trackings();
  /** By where the followed objects are, and the parameters (bits) whose objects from elsewhere exist already. */
  const rowOf = (tracking: Tracking, existing: number): number =>
    known.numberOf(tracking) * (ageMatters + 1) + existing;
  const table = locationTable(graph.nodeCount, (node) => location(quiet, node));
  const enter = (target: number, before: Tracking, existing: number): number => {
    let node = target;
    let tracking = before;
    while (instructions.isPassed(node)) {
      tracking = moves.after(tracking, node);
      node = graph.successors.node[graph.successors.start[node]!]!;
    }
    if (startsAtSites && isBeforeAll(tracking)) return nowhere;
    return entered(node, moves.live(tracking, node), existing);
  };
  const entered = (node: number, tracking: Tracking, existing: number): number =>
    isOver(node, tracking) ? nowhere : table.at(rowOf(tracking, existing), node);
  return {
    start,
    end,
    instructionOf,
    startsAtSites,
    add: location,
    between: (instruction) => location(quiet, instruction),
    enter,
    enterSite: (site, before) => entered(site, before, 0),
    explore(visit) {
      for (let next = table.unvisited(); next !== undefined; next = table.unvisited()) {
        if (instructionOf.length > context.maxLocations) return false;
        const { location, row, node } = next;
        const existing = row % (ageMatters + 1);
        visit(location, node, known.all[(row - existing) / (ageMatters + 1)]!, existing);
      }
      return true;
    },
  };
}
