import { expect, test } from 'vitest';
import {
  type ReflectionUse,
  type RunReport,
  readRunReport,
} from '../../../src/report/violations/run-report.ts';
import { lossesOf } from '../../../src/report/violations/text.ts';
import { mergeRuns } from '../../../src/report/violations/violation-report.ts';
import { runOf, violation } from './example.ts';

const whole = runOf(violation);

test('what a program writes is read', () => {
  expect(readRunReport(JSON.stringify(whole), 'r.json')).toEqual(whole);
  const { dropped: _, ...older } = whole;
  expect(readRunReport(JSON.stringify({ ...older, more: 1 }), 'r.json')).toEqual(whole);
  const led = runOf({ ...violation, history: [{ event: 'next', site: violation.site, thread: 1 }] });
  expect(readRunReport(JSON.stringify(led), 'r.json')).toEqual(led);
});

test('what was lost is read, each by its name', () => {
  const dropped = { violations: 1, stackTraces: 2, events: 3 };
  expect(readRunReport(JSON.stringify({ ...whole, dropped }), 'r.json').dropped).toEqual(dropped);
});

test('that archives of different runs of rrv ran together is read, kept beside other runs, and said', () => {
  const separate = readRunReport(JSON.stringify({ ...whole, separateRuns: true }), 'r.json');
  expect(separate).toEqual({ ...whole, separateRuns: true });
  for (const runs of [
    [whole, separate],
    [separate, whole],
  ])
    expect(lossesOf(mergeRuns(runs))).toEqual([
      expect.stringMatching(
        /^violations may be missing, as archives that ran together were instrumented in different/,
      ),
    ]);
  expect(lossesOf(mergeRuns([whole, whole]))).toEqual([]);
});

const { site } = violation;

test('what reflection reached is read, put together, and said where no claim named it', () => {
  const reached = (...reflection: readonly ReflectionUse[]): RunReport => ({ ...whole, reflection });
  const [member, name, type] = [
    { kind: 'member', class: 'a.b.C', member: 'run', claimed: true, site },
    { kind: 'name', member: 'run', claimed: false, site },
    { kind: 'class', class: 'a.b.I', claimed: false, site: { ...site, pc: 1 } },
  ] as const;
  const all = reached(member, name, type, { kind: 'serialization', claimed: true, site });
  expect(readRunReport(JSON.stringify(all), 'r.json')).toEqual(all);
  expect(lossesOf(reached(member))).toEqual([]);
  // What one run's claim did not name is not named by that of another.
  const again = { ...member, claimed: false, site: { ...site, pc: 2 } };
  for (const runs of [
    [reached(member), reached(again), whole],
    [reached(again), whole, reached(member)],
  ]) {
    const merged = mergeRuns(runs);
    expect(merged.reflection).toEqual([again]);
    expect(lossesOf(merged)).toEqual([
      expect.stringMatching(
        /^violations may be missing, as reflection reached a.b.C#run at a.b.C.m\(C.java:42\), which/,
      ),
    ]);
  }
  expect(mergeRuns([reached(member, type), reached(name)]).reflection).toEqual([type, member, name]);
  expect(lossesOf(reached(name, type))[0]).toContain(
    'reached **#run at a.b.C.m(C.java:42) and 1 more, which',
  );
  expect(mergeRuns([whole])).not.toHaveProperty('reflection');
  expect(mergeRuns([whole, reached()]).reflection).toEqual([]);
});

test.each([
  [{ kind: 'guess', site }, 'there is no use of reflection "guess"'],
  [{ kind: 'member', class: 'a.b.C', site }, 'member is no text'],
  [{ kind: 'anything' }, 'site is no object'],
])('%j is no use of reflection', (use, what) => {
  expect(() => readRunReport(JSON.stringify({ ...whole, reflection: [use] }), 'r.json')).toThrow(what);
});

test('what a report does not have is told of one and of several', () => {
  const dropped = (number: number) => ({
    ...whole,
    dropped: { violations: number, stackTraces: 0, events: number },
  });
  expect(lossesOf(dropped(1))).toEqual([
    '1 violation at a further place is not listed (rrv.maxSites)',
    '1 event was lost by errors of the monitor',
  ]);
  expect(lossesOf(dropped(2))).toEqual([
    '2 violations at further places are not listed (rrv.maxSites)',
    '2 events were lost by errors of the monitor',
  ]);
});

const property = whole.properties[0]!;
test.each([
  ['no JSON', '{', 'it is no JSON'],
  ['a list', '[]', 'it is no object'],
  ['a report of rrv instrument', JSON.stringify({ ...whole, points: [] }), 'that of an instrumentation'],
  ['a later schema', JSON.stringify({ ...whole, schemaVersion: 2 }), 'schemaVersion 2'],
  ['no properties', JSON.stringify({ ...whole, properties: undefined }), 'properties is no list'],
  [
    'no events',
    JSON.stringify({ ...whole, properties: [{ ...property, events: null }] }),
    'events is no object',
  ],
  [
    'a count that is none',
    JSON.stringify(runOf({ ...violation, count: 'x' as never })),
    'count is no whole number',
  ],
  [
    'a count beyond all numbers',
    JSON.stringify(whole).replace(/"count":\d+/, '"count":1e999'),
    'is no whole number',
  ],
  ['half a violation', JSON.stringify(runOf({ ...violation, count: 0.5 })), 'count is no whole number'],
  ['a severity that is none', JSON.stringify(runOf({ ...violation, severity: 'bad' as never })), '"bad"'],
  [
    'a stack trace of something else',
    JSON.stringify(runOf({ ...violation, stackTrace: [{ toString: 1 }] as never })),
    'a line of stackTrace is no text',
  ],
  [
    'a history of something else',
    JSON.stringify(runOf({ ...violation, history: [{ event: 'next', thread: 1 }] as never })),
    'site is no object',
  ],
  ['no site', JSON.stringify(runOf({ ...violation, site: undefined as never })), 'site is no object'],
])('%s is refused', (_, text, message) => {
  expect(() => readRunReport(text, 'r.json')).toThrow(message);
});

test('a byte order mark before a report is none of its text', () => {
  expect(readRunReport(`\uFEFF${JSON.stringify(whole)}`, 'r.json')).toEqual(
    readRunReport(JSON.stringify(whole), 'r.json'),
  );
});
