import { type Diagnostic, RrvError, traceInvalid, traceLimit } from '../diagnostics.ts';
import { closestNames } from '../property/did-you-mean.ts';
import { boundNames, type Property } from '../property/model.ts';
import type { TraceLimits } from './limits.ts';

/** One event of a trace. */
export interface TraceEvent {
  /** 1-based. */
  readonly line: number;
  /** Index into Property.events. */
  readonly event: number;
  /** The objects, by the names that the trace gives them: one for each parameter in the event's `binds`. */
  readonly values: readonly string[];
  /** Where in a program it happens: a slice reports a category once at a place. undefined: at one of its own. */
  readonly place: string | undefined;
  /** The categories that this event is to report, sorted; mostly none. */
  readonly expected: readonly string[];
}

/** What happens to some objects, in order. Names mean objects of one trace alone. */
export interface Trace {
  /** Where it begins, 1-based. */
  readonly line: number;
  readonly events: readonly TraceEvent[];
}

/**
 * The traces of a text: an event a line, `create(list, it)` or `create list it`, with one name for each parameter that it
 * binds, in the order of the property's parameters, or `create i=it c=list`; then, behind `@`, where it happens, and
 * behind `!` the categories that it is to report. `#` or `//` begins a comment, and `---` on a line of its own another
 * trace, of other objects.
 *
 * @param file what errors name
 * @throws RrvError RRV_TRACE_INVALID for each line that is wrong, RRV_TRACE_LIMIT
 */
export function readTraces(
  file: string,
  text: string,
  property: Property,
  limits: TraceLimits,
): readonly Trace[] {
  const traces: { line: number; events: TraceEvent[] }[] = [{ line: 1, events: [] }];
  const mistakes: RrvError[] = [];
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((content, index) => {
      const line = index + 1;
      const words = content.replace(/(?:^|\s)(?:#|\/\/).*$/, '').trim();
      if (words === '') return;
      if (/^-{3,}$/.test(words)) {
        traces.push({ line, events: [] });
        return;
      }
      const { events } = traces.at(-1)!;
      if (events.length + mistakes.length >= limits.events)
        throw new RrvError(traceLimit('events', limits.events, { file, line }));
      try {
        events.push(readEvent(words, property, { file, line }));
      } catch (error) {
        if (!(error instanceof RrvError)) throw error;
        mistakes.push(error);
      }
    });
  const [first, ...further] = mistakes.map(({ diagnostic }) => diagnostic);
  if (first !== undefined) throw new RrvError(first, further);
  const found = traces.filter(({ events }) => events.length > 0);
  if (found.length === 0) throw new RrvError(traceInvalid('there is no event in the trace', { file }, form));
  return found;
}

interface Line {
  readonly file: string;
  readonly line: number;
}

const form =
  'An event is written `name(value, ..)` or `name value ..`; behind it `@ place` says where, `! category` what it reports.';

function readEvent(words: string, property: Property, where: Line): TraceEvent {
  const [told = '', categories, ...others] = words.split('!');
  const [, head = told, place] = /^(.*?)\s@(.*)$/.exec(told) ?? [];
  const [, name, behind = ''] = /^([^\s(),=]+)(.*)$/.exec(head.trim()) ?? [];
  const values = behind.trim().replace(/^\((.*)\)$/, '$1');
  if (name === undefined || /[()]/.test(values) || others.length > 0)
    throw new RrvError(traceInvalid(`${words} is no event`, where, form));
  return {
    line: where.line,
    ...boundBy(property, name, namesIn(values), where),
    place: place?.trim(),
    expected: expectedCategories(property, namesIn(categories), where),
  };
}

function namesIn(text = ''): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

/** The event of this name that these values are for; creation events before others. */
function boundBy(
  property: Property,
  name: string,
  values: readonly string[],
  where: Line,
): Pick<TraceEvent, 'event' | 'values'> {
  const { events } = property;
  const named = events.flatMap((event, index) => (event.name === name ? [index] : []));
  if (named.length === 0) throw new RrvError(unknownEvent(property, name, where));
  const fitting = named.flatMap((event) => {
    const names = boundNames(property, events[event]!);
    const ordered = inOrder(values, names);
    return ordered === undefined ? [] : [{ event, values: ordered, names: names.join() }];
  });
  if (new Set(fitting.map(({ names }) => names)).size !== 1) {
    const what = `${name}(${values.join(', ')}) ${fitting.length === 0 ? 'is no event' : 'may be several events'}`;
    const hint = `${property.name} has ${signaturesOf(property, name)}; parameter=value says which value is whose.`;
    throw new RrvError(traceInvalid(what, where, hint));
  }
  return fitting.find(({ event }) => events[event]!.creation) ?? fitting[0]!;
}

/** The values of these parameters; undefined where they are not for them. */
function inOrder(values: readonly string[], names: readonly string[]): readonly string[] | undefined {
  if (values.length !== names.length) return undefined;
  if (!values.some((value) => value.includes('='))) return values;
  const ordered = names.map((name) => values.find((value) => value.startsWith(`${name}=`)));
  return ordered.every((value) => value !== undefined)
    ? ordered.map((value) => value.slice(value.indexOf('=') + 1))
    : undefined;
}

function unknownEvent(property: Property, name: string, where: Line): Diagnostic {
  const names = [...new Set(property.events.map((event) => event.name))];
  const near = closestNames(name, names);
  const hint =
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : `It has ${names.map((each) => signaturesOf(property, each)).join(', ')}.`;
  return traceInvalid(`${property.name} has no event ${name}`, where, hint);
}

/** `close(r) or close(w)` */
function signaturesOf(property: Property, name: string): string {
  const all = property.events
    .filter((event) => event.name === name)
    .map((event) => `${name}(${boundNames(property, event).join(', ')})`);
  return [...new Set(all)].join(' or ');
}

function expectedCategories(
  property: Property,
  categories: readonly string[],
  where: Line,
): readonly string[] {
  const reported = property.handlers.filter(({ reports }) => reports).map(({ category }) => category);
  for (const category of categories)
    if (!reported.includes(category)) {
      const hint = reported.length > 0 ? `It reports ${reported.join(', ')}.` : 'It reports nothing.';
      throw new RrvError(traceInvalid(`${property.name} does not report ${category}`, where, hint));
    }
  return [...new Set(categories)].sort();
}
