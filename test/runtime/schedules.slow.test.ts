import { basename } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJava } from '../support/jdk.ts';
import type { ProcessRun } from '../support/run-to-end.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';
import { type ScheduledRuntime, scheduledRuntime } from './schedule-weaver.ts';

let space: Workspace;
let scheduled: ScheduledRuntime;

beforeAll(() => {
  const drivers = javaSources(`${import.meta.dirname}/java`);
  space = runtimeWorkspace(drivers);
  const ofTests = new Set(drivers.map((path) => basename(path, '.java')));
  scheduled = scheduledRuntime(space.classes, (name) => !ofTests.has(name.replace(/\$.*/, '')));
});
afterAll(() => {
  space.remove();
  scheduled.remove();
});

const seconds = process.env.RRV_SCHEDULES_SECONDS ?? '3';
const seed = process.env.RRV_SCHEDULES_SEED ?? '1';

function drive(driver: string, args: readonly string[], options: readonly string[] = []): ProcessRun {
  return runJava(space.jdk, [
    ...['-XX:ActiveProcessorCount=1', '-XX:+UseSerialGC', '-Xmx512m', '-Xmn2m', '-Xverify:all'],
    // Each place of a violation keeps its monitor.
    ...['-Drrv.quiet=true', '-Drrv.maxSites=100', ...options],
    ...['-cp', `${scheduled.folder}:${space.classes}`, `rrv.runtime.${driver}`, ...args],
  ]);
}

it('has points in nearly all of the runtime', () => {
  expect(scheduled.points).toBeGreaterThan(1200);
});

it.each([
  ['PLAIN', 'all', []],
  ['PLAIN', 'returning', []],
  ['LEAVING', 'all', []],
  ['GENERAL', 'all', ['-Drrv.history=3']],
  ['GENERAL_LEAVING', 'all', []],
  ['CODE', 'all', []],
  ['GENERAL_CODE', 'one', []],
  ['REFUSING', 'all', []],
  ['DEFERRING', 'all', []],
  ['PAIRED', 'all', []],
  ['AUDIT', 'all', []],
] as const)('reports of threads are those of an order of their events: %s, %s', (way, shape, options) => {
  const run = drive('ScheduleCheck', [way, shape, seed, seconds], options);
  expect(run.stderr + run.stdout).toMatch(
    /^scenarios=\d+ several=[1-9]\d* executions=\d{3,} reports=[1-9]\d+ engines=\{.*\}\n$/,
  );
});

it('loses one event where there is no memory for it, and no slice', () => {
  const run = drive('AllocationCheck', []);
  expect(run.stderr + run.stdout).toMatch(
    /^general several\nowned, 1 several\nowned, 2 several\nowned, 60 several\ncode several\nlate, 1 report, no trace, lost 0\npairs, 1 several\npairs, 1 more 2\npairs, 2 several\npairs, 2 more 2\npairs, 60 several\npairs, 60 more several\ndeferred several\n$/,
  );
});

it('has an event for a slice that waits, though its owner gets an entry meanwhile', () => {
  const run = drive('AwaitedOrderCheck', []);
  expect(run.stderr + run.stdout).toBe('places several\n');
});

it('has a join at one moment, for all slices of an iterator and beside what is left out', () => {
  const run = drive('JoinOrderCheck', []);
  expect(run.stderr + run.stdout).toBe(
    'OwnedMonitor, places several\nGeneralMonitor, places several\nOwnedMonitor, places several\n',
  );
});

it('has an update for all iterators of a collection, though one of them passes over most of its collections', () => {
  const run = drive('LongChainOrderCheck', []);
  expect(run.stderr + run.stdout).toBe(
    'OwnedMonitor, passed over, places several\nOwnedMonitor, walked, places several\n',
  );
});

it.each([
  ['FASTEST', [], '1'],
  ['GENERAL', ['-Drrv.history=3'], '1'],
  // One of the properties of this seed has a stamp in a record.
  ['CODE', [], '110001'],
  ['GENERAL_CODE', ['-Drrv.history=3'], '1'],
  ['AUDIT', [], '1'],
] as const)(
  'takes an event for which there is no memory for all slices or for none: %s',
  (way, options, first) => {
    const run = drive('AllocationModelCheck', [way, process.env.RRV_SCHEDULES_SEED ?? first, '60'], options);
    expect(run.stderr + run.stdout).toMatch(/^properties=60 failures=\d{4} \{.*\}\n$/);
  },
);
