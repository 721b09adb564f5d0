import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type ProgramName,
  prepareProgram,
  problemsOf,
  runWorkload,
} from '../../benchmarks/dacapo/programs.ts';
import { type Analysis, instrument } from '../../benchmarks/dacapo/rrv.ts';
import { defaultJdk } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { judgedTrace } from './judged-trace.ts';

/** The first events of real programs: what the monitors report is what the slices of the trace do by definition. */

const folder = mkdtempSync(join(tmpdir(), 'rrv-trace-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const events = 1_500;

test.each<[ProgramName, Analysis]>([
  ['fop', 'none'],
  ['pmd', 'sound'],
])('%s reports what its slices do by definition: %s', (name, analysis) => {
  const program = prepareProgram(name);
  const properties = builtinProperties.map((property) => property.name);
  const { jars } = instrument({ jars: program.jars, properties, analysis });
  const traces = join(folder, `${name}-${analysis}`);
  const run = {
    program,
    jars,
    jdk: defaultJdk(),
    size: 'small',
    resultFile: join(folder, 'result.txt'),
    javaOptions: [`-Drrv.trace=${traces}`, `-Drrv.traceEvents=${events}`],
  } as const;
  expect(problemsOf(run, runWorkload(run))).toEqual([]);
  const judged = builtinProperties.map((property) =>
    judgedTrace(property, readFileSync(join(traces, `${property.name}.trace`), 'utf8')),
  );
  expect(judged.map(({ wrong }) => wrong)).toEqual(judged.map(() => []));
  expect(judged.map((trace) => trace.events).reduce((least, one) => Math.min(least, one))).toBeGreaterThan(
    events / 5,
  );
  expect(judged.some(({ reporting }) => reporting > 0)).toBe(true);
});
