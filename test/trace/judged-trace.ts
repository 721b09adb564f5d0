import type { Property } from '../../src/property/model.ts';
import { readTraces } from '../../src/trace/read-traces.ts';
import { reportedBy, sliceTrace } from '../../src/trace/slice-trace.ts';

/** More than a program of the tests has. */
const limits = { events: 1_000_000, steps: 100_000_000 };

/** A trace that an instrumented program has written, beside what its slices report by definition. */
export interface JudgedTrace {
  readonly events: number;
  /** Events at which the program has reported. */
  readonly reporting: number;
  /** Lines of those that report something else by definition. */
  readonly wrong: readonly number[];
}

export function judgedTrace(property: Property, text: string): JudgedTrace {
  const traces = readTraces(property.name, text, property, limits);
  const steps = traces.flatMap((trace) => sliceTrace(property, trace, property.name, limits));
  const wrong = steps.filter((step) => reportedBy(step).join() !== step.event.expected.join());
  return {
    events: steps.length,
    reporting: steps.filter(({ event }) => event.expected.length > 0).length,
    wrong: wrong.map(({ event }) => event.line),
  };
}
