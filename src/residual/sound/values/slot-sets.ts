/**
 * Sets of slots. Equal sets are one object: they are compared by identity, and the few ways in which instructions
 * change them are remembered with them.
 */
export interface SlotSet {
  /** Ascending. */
  readonly slots: readonly number[];
}

class InternedSet implements SlotSet {
  readonly slots: readonly number[];
  /** The set with one slot more or less, by slot. */
  readonly others = new Map<number, InternedSet>();

  constructor(slots: readonly number[]) {
    this.slots = slots;
  }
}

/** A program has few different ones. */
const known = new Map<string, InternedSet>();

/** The set of the slots; in any order, each once. */
export function slotSet(slots: Iterable<number>): SlotSet {
  return interned([...slots].sort((left, right) => left - right));
}

function interned(sorted: readonly number[]): InternedSet {
  const key = sorted.join();
  let set = known.get(key);
  if (set === undefined) {
    set = new InternedSet(sorted);
    known.set(key, set);
  }
  return set;
}

export const noSlots: SlotSet = interned([]);

/** The set with the slot in it. O(1) the second time. */
export function withSlot(set: SlotSet, slot: number): SlotSet {
  return set.slots.includes(slot) ? set : changed(set, slot);
}

/** The set without the slot. O(1) the second time. */
export function withoutSlot(set: SlotSet, slot: number): SlotSet {
  return set.slots.includes(slot) ? changed(set, slot) : set;
}

/** With the slot if the set is without it, and the other way round. */
function changed(set: SlotSet, slot: number): SlotSet {
  const { slots, others } = set as InternedSet;
  let other = others.get(slot);
  if (other === undefined) {
    const rest = slots.filter((one) => one !== slot);
    other =
      rest.length < slots.length
        ? interned(rest)
        : interned([...slots, slot].sort((left, right) => left - right));
    others.set(slot, other);
  }
  return other;
}
