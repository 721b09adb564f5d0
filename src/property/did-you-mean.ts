/** Names within a third of their length in edits of `given`, nearest first, at most three. */
export function closestNames(given: string, candidates: Iterable<string>): readonly string[] {
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const name of candidates) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance <= Math.ceil(name.length / 3)) scored.push({ name, distance });
  }
  scored.sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1));
  return scored.slice(0, 3).map(({ name }) => name);
}

/** Levenshtein distance, two rows: O(left * right). */
export function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = previous[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[right.length]!;
}
