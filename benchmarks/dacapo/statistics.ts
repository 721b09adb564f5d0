export interface Summary {
  readonly runs: number;
  readonly mean: number;
  /** Sample standard deviation (n - 1); 0 for one run. */
  readonly deviation: number;
  readonly median: number;
}

/** Throws on an empty sample. */
export function summary(values: readonly number[]): Summary {
  if (values.length === 0) throw new Error('no values to summarize');
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  const deviation = values.length === 1 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { runs: values.length, mean, deviation, median };
}
