import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import type { Property } from '../../src/property/model.ts';
import { defaultTraceLimits } from '../../src/trace/limits.ts';
import { readTraces, type Trace } from '../../src/trace/read-traces.ts';
import { sliceTrace, type TraceStep } from '../../src/trace/slice-trace.ts';
import { diceOf } from '../residual/sound/dice.ts';
import { randomProperty } from '../residual/sound/random-properties.ts';
import { javaSources, runtimeWorkspace, type Workspace } from '../runtime/runtime-jar.ts';
import { runJava } from '../support/jdk.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/../runtime/java`));
});
afterAll(() => space.remove());

/** Events on a few objects of each parameter. */
function randomTrace({ events }: Property, seed: number): Trace {
  const { below } = diceOf(seed);
  return {
    line: 1,
    events: Array.from({ length: 3 + below(14) }, (_, index) => {
      const event = below(events.length);
      return {
        line: index + 1,
        event,
        values: events[event]!.binds.map(() => String(below(2) + below(2))),
        place: below(2) === 0 ? undefined : String(below(2)),
        expected: [],
      };
    }),
  };
}

/** As the driver says it. */
function countsOf({ slices }: TraceStep): string {
  const counts = new Map<string, number>();
  for (const { category } of slices.flatMap(({ reports }) => reports))
    counts.set(category, (counts.get(category) ?? 0) + 1);
  const said = [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
  return said.map(([category, count]) => `${category}*${count}`).join(' ') || '-';
}

test('reports are those of the definition, on random properties and traces', () => {
  const properties = Array.from(
    { length: 600 },
    (_, seed) => randomProperty(`R${seed}`, seed).property,
  ).filter(({ events }) => events.length > 0);
  const definition = unitDefinition({ rrvVersion: '0', analysis: 'none', properties }).join('');
  const lines: string[] = [];
  const said: string[] = [];
  properties.forEach((property, index) => {
    for (let at = 0; at < 5; at++) {
      const trace = randomTrace(property, 5 * index + at);
      lines.push(
        `trace ${index}`,
        ...trace.events.map(({ event, place = '-', values }) => [event, place, ...values].join(' ')),
      );
      said.push(...sliceTrace(property, trace, 'x', defaultTraceLimits).map(countsOf));
    }
  });
  const input = space.file('traces.txt', `${definition}${lines.join('\n')}\n`);
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.TraceDriver', input]);
  expect(run.stderr).toBe('');
  expect(said).toEqual(run.stdout.trimEnd().split('\n'));
  // Several slices at once, too.
  expect(said.filter((line) => line !== '-').length).toBeGreaterThan(3_000);
  expect(said.filter((line) => /\*[2-9]/.test(line)).length).toBeGreaterThan(500);
});

/** `(m, c, -) new viewed`, `.. viewed -> iterating match`: the slices of each event, by line. */
function shown(property: Property, text: string): readonly string[] {
  const [trace] = readTraces('x', text, property, defaultTraceLimits);
  return sliceTrace(property, trace!, 'x', defaultTraceLimits).map(({ slices }) =>
    slices
      .map(({ binding, isNew, from, entered, reports }) =>
        [
          `(${binding.map((value) => value ?? '-').join()})`,
          ...(isNew ? ['new'] : []),
          `${property.monitor.stateNames[from]}>${property.monitor.stateNames[entered]}`,
          ...reports.map(({ category }) => category),
        ].join(' '),
      )
      .join('; '),
  );
}

test('a slice of three objects comes from that of two, in its state', () => {
  const text = 'next i\nview m c\nupdate m\ncreate c i\nupdate m\nnext i\nnext i';
  expect(shown(libraryProperty('SafeMapIterator'), text)).toEqual([
    '',
    '(m,c,-) new start>viewed',
    '(m,c,-) viewed>viewed',
    '(m,c,i) new viewed>iterating',
    '(m,c,-) viewed>viewed; (m,c,i) iterating>updated',
    '(m,c,i) updated>violation match',
    '(m,c,i) violation>fail',
  ]);
});

test('a slice reports once at each place, and each time where no place is named', () => {
  const text = 'next i @ a\nnext i @ a\nnext i @ b\nnext i\nnext i\nnext j @ a';
  const reported = shown(libraryProperty('SafeHasNext'), text).map((said) => said.endsWith(' match'));
  expect(reported).toEqual([true, false, true, true, true, true]);
});

test('the number of steps is limited', () => {
  const property = libraryProperty('SafeIterator');
  const [trace] = readTraces('x', 'create a i\nupdate a\nnext i\nnext j', property, defaultTraceLimits);
  expect(sliceTrace(property, trace!, 'x', { events: 9, steps: 3 })).toHaveLength(4);
  expect(() => sliceTrace(property, trace!, 'x', { events: 9, steps: 2 })).toThrow(
    'RRV_TRACE_LIMIT: the trace exceeds the limit trace.steps: allowed are 2',
  );
});
