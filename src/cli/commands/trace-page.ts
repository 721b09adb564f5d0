import type { Property } from '../../property/model.ts';
import { monitorStates } from '../../property/monitor-states.ts';
import type { Trace, TraceEvent } from '../../trace/read-traces.ts';
import { reportedBy, type SliceStep, type TraceStep } from '../../trace/slice-trace.ts';

/** A trace and what it does. */
export interface TriedTrace {
  readonly file: string;
  readonly trace: Trace;
  readonly steps: readonly TraceStep[];
}

/** What an event reports otherwise than the trace says; mostly nothing. */
function differencesOf(step: TraceStep): readonly string[] {
  const reported = reportedBy(step);
  const { expected } = step.event;
  return [
    ...reported.filter((one) => !expected.includes(one)).map((one) => `not expected: ${one}`),
    ...expected.filter((one) => !reported.includes(one)).map((one) => `not reported: ${one}`),
  ];
}

/** Whether all events report what the trace says. */
export function isAsExpected({ steps }: TriedTrace): boolean {
  return steps.every((step) => differencesOf(step).length === 0);
}

/** The lines of a trace: what each event does to which slices, and where it reports otherwise than the trace says. */
export function tracePage(property: Property, { file, trace, steps }: TriedTrace): readonly string[] {
  const { name, parameters } = property;
  const { nameOf } = monitorStates(property);
  const events = steps.map(({ event }) => eventText(property, event));
  const width = events.reduce((longest, { length }) => Math.max(longest, length), 0);
  const digits = String(trace.events.at(-1)!.line).length;
  const place = trace.line === 1 ? file : `${file}:${trace.line}`;
  const lines = [`${place}: ${name}(${parameters.map((parameter) => parameter.name).join(', ')})`];
  steps.forEach((step, index) => {
    const head = `  ${String(step.event.line).padStart(digits)}  ${events[index]!.padEnd(width)}  `;
    const shown = step.slices.flatMap((slice) => [
      `${tuple(slice.binding)} ${changeOf(slice)}`,
      ...slice.reports.map(({ category, message }) => `  ${category}: ${message}`),
    ]);
    (shown.length === 0 ? ['no slice'] : shown).forEach((text, at) => {
      lines.push(`${at === 0 ? head : ' '.repeat(head.length)}${text}`);
    });
    for (const difference of differencesOf(step)) lines.push(`${' '.repeat(head.length)}${difference}`);
  });
  return lines;

  function changeOf({ isNew, from, entered }: SliceStep): string {
    const [before, after] = [nameOf(from), nameOf(entered)];
    return `${isNew ? 'new, ' : ''}${from === entered ? before : `${before} -> ${after}`}`;
  }
}

function eventText(property: Property, { event, values, place }: TraceEvent): string {
  const at = place === undefined ? '' : ` @ ${place}`;
  return `${property.events[event]!.name}(${values.join(', ')})${at}`;
}

function tuple(binding: SliceStep['binding']): string {
  return `(${binding.map((value) => value ?? '-').join(', ')})`;
}

/** What `--json` prints. */
export function tracesJson(property: Property, tried: readonly TriedTrace[]): unknown {
  const { name, parameters, events } = property;
  const { nameOf } = monitorStates(property);
  const named = (indices: readonly number[], values: SliceStep['binding']): Record<string, string> =>
    Object.fromEntries(
      indices.flatMap((parameter, index) => {
        const value = values[index];
        return value === undefined ? [] : [[parameters[parameter]!.name, value]];
      }),
    );
  return {
    schemaVersion: 1,
    property: name,
    traces: tried.map((each) => ({
      file: each.file,
      line: each.trace.line,
      asExpected: isAsExpected(each),
      events: each.steps.map((step) => ({
        line: step.event.line,
        event: events[step.event.event]!.name,
        values: named(events[step.event.event]!.binds, step.event.values),
        place: step.event.place,
        expected: step.event.expected,
        reported: reportedBy(step),
        slices: step.slices.map(({ binding, isNew, from, entered, reports }) => ({
          values: named([...parameters.keys()], binding),
          isNew,
          from: nameOf(from),
          entered: nameOf(entered),
          reports: reports.map(({ category, message }) => ({ category, message })),
        })),
      })),
    })),
  };
}
