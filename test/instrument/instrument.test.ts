import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runtimeClasses } from '../../src/cli/java/runtime-classes.ts';
import type { InstrumentResult } from '../../src/instrument/instrument-types.ts';
import { expectedViolations, foundViolations } from '../support/expected-violations.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import type { ProcessRun } from '../support/run-to-end.ts';

const source = join(import.meta.dirname, '..', 'fixtures', 'instrument', 'Violations.java');

let folder: string;
let plain: ProcessRun;
let result: InstrumentResult;
let monitored: ReturnType<typeof runMonitored>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-instrument-'));
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  compileJava(defaultJdk(), [source], before, ['-g']);
  plain = runJava(defaultJdk(), ['-cp', before, 'Violations']);
  result = instrumentDirectory(before, after, builtinProperties);
  monitored = runMonitored(after, 'Violations');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the program behaves as before', () => {
  expect(monitored.run.stdout).toBe(plain.stdout);
  expect(monitored.run.status).toBe(plain.status);
});

test('each violation is reported with its place and its number of slices, and nothing else is', () => {
  expect(foundViolations(monitored.report)).toEqual(expectedViolations(source));
});

test('every point is in the report, method references included', () => {
  const { points } = result.report;
  const references = points
    .filter((point) => point.method === 'throughReferences')
    .map((point) => point.event);
  expect(references).toContain('update');
  expect(references).toContain('next');
  expect(points.every((point) => point.kept && point.unmonitored === undefined && point.line !== null)).toBe(
    true,
  );
  for (const property of result.report.properties) {
    expect(property.instructions.relevant).toBeGreaterThan(0);
    expect(property.instructions.removed).toBe(0);
  }
});

test('super calls are no events, a call of an own method named add* is', () => {
  const own = result.report.points.filter(
    (point) => point.class.includes('Bag') || point.method === 'ownCollection',
  );
  expect(
    own.filter((point) => point.property === 'SafeListIterator' && point.event === 'update'),
  ).toHaveLength(2);
});

test('the same input gives the same bytes', () => {
  const again = instrumentDirectory(join(folder, 'before'), join(folder, 'again'), builtinProperties);
  const bytes = (one: InstrumentResult) =>
    [...one.archives.values()].flatMap(({ changed, added }) =>
      [...changed, ...added].map(([name, content]) => [name, Buffer.from(content).toString('base64')]),
    );
  expect(bytes(again)).toEqual(bytes(result));
});

test("packages of the program whose names end as those of rrv's do are the program's", () => {
  const [classes, output] = [join(folder, 'own classes'), join(folder, 'own output')];
  const files = ['ourrrv.runtime', 'a.rrv.runtime', 'a.rrv.unit', 'rrv.unit.own'].map((name, index) => {
    const file = join(folder, `${name}.java`);
    writeFileSync(
      file,
      `package ${name};\nclass A${index} { void m(java.util.Iterator<?> i) { i.next(); } }\n`,
    );
    return file;
  });
  compileJava(defaultJdk(), files, classes);
  const { report } = instrumentDirectory(classes, output, builtinProperties);
  expect(new Set(report.points.map(({ class: name }) => name))).toEqual(
    new Set(['ourrrv.runtime.A0', 'a.rrv.runtime.A1', 'a.rrv.unit.A2', 'rrv.unit.own.A3']),
  );
});

test('classes of the runtime that an input has already are not instrumented', () => {
  const classes = join(folder, 'with runtime');
  mkdirSync(join(classes, 'rrv', 'runtime'), { recursive: true });
  for (const [name, bytes] of runtimeClasses()) writeFileSync(join(classes, name), bytes);
  cpSync(join(folder, 'before'), classes, { recursive: true });
  const { report } = instrumentDirectory(classes, join(folder, 'again with runtime'), builtinProperties);
  expect(report.points).toEqual(result.report.points);
});
