import type { SlotSet } from '../values/slot-sets.ts';

export const notCreated = 'not created';

/** Where one followed object is. */
export type Place = typeof notCreated | SlotSet;

/** Where each of the followed objects of a slice class is, by number of the object. */
export type Tracking = readonly Place[];

/** Gives trackings numbers from 0; equal ones have the same. */
export interface Trackings {
  numberOf(tracking: Tracking): number;
  readonly all: readonly Tracking[];
}

/** The tracking with the places of created objects changed so; itself where that changes none. */
export function changedPlaces(tracking: Tracking, change: (slots: SlotSet) => SlotSet): Tracking {
  let changed: Place[] | undefined;
  for (let object = 0; object < tracking.length; object++) {
    const slots = tracking[object]!;
    if (slots === notCreated) continue;
    const after = change(slots);
    if (after === slots) continue;
    changed ??= [...tracking];
    changed[object] = after;
  }
  return changed ?? tracking;
}

type Branch = Map<Place, Branch | number>;

/** For trackings of one length. O(length) for each question: places are compared by identity. */
export function trackings(): Trackings {
  const all: Tracking[] = [];
  const root: Branch = new Map();
  return {
    all,
    numberOf(tracking) {
      let branch = root;
      const last = tracking.length - 1;
      for (let object = 0; object < last; object++) {
        let next = branch.get(tracking[object]!);
        if (next === undefined) {
          next = new Map();
          branch.set(tracking[object]!, next);
        }
        branch = next as Branch;
      }
      let number = branch.get(tracking[last]!);
      if (number === undefined) {
        number = all.push(tracking) - 1;
        branch.set(tracking[last]!, number);
      }
      return number as number;
    },
  };
}
