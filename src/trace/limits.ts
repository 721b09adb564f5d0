/** The named limits of src/trace. Going over one throws RrvError(traceLimit). */
export interface TraceLimits {
  /** Events of one trace. */
  readonly events: number;
  /** Slices that the events of one trace make. */
  readonly slices: number;
}

/** Each event is compared with each slice: together these take seconds. */
export const defaultTraceLimits: TraceLimits = { events: 10_000, slices: 10_000 };
