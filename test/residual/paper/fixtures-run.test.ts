import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analysisNames } from '../../../src/instrument/analysis-names.ts';
import { instrumentDirectory, runMonitored } from '../../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../../support/jdk.ts';
import type { ProcessRun } from '../../support/run-to-end.ts';
import { expectationsOf, fixtureFolder } from './expectations.ts';

const names = readdirSync(fixtureFolder)
  .filter((file) => file.endsWith('.java') && file !== 'Figure1.java')
  .map((file) => file.replace('.java', ''))
  .sort();

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-paper-'));
  const sources = names.map((name) => join(fixtureFolder, `${name}.java`));
  compileJava(defaultJdk(), sources, join(folder, 'plain'), ['-g']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plainRuns = new Map<string, ProcessRun>();

function plainRun(name: string): ProcessRun {
  const run = plainRuns.get(name) ?? runJava(defaultJdk(), ['-cp', join(folder, 'plain'), name]);
  plainRuns.set(name, run);
  return run;
}

for (const name of names)
  for (const analysis of analysisNames)
    test(`${name} under ${analysis}: behaves as before, and reports what its comments say`, () => {
      const expected = expectationsOf(name);
      const output = join(folder, `${name}-${analysis}`);
      const result = instrumentDirectory(join(folder, 'plain'), output, [expected.property], {
        analysis,
        mayInstrument: (className) => className === name || className.startsWith(`${name}$`),
      });
      const plain = plainRun(name);
      const { run, report } = runMonitored(output, name);
      expect([run.status, run.stdout]).toEqual([plain.status, plain.stdout]);
      const lines = report.properties.flatMap((one) => one.violations.map(({ site }) => site.line));
      expect(lines.sort((left, right) => left - right)).toEqual(expected.reports(analysis));
      if (analysis !== 'paper') return;
      const removed = result.report.points.filter((point) => !point.kept).map((point) => point.line!);
      expect(removed.sort((left, right) => left - right)).toEqual(expected.removed);
    });
