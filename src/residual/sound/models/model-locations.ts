import { noSlots } from '../values/slot-sets.ts';
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
  /** Visits each location that has been entered once, those that visits enter, too. False: there are more than a method may have. */
  explore(visit: (at: number, node: number, tracking: Tracking, existing: number) => void): boolean;
}

/** In place of a location: nothing that happens from there on can make a difference. */
export const nowhere = -1;

/** Trackings whose locations are looked up in a row of their own. */
const denseRows = 16;

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
  /**
   * By number of the tracking, objects seen and node: the location, which is where work is left to do when it is new. The
   * first trackings, which go all through the method, have a row each.
   */
  const dense: Int32Array[] = [];
  const ids = new Map<number, number>();
  const work: number[] = [];
  const workAt: number[] = [];
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
  const entered = (node: number, tracking: Tracking, existing: number): number => {
    if (isOver(node, tracking)) return nowhere;
    const row = known.numberOf(tracking) * (ageMatters + 1) + existing;
    const key = row * graph.nodeCount + node;
    if (row < denseRows) dense[row] ??= new Int32Array(graph.nodeCount);
    const found = row < denseRows ? dense[row]![node] : ids.get(key);
    // The first two locations are those around the method.
    if (found !== undefined && found > 0) return found;
    const id = location(quiet, node);
    if (row < denseRows) dense[row]![node] = id;
    else ids.set(key, id);
    work.push(key);
    workAt.push(id);
    return id;
  };
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
      while (work.length > 0) {
        if (instructionOf.length > context.maxLocations) return false;
        const key = work.pop()!;
        const at = workAt.pop()!;
        const node = key % graph.nodeCount;
        const rest = (key - node) / graph.nodeCount;
        const existing = rest % (ageMatters + 1);
        visit(at, node, known.all[(rest - existing) / (ageMatters + 1)]!, existing);
      }
      return true;
    },
  };
}
