import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { bodyDefinition, javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;
let definition: string;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
  definition = space.file('unit.txt', text.join(''));
});
afterAll(() => space.remove());

describe('threads', () => {
  const stress = (threads: number, engine: string): string => {
    const run = runJava(space.jdk, [
      '-Xmx128m',
      '-Drrv.quiet=true',
      '-cp',
      space.classes,
      'rrv.runtime.ThreadStress',
      definition,
      String(threads),
      engine,
    ]);
    return run.stderr + run.stdout.trim();
  };

  it('count the same in eight threads as in one, in every engine', () => {
    const single = stress(1, 'fastest');
    expect(single).toMatch(/^violations=\d{3,} SafeIterator\[\d+, \d+, \d+\] created=\d{5,} live=\d+ lost=0/);
    // What is live at the end depends on what each frame still holds; everything else must be equal.
    const comparable = (text: string) => text.replace(/ live=\d+/g, '');
    expect(comparable(stress(8, 'fastest'))).toBe(comparable(single));
    expect(comparable(stress(8, 'general'))).toBe(comparable(single));
  });
});

describe('Java code of a property', () => {
  it('runs per slice, with its own fields, conditions, reports and resets', () => {
    const report = join(space.folder, 'body.json');
    const run = runJava(space.jdk, [
      `-Drrv.report=${report}`,
      '-cp',
      space.classes,
      'BodyDriver',
      space.file('body.txt', bodyDefinition),
    ]);
    expect(run.stdout.trim()).toBe('done');
    expect(run.stderr.trim().split('\n')).toEqual([
      'rrv: 1x warning ReadAheadLimit: 2 reads, limit 1, at a.b.Main.m(Main.java:11) at a.b.Main.m(Main.java:11)',
      'rrv: 1x warning ReadAheadLimit: 3 reads, limit 2, at a.b.Main.m(Main.java:12) at a.b.Main.m(Main.java:12)',
    ]);
    const property = JSON.parse(readFileSync(report, 'utf8')).properties[0];
    expect(property.events).toEqual({ mark: 3, read: 5, goodReset: 2, badReset: 3 });
    expect(property.monitors.created).toBe(2);
  });

  const shared = (parameters: string, binds: string): string =>
    [
      ...['rrv-unit\t1', 'version\t0', 'analysis\tnone', 'property\tShared\twarning'],
      ...[parameters, `event\tmake\t0\tcreation\t${binds}`, `event\tuse\t1\t-\t${binds}`],
      ...['automaton\t4\t2\t0', 'row\t1\t0', 'row\t1\t2', 'row\t1\t3', 'row\t1\t3'],
      ...['category\t2\tfirst', 'category\t3\tsecond'],
      ...['handler\tfirst\t-\t-\tjava\t', 'handler\tsecond\t-\t-\tjava\t', 'code\tdigest', 'end', ''],
    ].join('\n');

  it.each([['fastest'], ['general']])(
    'of one slice may run in two threads at once, and what its fields begin with causes no events: %s',
    (engine) => {
      const report = join(space.folder, `shared-${engine}.json`);
      const run = runJava(space.jdk, [
        ...[`-Drrv.report=${report}`, `-Drrv.engine=${engine}`, '-cp', space.classes, 'SharedBody'],
        space.file('shared.txt', shared('parameter\to\tobject', '0\t0')),
      ]);
      expect([run.status, run.stderr.trim().split('\n').toSorted()]).toEqual([
        0,
        [
          'rrv: 50x warning Shared: first at a.b.Main.m(Main.java:2) at a.b.Main.m(Main.java:2)',
          'rrv: 50x warning Shared: second at a.b.Main.m(Main.java:3) at a.b.Main.m(Main.java:3)',
        ],
      ]);
      expect(JSON.parse(readFileSync(report, 'utf8')).properties[0].events).toEqual({ make: 50, use: 100 });
    },
  );
});

describe('a unit that does not fit', () => {
  it('is named on stderr and not monitored; the program runs on', () => {
    for (const text of ['rrv-unit\t99\n', 'rrv-unit\t1\nproperty\tX\terror\n', 'nonsense']) {
      const run = runJava(space.jdk, ['-cp', space.classes, 'IteratorDriver', space.file('bad.txt', text)]);
      expect([run.status, run.stdout]).toEqual([0, '']);
      expect(run.stderr).toMatch(/^rrv: this unit is not monitored: .*(line \d+: |ends inside)/);
    }
  });
});

describe('more units than there is room for where none says how many sites it has', () => {
  it('have their own sites, until there are too many of these', () => {
    const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.ManyUnits', '3000']);
    expect([run.status, run.stdout]).toEqual([0, 'found=6001\nthen=0\n']);
    const lines = run.stderr.trim().split('\n');
    const told =
      'rrv: this unit is not monitored: java.lang.IllegalStateException: too many sites in one JVM';
    expect([lines.length, [...new Set(lines)]]).toEqual([54, [told]]);
  });
});

describe('the iterator loop', () => {
  it('counts exactly in 200,000 rounds of the iterator loop with four properties', () => {
    const report = join(space.folder, 'loop.json');
    const run = runJava(space.jdk, [
      `-Drrv.report=${report}`,
      '-cp',
      space.classes,
      'Loop',
      definition,
      '200000',
    ]);
    expect([run.stdout.trim(), run.stderr]).toEqual(['1200000', '']);
    const { properties } = JSON.parse(readFileSync(report, 'utf8'));
    expect(properties[0].events).toEqual({ create: 200_000, update: 0, next: 800_000 });
    expect(properties[0].monitors.created).toBe(200_000);
    expect(properties[2].monitors.created).toBe(0);
    expect(properties[3].events).toEqual({ hasNext: 1_000_000, next: 800_000 });
  });
});
