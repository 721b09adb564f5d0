import { followedEvents } from './followed-events.ts';
import { instructionEdges } from './instruction-edges.ts';
import type { MethodModel } from './method-model.ts';
import { methodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import { modelExternals } from './model-externals.ts';
import { modelLocations } from './model-locations.ts';
import { otherCode } from './other-code.ts';
import { plainInstructions } from './plain-instructions.ts';
import { pointPassages } from './point-passages.ts';
import type { SliceClass } from './slice-class.ts';
import { sliceMembership } from './slice-membership.ts';
import { sliceParameters } from './slice-parameters.ts';
import { trackingMoves } from './tracking-moves.ts';
import { notCreated, type Tracking } from './trackings.ts';

export interface BuiltModel {
  readonly model: MethodModel;
  /** Per location: the instruction it belongs to; -1 before the method, -2 after it. */
  readonly instructionOf: readonly number[];
}

/**
 * The model of one slice class; undefined when it is too large. O(instructions x distinct trackings). Left
 * out is what can make no difference: what runs before a followed object is made, where events on other
 * objects change nothing by themselves, and what runs after all are gone, where such events report nothing.
 */
export function buildModel(context: ModelContext, sliceClass: SliceClass): BuiltModel | undefined {
  const builder = methodModelBuilder();
  const parameters = sliceParameters(context, sliceClass);
  const externals = modelExternals(context, sliceClass, parameters, builder);
  const moves = trackingMoves(context, sliceClass);
  const instructions = plainInstructions(context, sliceClass, externals);
  const locations = modelLocations(context, sliceClass, parameters, builder, externals, instructions, moves);
  const membership = sliceMembership(context, sliceClass);
  const pass = pointPassages(context, parameters.ageMatters, builder, locations, instructions, membership);
  const edges = instructionEdges(
    { context, sliceClass, builder, locations, instructions, moves, pass },
    otherCode(context, builder, externals, locations, followedEvents(context, sliceClass)),
  );
  const { start } = locations;
  const beforeAll: Tracking = sliceClass.sites.map(() => notCreated);
  if (locations.startsAtSites)
    for (const site of new Set(sliceClass.sites)) edges.silent(start, locations.enterSite(site, beforeAll));
  else edges.go([{ at: start, existing: 0 }], 0, beforeAll);
  if (!locations.explore(edges.leave)) return undefined;
  return { model: builder.build(start), instructionOf: locations.instructionOf };
}
