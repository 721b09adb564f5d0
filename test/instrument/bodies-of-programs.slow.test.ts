import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type ProgramName,
  prepareProgram,
  problemsOf,
  runWorkload,
} from '../../benchmarks/dacapo/programs.ts';
import { instrument } from '../../benchmarks/dacapo/rrv.ts';
import { readMonitorReport } from '../oracle/monitor-report.ts';
import { defaultJdk } from '../support/jdk.ts';

/** Real programs with events at all bodies, and at all constructor calls that throw. */
const property = `
/** Every body. */
Every() {
  event enter before() : execution(* *.*(..)) { }
  event leave after() : execution(* *.*(..)) { }
  event begun before(Object o) : execution(*.new(..)) && this(o) { }
  event made after(Object o) : execution(*.new(..)) && this(o) { }
  event initialised after() returning : staticinitialization(*..*) { }
  event failed after() throwing(Exception x) : call(*.new(..)) { }
  event end after() : endProgram() { }
  fsm : s [ default s ] t [ ] @t { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-bodies-of-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<ProgramName>(['fop', 'pmd'])('%s prints the same, and leaves what it entered', (name) => {
  const file = join(folder, 'every.mop');
  writeFileSync(file, property);
  const program = prepareProgram(name);
  const { jars } = instrument({ jars: program.jars, properties: [file], analysis: 'sound' });
  const report = join(folder, `${name}.json`);
  const run = {
    program,
    jars,
    jdk: defaultJdk(),
    size: 'small',
    resultFile: join(folder, 'result.txt'),
    javaOptions: ['-Xverify:all', '-Xmx4g', `-Drrv.report=${report}`],
  } as const;
  const result = runWorkload(run);
  expect(problemsOf(run, result)).toEqual([]);
  expect(result.stderr).not.toMatch(/events? (?:was|were) lost|\bat rrv\./);
  const { events } = readMonitorReport(report).properties[0]!;
  expect(events.enter).toBeGreaterThan(500_000);
  expect(events.leave).toBe(events.enter);
  expect(events.made).toBe(events.begun);
  expect(events.initialised).toBeGreaterThan(300);
  expect(events.end).toBe(1);
});
