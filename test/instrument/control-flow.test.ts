import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { program, properties } from './control-flow-program.ts';

/** `cflow` and `cflowbelow`: entered by calls and by bodies, left by return and by exception, per thread. */

const folder = mkdtempSync(join(tmpdir(), 'rrv-flow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let report: MonitorReport;
let outputs: string[];
let listed: readonly string[];
let counted: number;

beforeAll(() => {
  const source = join(folder, 'Flow.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g']);
  outputs = [runJava(defaultJdk(), ['-cp', join(folder, 'before'), 'Flow']).stdout];
  const lookup = (name: string) => /^Flow(?:\$\w+)?$/.test(name);
  const loaded = loadProperties('flow.mop', properties, { lookup }).properties;
  const result = instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded, {
    analysis: 'sound',
  });
  const { points } = result.report;
  expect(points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
  expect([...new Set(points.map(({ reason }) => reason))]).toEqual([
    'every point is kept: the property has events within a control flow',
  ]);
  listed = points.map(({ event, method }) => `${event} in ${method}`);
  counted = result.report.properties[0]!.instructions.relevant;
  const { run, report: found } = runMonitored(join(folder, 'after'), 'Flow');
  report = found;
  outputs.push(run.stdout);
});

describe('control flows', () => {
  test('the program behaves as before', () => {
    expect(outputs[1]).toBe(outputs[0]);
  });

  test('an event knows what the thread is in', () => {
    const all = 21;
    expect(report.properties[0]!.events).toEqual({
      unlocked: all - 2,
      locked: 2,
      failing: 1,
      inner: 2,
      outer: 1,
      same: 3,
      sameAfter: 3,
      small: 1,
      dynamic: 1,
      made: 1,
      initial: 1,
      left: 4,
      main: all - 1,
      either: 3,
    });
  });

  test('the points that enter and leave are listed, and not counted', () => {
    expect(listed).toContain('cflow(execution(* Flow.fails())) in fails');
    // Calls of leaf, of recursive, and the body of leaf.
    expect(counted).toBe(19);
  });
});
