import { expect, test } from 'vitest';
import type { ReportedViolation, RunReport } from '../../../src/report/violations/run-report.ts';
import {
  comparedWith,
  eventCount,
  mergeRuns,
  mostSevereFirst,
  placeCount,
} from '../../../src/report/violations/violation-report.ts';
import { runOf, violation } from './example.ts';

const at = (
  site: Partial<ReportedViolation['site']>,
  more: Partial<ReportedViolation> = {},
): ReportedViolation => ({
  ...violation,
  ...more,
  site: { ...violation.site, ...site },
});

test('runs are added up by property and place, in the order of places', () => {
  const merged = mergeRuns([runOf(at({ class: 'z.Z' }), violation), runOf({ ...violation, stackTrace: [] })]);
  expect(merged).toMatchObject({
    runs: 2,
    rrvVersion: '1.2.3',
    properties: [
      {
        events: { create: 6, next: 20 },
        monitors: { created: 6, collected: 2, live: 4 },
        violations: [
          { count: 4, site: { class: 'a.b.C' }, stackTrace: violation.stackTrace },
          { count: 2, site: { class: 'z.Z' } },
        ],
      },
    ],
  });
  expect(eventCount(merged)).toBe(26);
});

test('a stack trace, and what led there, is that of the first run that has one', () => {
  const first = { ...violation, stackTrace: ['first'] };
  const merged = mergeRuns([{ ...violation, stackTrace: [] }, first, violation].map((one) => runOf(one)));
  expect(merged.properties[0]!.violations.map(({ stackTrace }) => stackTrace)).toEqual([['first']]);
  const history = [{ event: 'next', site: violation.site, thread: 1 }];
  const led = mergeRuns(
    [violation, { ...violation, history }, { ...violation, history: [] }].map((one) => runOf(one)),
  );
  expect(led.properties[0]!.violations.map((one) => one.history)).toEqual([history]);
});

test('the order of the runs does not matter', () => {
  const runs: RunReport[] = [
    runOf(at({ pc: 3, line: 9 })),
    runOf(at({ pc: 5 }), violation),
    runOf(at({ method: 'n' })),
    runOf(at({ pc: 4 }), at({}, { message: 'another' })),
    { ...runOf(at({}, { category: 'fail' }), violation), analysis: 'none' },
    { ...runOf(violation), properties: runOf(violation).properties.map((one) => ({ ...one, name: 'A' })) },
  ];
  const merged = mergeRuns(runs);
  expect(JSON.stringify(mergeRuns([...runs].reverse()))).toBe(JSON.stringify(merged));
  expect(merged.properties.map(({ name }) => name)).toEqual(['A', 'SafeIterator']);
  // Nor does it matter which of them were put together before.
  const [first, ...others] = runs;
  expect({ ...mergeRuns([first!, mergeRuns(others)]), runs: 1 }).toEqual({ ...merged, runs: 1 });
});

test('places are those of instructions and categories, in the order of lines', () => {
  expect(
    placeCount([violation, at({}, { message: 'x' }), at({}, { category: 'fail' }), at({ pc: 18 })]),
  ).toBe(3);
  expect(placeCount([violation, at({ method: 'n' }), at({ class: 'a.b.D' })])).toBe(3);
  const merged = mergeRuns([runOf(at({ method: 'a', line: 50 }), at({ method: 'z', line: 9 }))]);
  expect(merged.properties[0]!.violations.map(({ site }) => site.line)).toEqual([9, 50]);
});

test('what was dropped is added up', () => {
  const dropped = { violations: 1, stackTraces: 20, events: 300 };
  expect(mergeRuns([{ ...runOf(), dropped }, runOf(), { ...runOf(), dropped }]).dropped).toEqual({
    violations: 2,
    stackTraces: 40,
    events: 600,
  });
});

test('what was put together before counts as often as it has runs', () => {
  const twice = mergeRuns([runOf(violation), runOf(violation)]);
  const merged = mergeRuns([twice, runOf(violation)]);
  expect(merged).toEqual(mergeRuns([runOf(violation), runOf(violation), runOf(violation)]));
  expect(merged.runs).toBe(3);
});

test('places that differ in anything are apart', () => {
  const others = [
    at({ pc: 18 }),
    // Of another version of the class.
    at({ line: 43 }),
    at({ file: 'D.kt' }),
    at({ method: 'n' }),
    at({ descriptor: '(I)V' }),
    at({}, { category: 'fail' }),
    at({}, { message: 'x' }),
  ];
  expect(mergeRuns(others.map((other) => runOf(violation, other))).properties[0]!.violations).toHaveLength(8);
  expect(placeCount([violation, at({ line: 43 }), at({ file: 'D.kt' })])).toBe(3);
});

test('versions and analyses that differ are all named', () => {
  expect(mergeRuns([runOf(), { ...runOf(), analysis: 'none' }, runOf()]).analysis).toBe('none, sound');
});

test('a violation is known by its method, wherever in it; more of them than before are new', () => {
  const known = (run: RunReport, baseline: RunReport) =>
    comparedWith(mergeRuns([run]), baseline).properties[0]!.violations.map((one) => one.known);
  expect(known(runOf(at({ pc: 90, line: 50 })), runOf(violation))).toEqual([true]);
  expect(known(runOf(violation, at({ pc: 90 })), runOf(violation))).toEqual([true, false]);
  const two = runOf(violation, at({ pc: 90 }));
  expect(known(runOf(violation, at({ pc: 90 }), at({ pc: 91 })), two)).toEqual([true, true, false]);
  // One place is one, whatever it had to say.
  const said = runOf(violation, at({}, { message: 'another' }));
  expect(known(runOf(violation, at({ pc: 90 })), said)).toEqual([true, false]);
  expect(known(runOf(at({ method: 'n' })), runOf(violation))).toEqual([false]);
  expect(known(runOf(at({}, { category: 'fail' })), runOf(violation))).toEqual([false]);
  expect(known(runOf(violation), { ...runOf(violation), properties: [] })).toEqual([false]);
  const [own] = runOf(violation).properties;
  const ofAnother = { ...runOf(), properties: [{ ...own!, name: 'SafeHasNext' }] };
  expect(known(runOf(violation), ofAnother)).toEqual([false]);
});

test('people see new errors first, then new warnings and suggestions, then all others, each by name', () => {
  const warning = { ...violation, severity: 'warning' } as const;
  const suggestion = { ...violation, severity: 'suggestion' } as const;
  const named = (name: string, ...violations: ReportedViolation[]): RunReport => ({
    ...runOf(),
    properties: [{ ...runOf().properties[0]!, name, violations }],
  });
  const merged = mergeRuns([
    named('None'),
    named('A', suggestion),
    named('B', warning),
    named('Y', violation),
    named('Known', violation),
    named('X', warning, { ...violation, category: 'fail' }),
  ]);
  const order = (report: typeof merged): string[] =>
    mostSevereFirst(report.properties).map(({ name }) => name);
  expect(order(merged)).toEqual(['Known', 'X', 'Y', 'B', 'A', 'None']);
  expect(order(comparedWith(merged, named('Known', violation)))).toEqual([
    ...['X', 'Y', 'B', 'A'],
    ...['Known', 'None'],
  ]);
});
