/** Sets of numbers, each a number itself, so that equal ones are compared and joined at once. */
export interface OriginSets {
  /** Ascending. */
  members(set: number): readonly number[];
  singleton(member: number): number;
  /** O(members) the first time, then O(1). */
  union(left: number, right: number): number;
}

/** The set without members. */
export const emptySet = 0;

/** Has the empty set only. */
export function originSets(): OriginSets {
  const members: (readonly number[])[] = [[]];
  const ids = new Map<string, number>([['', emptySet]]);
  const unions = new Map<number, Map<number, number>>();
  const intern = (sorted: readonly number[]): number => {
    const key = sorted.join();
    let id = ids.get(key);
    if (id === undefined) {
      id = members.push(sorted) - 1;
      ids.set(key, id);
    }
    return id;
  };
  return {
    members: (set) => members[set]!,
    singleton: (member) => intern([member]),
    union: (left, right) => {
      if (left === emptySet || left === right) return right;
      if (right === emptySet) return left;
      let row = unions.get(left);
      if (row === undefined) {
        row = new Map();
        unions.set(left, row);
      }
      let id = row.get(right);
      if (id === undefined) {
        id = intern([...new Set([...members[left]!, ...members[right]!])].sort((a, b) => a - b));
        row.set(right, id);
      }
      return id;
    },
  };
}
