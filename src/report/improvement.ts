/** The paper's improvement, before / after, with two decimals: `inf` where nothing is left, `-` where nothing was. */
export function improvement(before: number, after: number): string {
  if (before === 0) return '-';
  return after === 0 ? 'inf' : (before / after).toFixed(2);
}
