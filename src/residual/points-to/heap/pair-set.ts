/**
 * A set of pairs (row, value) of small numbers in typed arrays: 20 bytes a pair. The values of a row are a linked
 * list, newest first, so that what was added since a mark can be walked without copying.
 */
export interface PairSet {
  size(): number;
  /** False when it is there already. Amortised O(1). */
  add(row: number, value: number): boolean;
  /** The entry of a pair, which is added when it is absent. */
  entry(row: number, value: number): number;
  /** The newest entry of a row; -1: none. */
  first(row: number): number;
  /** The entry added before this one; -1: none. */
  next(entry: number): number;
  value(entry: number): number;
  row(entry: number): number;
}

/** The empty set. It takes 20 bytes a pair at least, and twice that after it has grown. */
export function pairSet(): PairSet {
  let capacity = 1 << 12;
  let rows = new Int32Array(capacity);
  let values = new Int32Array(capacity);
  let nexts = new Int32Array(capacity);
  let slots = new Int32Array(capacity * 2);
  let heads = new Int32Array(1 << 10).fill(-1);
  let size = 0;
  const find = (row: number, value: number): number => {
    const mask = slots.length - 1;
    let mixed = Math.imul(row, 0x9e3779b1) + Math.imul(value, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    let at = (mixed ^ (mixed >>> 13)) & mask;
    for (;;) {
      const entry = slots[at]! - 1;
      if (entry < 0 || (rows[entry] === row && values[entry] === value)) return at;
      at = (at + 1) & mask;
    }
  };
  const grow = (): void => {
    capacity *= 2;
    rows = extended(rows, capacity);
    values = extended(values, capacity);
    nexts = extended(nexts, capacity);
    slots = new Int32Array(capacity * 2);
    for (let entry = 0; entry < size; entry++) slots[find(rows[entry]!, values[entry]!)] = entry + 1;
  };
  const set: PairSet = {
    size: () => size,
    add(row, value) {
      if (row >= heads.length) {
        const longer = new Int32Array(Math.max(heads.length * 2, row + 1)).fill(-1);
        longer.set(heads);
        heads = longer;
      }
      const slot = find(row, value);
      if (slots[slot] !== 0) return false;
      slots[slot] = size + 1;
      rows[size] = row;
      values[size] = value;
      nexts[size] = heads[row]!;
      heads[row] = size++;
      if (size === capacity) grow();
      return true;
    },
    entry(row, value) {
      set.add(row, value);
      return slots[find(row, value)]! - 1;
    },
    first: (row) => (row < heads.length ? heads[row]! : -1),
    next: (entry) => nexts[entry]!,
    value: (entry) => values[entry]!,
    row: (entry) => rows[entry]!,
  };
  return set;
}

function extended(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(old);
  return longer;
}
