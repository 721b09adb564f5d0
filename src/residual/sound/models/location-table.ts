/** Locations by row and instruction, made when they are first asked for. */
export interface LocationTable {
  /** O(1). */
  at(row: number, node: number): number;
  /** A location that was made and has not been handed out here, the newest first. */
  unvisited(): UnvisitedLocation | undefined;
}

export interface UnvisitedLocation {
  readonly location: number;
  readonly row: number;
  readonly node: number;
}

/** Rows that have an array: the first ones, which go all through the method. The others are sparse. */
const denseRows = 16;

/** `make` gives numbers from 1. */
export function locationTable(nodeCount: number, make: (node: number) => number): LocationTable {
  const dense: Int32Array[] = [];
  const sparse = new Map<number, number>();
  /** Two stacks of one height. */
  const keys: number[] = [];
  const locations: number[] = [];
  return {
    at(row, node) {
      const key = row * nodeCount + node;
      if (row < denseRows) dense[row] ??= new Int32Array(nodeCount);
      const found = row < denseRows ? dense[row]![node] : sparse.get(key);
      if (found !== undefined && found > 0) return found;
      const location = make(node);
      if (row < denseRows) dense[row]![node] = location;
      else sparse.set(key, location);
      keys.push(key);
      locations.push(location);
      return location;
    },
    unvisited() {
      const key = keys.pop();
      if (key === undefined) return undefined;
      const node = key % nodeCount;
      return { location: locations.pop()!, row: (key - node) / nodeCount, node };
    },
  };
}
