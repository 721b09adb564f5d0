/** Edit distance with transpositions (optimal string alignment), by dynamic programming. O(|a| |b|). */
function distance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) => {
    const cells = new Array<number>(right.length + 1).fill(0);
    cells[0] = row;
    return cells;
  });
  for (let column = 0; column <= right.length; column++) rows[0]![column] = column;
  for (let row = 1; row <= left.length; row++)
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1;
      let best = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + cost,
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        best = Math.min(best, rows[row - 2]![column - 2]! + 1);
      rows[row]![column] = best;
    }
  return rows[left.length]![right.length]!;
}

/** The candidate that `given` most likely stands for, if any is near: case aside, a third of it may differ. */
export function didYouMean(given: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const found = distance(given.toLowerCase(), candidate.toLowerCase());
    if (
      found <= Math.max(1, Math.floor(candidate.length / 3)) &&
      (best === undefined || found < best.distance)
    )
      best = { candidate, distance: found };
  }
  return best?.candidate;
}
