/**
 * Where the rows of compressed rows start, and at the end where the last one ends: what belongs to row n has
 * the places `start[n]` to `start[n + 1] - 1`. `rows`: of each item the row that it belongs to. O(rows +
 * items).
 */
export function rowStarts(rowCount: number, rows: ArrayLike<number>): Int32Array<ArrayBuffer> {
  const start = new Int32Array(rowCount + 1);
  for (let item = 0; item < rows.length; item++) start[rows[item]! + 1]!++;
  for (let row = 0; row < rowCount; row++) start[row + 1]! += start[row]!;
  return start;
}
