import { instructionAt } from '../values/method-code.ts';
import type { MadeObject } from './followed-events.ts';
import type { MethodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import type { ModelExternals } from './model-externals.ts';
import type { ModelLocations } from './model-locations.ts';
import type { Reached } from './point-passages.ts';
import { notCreated, type Tracking } from './trackings.ts';

/** Runs of other code in a model: a location of its own for the time in which it may produce events. */
export interface OtherCode {
  /**
   * Where control is when the code that runs while the instruction does has begun: itself where no event may
   * happen.
   */
  during(from: number, node: number, tracking: Tracking, existing: number): number;
  duringAll(from: readonly Reached[], node: number, tracking: Tracking): readonly Reached[];
  /** The call that created a followed object may have produced events on it. */
  making(from: readonly Reached[], node: number, before: Tracking, after: Tracking): readonly Reached[];
}

/** `eventsOnFollowed`: symbols (a bit set) of events that the instruction may produce on followed objects. */
export function otherCode(
  { method, calls, weakenings }: ModelContext,
  builder: MethodModelBuilder,
  externals: ModelExternals,
  locations: ModelLocations,
  eventsOnFollowed: (node: number, tracking: Tracking, made?: MadeObject) => number,
): OtherCode {
  /** `onFollowed`: symbols as a bit set. */
  const run = (from: number, node: number, existing: number, onFollowed: number): number => {
    const events = externals.during(node, existing, onFollowed);
    if (events === undefined) return from;
    const external = locations.add(events, node);
    builder.silent(from, external);
    return external;
  };
  const runAll = (from: readonly Reached[], node: number, onFollowed: number): readonly Reached[] =>
    from.map(({ at, existing }) => ({ at: run(at, node, existing, onFollowed), existing }));
  const making = (
    from: readonly Reached[],
    node: number,
    before: Tracking,
    after: Tracking,
  ): readonly Reached[] => {
    const object = after.findIndex((slots, index) => slots !== notCreated && before[index] === notCreated);
    if (object === -1 || instructionAt(method, node).form !== 'invoke') return from;
    const result = calls.result(method, node);
    if (result.kind !== 'fresh' || result.past.symbols === 0 || weakenings.has('forgetPast')) return from;
    const { symbols } = result.past;
    return runAll(from, node, eventsOnFollowed(node, before, { object, symbols }));
  };
  return {
    during: (from, node, tracking, existing) => run(from, node, existing, eventsOnFollowed(node, tracking)),
    duringAll: (from, node, tracking) => runAll(from, node, eventsOnFollowed(node, tracking)),
    making,
  };
}
