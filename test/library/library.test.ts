import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnalysisName } from '../../src/instrument/analysis-names.ts';
import { libraryProperties, libraryTexts } from '../../src/property/library/index.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { libraryProgram, programNames, programsFolder } from './programs.ts';

/**
 * Each property of the library beside two programs, with all properties of the library woven in: one program
 * violates it, one comes close and does not. Judged by file, line and count, and by what is printed.
 */

const programs = [...libraryTexts.keys()].filter((name) => programNames().includes(name)).map(libraryProgram);
const mainClass = (property: string, kind: string) => `library.${property}$${kind}`;
const batch = programs
  .filter((program) => !program.alone)
  .flatMap(({ property }) => [mainClass(property, 'Violates'), mainClass(property, 'Respects')]);
const alone = programs
  .filter((program) => program.alone)
  .flatMap(({ property }) => [mainClass(property, 'Violates'), mainClass(property, 'Respects')]);

const analyses: readonly AnalysisName[] = ['none', 'sound'];

const folder = mkdtempSync(join(tmpdir(), 'rrv-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The reports of all programs: `file:line property` to the number of slices. */
type Reports = ReadonlyMap<string, number>;

interface Run {
  readonly reports: Reports;
  readonly output: string;
  readonly errors: string;
}

function merge(reports: Map<string, number>, report: MonitorReport): void {
  for (const { name, violations } of report.properties)
    for (const { site, count } of violations) {
      const key = `${site.file}:${site.line} ${name}`;
      reports.set(key, (reports.get(key) ?? 0) + count);
    }
}

const runs = new Map<AnalysisName, Run>();
/** What the programs print without monitors. */
let expectedOutput = '';

beforeAll(() => {
  const jdk = defaultJdk();
  const plain = join(folder, 'plain');
  const sources = programs.map(({ file }) => join(programsFolder, file));
  compileJava(jdk, [join(import.meta.dirname, 'Batch.java'), ...sources], plain, ['--release', '17', '-g']);
  expectedOutput = runJava(jdk, ['-cp', plain, 'library.Batch', ...batch]).stdout;
  for (const analysis of analyses) {
    const to = join(folder, analysis);
    instrumentDirectory(plain, to, libraryProperties(), { analysis });
    const reports = new Map<string, number>();
    const together = runMonitored(to, 'library.Batch', batch);
    for (const { report } of [together, ...alone.map((main) => runMonitored(to, main))])
      merge(reports, report);
    runs.set(analysis, { reports, output: together.run.stdout, errors: together.run.stderr });
  }
});

test('every property of the library has a program, and every program a property', () => {
  expect(programNames()).toEqual([...libraryTexts.keys()].sort());
});

describe.each(analyses)('--prop all --analysis %s', (analysis) => {
  test.each([...libraryTexts.keys()])('%s', (property) => {
    const program = libraryProgram(property);
    const own = program.expectations.filter((each) => each.property === property);
    const [first, last] = program.respects;
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ line }) => line >= first && line <= last)).toEqual([]);
    const expected = program.expectations.map(
      (each) => `${program.file}:${each.line} ${each.property}: ${each.count}`,
    );
    const found = [...runs.get(analysis)!.reports]
      .filter(([key]) => key.startsWith(`${program.file}:`))
      .map(([key, count]) => `${key}: ${count}`);
    expect(found.sort()).toEqual(expected.sort());
  });

  test('the programs print what they printed, and nothing of ours fails', () => {
    expect(runs.get(analysis)!.output).toBe(expectedOutput);
    expect(runs.get(analysis)!.errors).not.toMatch(/events? (?:was|were) lost|VerifyError|\bat rrv\./);
  });
});
