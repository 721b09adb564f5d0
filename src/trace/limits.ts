/** The named limits of src/trace. Going over one throws RrvError(traceLimit). */
export interface TraceLimits {
  /** Events of one trace. */
  readonly events: number;
  /** Steps of all slices of one trace, beginnings included. Each is shown. */
  readonly steps: number;
}

/** Each event is compared with each slice, and no trace has more slices than steps: together these take seconds. */
export const defaultTraceLimits: TraceLimits = { events: 10_000, steps: 50_000 };
