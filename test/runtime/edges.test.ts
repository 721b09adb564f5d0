import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

const java = join(import.meta.dirname, 'java');
let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(java));
});
afterAll(() => space.remove());

/** Runs a driver with the four named properties; answers the run and the report it wrote. */
function drive(driver: string, options: readonly string[], args: readonly string[] = []) {
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
  const file = join(space.folder, `${driver}.json`);
  const unit = space.file('unit.txt', text.join(''));
  // Drivers wait for it.
  rmSync(file, { force: true });
  const run = runJava(space.jdk, [
    ...[`-Drrv.report=${file}`, ...options],
    ...['-cp', space.classes, driver, unit, ...args],
  ]);
  return { run, report: JSON.parse(readFileSync(file, 'utf8')) };
}

it('survives exhausted stacks, listeners, foreign locks, finalizers and late events', () => {
  const { run, report } = drive('Edges', ['-Xss256k']);
  expect([run.stdout, run.status]).toEqual(['told 1\n', 0]);
  const lines = run.stderr.trim().split('\n');
  const message =
    'warning SafeHasNext: next() was called without hasNext() before it at a.b.Main.m(Main.java';
  // The event of the slow exit hook comes after the report: it is told on a line of its own.
  expect(lines).toContain(`rrv: 1x ${message}:7)`);
  expect(lines.at(-1)).toBe(`rrv: 1x ${message}:9)`);
  expect(run.stderr).not.toContain(':66)');
  const { properties, dropped } = report;
  const places = properties[3].violations.map((violation: { site: { line: number } }) => violation.site.line);
  expect(places).toContain(7);
  expect(places).toContain(9);
  // Events that found no stack left are counted as lost; most of the thousands arrive.
  expect(dropped.events).toBeLessThan(400);
  expect(properties[3].events.next).toBeGreaterThan(1000);
});

// Where a stack ends depends on its size, and on what is compiled by then.
it.each(['256k', '300k', '400k'])(
  'hears a thread whose stack of %s has overflowed while it reported',
  (size) => {
    const { run, report } = drive('Overflows', ['-Drrv.quiet=true', `-Xss${size}`]);
    expect([run.stdout, run.stderr, run.status]).toEqual(['', '', 0]);
    const counts = report.properties[3].violations.map(
      ({ site, count }: { site: { line: number }; count: number }) => [site.line, count],
    );
    expect(counts).toContainEqual([7, 200]);
  },
);

// Each time, what the runtime or the class library does for the first time overflows elsewhere.
it.each([1, 5, 10, 15, 20, 40])('goes on after first events in the last %s frames of a stack', (frames) => {
  const { run, report } = drive('EndOfStack', ['-Drrv.quiet=true'], [String(frames)]);
  expect([run.stdout, run.stderr, run.status]).toEqual(['', '', 0]);
  const sitesOf = (index: number): readonly { class: string; line: number }[] =>
    report.properties[index].violations.map(({ site }: { site: { class: string; line: number } }) => site);
  expect(sitesOf(0).map(({ line }) => line)).toEqual([7]);
  for (const site of sitesOf(3)) expect(site.class).toBe('a.b.Main');
});

it('prints the trace of an error when the program has ended: at the end of a stack that may cost it a class', () => {
  // Where all is compiled into one frame, the stack may end outside of the runtime.
  const { run } = drive('Edges', ['-Xss256k', '-Xint', '-Drrv.debug=true']);
  const [before, trace] = run.stderr.split(/^java\.lang\.StackOverflowError\n/m);
  expect(before).toContain('rrv: 1x ');
  expect(trace).toMatch(/^\tat /);
});

it('names the error that cost an event, and not one of a listener', () => {
  const { run } = drive('rrv.runtime.FirstLoss', []);
  expect(run.stderr.trim().split('\n').at(-1)).toBe('rrv: 1 event was lost (java.lang.OutOfMemoryError)');
});

it('asks no thread of the program for its number', () => {
  const { run, report } = drive('OwnIds', ['-Drrv.history=3', '-Drrv.quiet=true']);
  expect([run.stdout, run.stderr, run.status]).toEqual(['0\n', '', 0]);
  const [{ history }] = report.properties[0].violations;
  const [first, second, third] = history.map(({ thread }: { thread: number }) => thread);
  expect([first === third, first === second]).toEqual([true, false]);
});
