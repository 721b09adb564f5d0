import { expect, test } from 'vitest';
import { RrvError } from '../../src/diagnostics.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import type { Property } from '../../src/property/model.ts';
import { defaultTraceLimits } from '../../src/trace/limits.ts';
import { readTraces } from '../../src/trace/read-traces.ts';

const safeIterator = libraryProperty('SafeIterator');

/** Per trace, where it begins, and per event its line, name, values and expected categories. */
function read(text: string, property = safeIterator, limits = defaultTraceLimits) {
  return readTraces('x.trace', text, property, limits).map(({ line, events }) => [
    line,
    ...events.map((event) =>
      [
        event.line,
        property.events[event.event]!.name,
        ...event.values,
        ...(event.place === undefined ? [] : [`@ ${event.place}`]),
        ...['!', ...event.expected],
      ].join(' '),
    ),
  ]);
}

/** What is wrong with a text: line, message and hint of each mistake. */
function mistakes(text: string, property = safeIterator): readonly string[] {
  try {
    return [`read: ${JSON.stringify(read(text, property))}`];
  } catch (error) {
    if (!(error instanceof RrvError)) throw error;
    return [error.diagnostic, ...error.further].map(
      ({ code, message, where, hint }) => `${code} ${where?.file}:${where?.line ?? ''} ${message}. ${hint}`,
    );
  }
}

test('an event is a name with values, in brackets or without, in order or by parameter', () => {
  const text =
    '\uFEFFcreate(c, i)\r\ncreate c,i\rcreate  c  i\ncreate(i=b, c=a)\ncreate i=b c=a\n next ( i ) \n';
  expect(read(text)).toEqual([
    [
      1,
      '1 create c i !',
      '2 create c i !',
      '3 create c i !',
      '4 create a b !',
      '5 create a b !',
      '6 next i !',
    ],
  ]);
});

test('what is to be reported stands behind the event, comments and other traces where they like', () => {
  const text = [
    '# one',
    '',
    'next i!match',
    'next a#b  ! match // and so on',
    '---',
    '-----  # nothing in between',
    'next http://x !match, match',
    '---',
  ];
  expect(read(text.join('\n'))).toEqual([
    [1, '3 next i ! match', '4 next a#b ! match'],
    [6, '7 next http://x ! match'],
  ]);
});

test('where it happens may stand behind the event', () => {
  const text =
    'next i @ a.B.m(B.java:5)~2\nnext(i) @here ! match # seen\nnext a@b\nnext i @ in the loop, later !match';
  expect(read(text)).toEqual([
    [
      1,
      '1 next i @ a.B.m(B.java:5)~2 !',
      '2 next i @ here ! match',
      '3 next a@b !',
      '4 next i @ in the loop, later ! match',
    ],
  ]);
});

test('an event without parameters is its name', () => {
  const property: Property = {
    ...safeIterator,
    parameters: [],
    events: safeIterator.events.map((event) => ({ ...event, binds: [] })),
  };
  expect(read('next\nnext()', property)).toEqual([[1, '1 next !', '2 next !']]);
});

test('each line that is wrong is told', () => {
  const form =
    'An event is written `name(value, ..)` or `name value ..`; behind it `@ place` says where, `! category` what it reports.';
  const text = [
    'nxet(i)',
    'close(i)',
    '(i)',
    'next(i',
    'next i ! match ! match',
    'next',
    'next c=i',
    'create i=i i=j',
    'next i ! match @ here',
  ];
  expect(mistakes([...text, 'update(c) ! fail', 'next i'].join('\n'))).toEqual([
    'RRV_TRACE_INVALID x.trace:1 SafeIterator has no event nxet. Did you mean next?',
    'RRV_TRACE_INVALID x.trace:2 SafeIterator has no event close. It has create(c, i), update(c), next(i).',
    `RRV_TRACE_INVALID x.trace:3 (i) is no event. ${form}`,
    `RRV_TRACE_INVALID x.trace:4 next(i is no event. ${form}`,
    `RRV_TRACE_INVALID x.trace:5 next i ! match ! match is no event. ${form}`,
    'RRV_TRACE_INVALID x.trace:6 next() is no event. SafeIterator has next(i); parameter=value says which value is whose.',
    'RRV_TRACE_INVALID x.trace:7 next(c=i) is no event. SafeIterator has next(i); parameter=value says which value is whose.',
    'RRV_TRACE_INVALID x.trace:8 create(i=i, i=j) is no event. SafeIterator has create(c, i); parameter=value says which value is whose.',
    'RRV_TRACE_INVALID x.trace:9 SafeIterator does not report @. It reports match.',
    'RRV_TRACE_INVALID x.trace:10 SafeIterator does not report fail. It reports match.',
  ]);
  expect(mistakes('# nothing\n---\n')).toEqual([
    `RRV_TRACE_INVALID x.trace: there is no event in the trace. ${form}`,
  ]);
});

test('of events of one name the values say which is meant, and creation events come first', () => {
  const [create, update, next] = ['create', 'update', 'next'].map(
    (name) => safeIterator.events.find((event) => event.name === name)!,
  );
  const property: Property = {
    ...safeIterator,
    events: [
      { ...next!, name: 'use' },
      { ...update!, name: 'use' },
      { ...update!, name: 'use', creation: true },
      create!,
    ],
  };
  const indices = (text: string) =>
    readTraces('x', text, property, defaultTraceLimits)[0]!.events.map(({ event }) => event);
  const bindsOne = (index: number) => safeIterator.parameters[property.events[index]!.binds[0]!]!.name;
  expect([0, 1, 2].map(bindsOne)).toEqual(['i', 'c', 'c']);
  expect(indices('use i=x\nuse c=x')).toEqual([0, 2]);
  expect(mistakes('use x', property)).toEqual([
    'RRV_TRACE_INVALID x.trace:1 use(x) may be several events. SafeIterator has use(i) or use(c); parameter=value says which value is whose.',
  ]);
});

test('the number of events is limited, for each trace', () => {
  const limits = { events: 2, steps: 9 };
  expect(read('next i\nnext i\n---\nnext i\nnext i', safeIterator, limits)).toHaveLength(2);
  expect(() => read('next i\n\nnext i\nnext i', safeIterator, limits)).toThrow(
    'RRV_TRACE_LIMIT: the trace exceeds the limit trace.events: allowed are 2',
  );
});

test('a long line takes no longer than its length', () => {
  const blanks = ' '.repeat(200_000);
  expect(mistakes(`next${blanks}(${blanks}`)[0]).toContain('is no event');
  expect(mistakes(`next${blanks}/ i`)[0]).toContain('is no event');
});
