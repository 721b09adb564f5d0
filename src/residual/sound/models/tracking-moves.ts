import { movesAt } from '../values/method-code.ts';
import { liveSlots, slotsAfter, slotsInHandler } from '../values/object-flow.ts';
import { slotSet } from '../values/slot-sets.ts';
import type { ModelContext } from './model-context.ts';
import type { SliceClass } from './slice-class.ts';
import { changedPlaces, notCreated, type Tracking } from './trackings.ts';

/** Where followed objects are when control goes on. */
export interface TrackingMoves {
  /** Once the instruction has completed; nothing is created. */
  after(tracking: Tracking, node: number): Tracking;
  /** The same for a creation site: nothing followed is new, or one of the followed objects of that site is. */
  outcomes(node: number, moved: Tracking): readonly Tracking[];
  inHandler(tracking: Tracking): Tracking;
  /** Without slots that are not read again. */
  live(tracking: Tracking, node: number): Tracking;
}

/** Each move takes time linear in the followed objects and their slots. */
export function trackingMoves(
  { method, calls, weakenings }: ModelContext,
  { sites }: SliceClass,
): TrackingMoves {
  return {
    after: (tracking, node) =>
      changedPlaces(tracking, (slots) => slotsAfter(method, node, slots, calls, weakenings)),
    outcomes(node, moved) {
      const all: Tracking[] = [moved];
      sites.forEach((site, object) => {
        if (site !== node) return;
        const created = slotSet(movesAt(method, node).defined);
        if (moved[object] === notCreated)
          all.push(moved.map((slots, index) => (index === object ? created : slots)));
        else if (weakenings.has('forgetRecreation'))
          all[0] = moved.map((slots, index) => (index === object ? created : slots));
      });
      return all;
    },
    inHandler: (tracking) => changedPlaces(tracking, (slots) => slotsInHandler(method, slots)),
    live: (tracking, node) => changedPlaces(tracking, (slots) => liveSlots(method, node, slots)),
  };
}
