import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import { runJava } from '../support/jdk.ts';
import { safeIterator } from '../support/named-properties.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
});
afterAll(() => space.remove());

/** Runs the model check; returns its summary (events, reports, engines), or what disagreed. */
function modelCheck(seed: number, properties: number, shape: string, collect: 'gc' | 'no'): string {
  const run = runJava(space.jdk, [
    '-Xmx256m',
    '-XX:+UseSerialGC',
    '-Drrv.quiet=true',
    // Each place of a violation keeps its monitor.
    '-Drrv.maxSites=100',
    '-cp',
    space.classes,
    'rrv.runtime.ModelCheck',
    String(seed),
    String(properties),
    shape,
    collect,
  ]);
  return run.stderr + run.stdout.trim();
}

it('agrees with the brute-force slicer on random properties and traces', () => {
  const summary = modelCheck(1, 8000, 'all', 'no');
  expect(summary).toMatch(
    /^events=\d{6} reports=\d{5,} created=\d{5,} left=\d{3,} awaited=\d{2,} leftOut=\d{4,} passedBy=\d{4,} cancelled=\d{3,} open=\d{3,} engines=/,
  );
  // Every monitor was exercised, and the specialised ones on the shapes they are for.
  const engines = /\{GeneralMonitor=(\d+), OneParameterMonitor=(\d+), OwnedMonitor=(\d+)\}/.exec(summary);
  expect(engines?.slice(1).map((count) => Number(count) > 1200)).toEqual([true, true, true]);
});

it('agrees where the pattern is context-free', () => {
  const check = (properties: number, collect: 'gc' | 'no') => {
    const options = ['-Xmx256m', '-XX:+UseSerialGC', '-Drrv.quiet=true', '-Drrv.maxSites=100'];
    const main = ['rrv.runtime.GrammarCheck', '1', String(properties), collect];
    const run = runJava(space.jdk, [...options, '-cp', space.classes, ...main]);
    return run.stderr + run.stdout.trim();
  };
  expect(check(3000, 'no')).toMatch(
    /^reports=\d{5} created=\d{6} collected=\d{4} passed=\d{4} skipped=\d{2}$/,
  );
  expect(check(300, 'gc')).toMatch(
    /^reports=\d{4} created=\d{5} collected=\d{4} passed=\d{3} skipped=\d{1,2}$/,
  );
});

it('agrees where slices wait for an event of their owner, or of one of two', () => {
  expect(modelCheck(1, 1000, 'waiting', 'no')).toMatch(
    /^events=\d{5} reports=\d{3,} created=\d{5,} left=\d{3,} awaited=\d{3,} .*engines=\{OwnedMonitor=1000\}$/,
  );
  expect(modelCheck(1, 1000, 'waitingChain', 'no')).toMatch(
    /^events=\d{5} reports=\d{3,} created=\d{5,} left=\d{3,} .*engines=\{GeneralMonitor=\d{3}, OwnedMonitor=\d{3}\}$/,
  );
});

it('agrees where pairs of events cancel out', () => {
  expect(modelCheck(1, 1000, 'paired', 'no')).toMatch(
    /^events=\d{5} reports=\d{4} .* cancelled=\d{3,} open=0 engines=\{OneParameterMonitor=1000\}$/,
  );
});

it('agrees when objects are collected on the way, and gives up every slice in the end', () => {
  for (const shape of ['any', 'one', 'owned', 'waiting', 'chain', 'waitingChain', 'returning'])
    expect(modelCheck(7_000_000, 60, shape, 'gc')).toMatch(
      /^events=\d+ reports=[1-9]\d* created=[1-9]\d* left=\d+ awaited=\d+ leftOut=\d+ passedBy=\d+ cancelled=\d+ open=\d+ engines=/,
    );
});

it('holds nothing about objects that are gone, and finds the same without it', () => {
  const options = ['-Xmx256m', '-XX:+UseSerialGC', '-Drrv.quiet=true', '-cp', space.classes];
  const run = runJava(space.jdk, [...options, 'rrv.runtime.LeftCheck', '1', '80']);
  expect(run.stderr + run.stdout).toMatch(
    /^checked=\{GeneralMonitor=\d+, OneParameterMonitor=\d+, OwnedMonitor=\d\d\}\n$/,
  );
});

it('audits alike whether slices that an event does not change are visited or left out, and as by definition', () => {
  const run = runJava(space.jdk, [
    '-Drrv.quiet=true',
    '-cp',
    space.classes,
    'rrv.runtime.AuditCheck',
    '1',
    '3000',
  ]);
  expect(run.stderr + run.stdout).toMatch(/^events=\d{5,} failures=\d{4} of 3000, known=\d{3}\n$/);
});

it('knows of an event that no slice was there to take whether its condition held', () => {
  const options = ['-Drrv.quiet=true', '-cp', space.classes, 'rrv.runtime.BodyModelCheck'];
  const run = runJava(space.jdk, [...options, '1', '6000']);
  expect(run.stderr + run.stdout).toMatch(/^reports=\d{5,}\n$/);
});

it('asks no new slice about a condition that is said to hold in none', () => {
  const options = ['-Drrv.quiet=true', '-cp', space.classes, 'rrv.runtime.NewSliceCheck'];
  const run = runJava(space.jdk, [...options, '1', '6000']);
  expect(run.stderr + run.stdout).toMatch(/^reports=\d{5,} asked=\d{4,}\n$/);
});

it('runs Java code of properties of one object as the general monitor does', () => {
  const options = ['-Drrv.quiet=true', '-cp', space.classes];
  const run = runJava(space.jdk, [...options, 'rrv.runtime.BodyCheck', '1', '3000']);
  expect(run.stderr + run.stdout).toMatch(/^events=180000 reports=\d{5,} passed by=\d{4,}\n$/);
});

it('keeps every entry of a crowded table through removals', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.TableCheck']);
  expect(run.stderr + run.stdout).toMatch(/^checked=\d{6,}\n$/);
});

it('keeps what monitors know about the objects of one table, with memory for little more', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.ColumnCheck']);
  expect(run.stderr + run.stdout).toMatch(/^checked=\d{6,}\n$/);
});

it('tells records apart whose hashes differ in the lowest bits only', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.RecordCheck']);
  expect(run.stderr + run.stdout).toMatch(/^checked=4\d{3}\n$/);
});

it('forgets values of events that their conditions refuse', () => {
  const run = runJava(space.jdk, ['-Drrv.quiet=true', '-cp', space.classes, 'rrv.runtime.ValuesCheck']);
  expect(run.stderr + run.stdout).toBe(
    'made: 0 values, 1 records, 1 slice\nmissed: 0 values, 1 records, 1 slice\n',
  );
});

it('counts a slice once at a site, also when it moves to the node of another', () => {
  const run = runJava(space.jdk, ['-Drrv.quiet=true', '-cp', space.classes, 'rrv.runtime.HandOver']);
  expect(run.stderr + run.stdout).toBe('OwnedMonitor 1 1 2 4 6\n');
});

it('needs no entries for calls that are entered and left, and reports those that are disturbed', () => {
  const run = runJava(space.jdk, [
    '-Xmx256m',
    '-Drrv.quiet=true',
    '-cp',
    space.classes,
    'rrv.runtime.OpenCheck',
  ]);
  const lines = [
    'in turn 0 0',
    'in turn 0 0',
    'at once true 5000 5000 0 5000',
    'without root 10000',
    'of one source 0 3, in turn 0 1 1',
    'by threads all, lost 0',
    'of two threads 0',
    'modified=59013',
  ];
  expect(run.stderr + run.stdout).toBe(`${lines.join('\n')}\n`);
});

it('finds slices that other threads have begun, while tables are rebuilt', () => {
  const text = unitDefinition({ rrvVersion: '0', analysis: 'sound', properties: [safeIterator] });
  const definition = space.file('handed-on.txt', text.join(''));
  const run = runJava(space.jdk, ['-Xmx256m', '-cp', space.classes, 'rrv.runtime.HandedOn', definition]);
  expect(run.stderr + run.stdout).toBe('OwnedMonitor 300000 3000000\n');
});

it('knows of updates of new lists, of any thread, while loops over them are under way', () => {
  const text = unitDefinition({ rrvVersion: '0', analysis: 'sound', properties: [safeIterator] });
  const definition = space.file('awaited.txt', text.join(''));
  const run = runJava(space.jdk, [
    '-Xmx64m',
    '-Drrv.quiet=true',
    '-cp',
    space.classes,
    'rrv.runtime.AwaitedCheck',
    definition,
  ]);
  expect(run.stderr + run.stdout).toMatch(
    /^awaited=\d{6} wrong=0 missing=0 never ended=true left=0 lost=0\n$/,
  );
});

it('notes no events while no slice could ask for them', () => {
  const properties = [libraryProperty('NavigableMap_Modification')];
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties });
  const definition = space.file('navigable.txt', text.join(''));
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.StampCheck', definition]);
  // Then a record for the view, and beside each iterator when it was used.
  expect(run.stderr + run.stdout).toBe('0+0 1+1000 of 0\n');
});

it('knows when an event came last, whichever thread notes that first', () => {
  const run = runJava(space.jdk, ['-Drrv.quiet=true', '-cp', space.classes, 'rrv.runtime.OvertakenCheck']);
  expect(run.stderr + run.stdout).toBe(
    `${'GeneralMonitor 0 1\n'.repeat(2)}while joining 0\n${'BodyMonitor 0 1\n'.repeat(8)}meeting 1\n`,
  );
});

it('takes an event whose Java code is slower than the events of another thread come', () => {
  const run = runJava(space.jdk, ['-Drrv.quiet=true', '-cp', space.classes, 'rrv.runtime.StarvationCheck']);
  expect(run.stderr + run.stdout).toBe('taken\n');
});

it.each(['SerialGC', 'ParallelGC', 'G1GC'])('notices collections to the end, %s', (collector) => {
  const options = [`-XX:+Use${collector}`, '-Xmn8m', '-Xmx64m', '-cp', space.classes];
  const run = runJava(space.jdk, [...options, 'rrv.runtime.CollectionsCheck']);
  expect(run.stderr).toBe('');
  // There are about a hundred in each half.
  expect(run.stdout.split(' ').map((count) => Number(count) > 30)).toEqual([true, true]);
});

it('merges states that no word tells apart, and no others', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.PartitionCheck', '1', '20000']);
  expect(run.stderr + run.stdout).toMatch(/^merged=\d{4}\n$/);
});

it('finds which states of 10,000 can still report in a time that grows with their number alone', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.AliveCheck', '10000']);
  // The last two states are one. Pass after pass over all states would take a hundred times as long as for a tenth.
  const [, alive, times] = /^alive=(\d+) times=(\d+)\n$/.exec(run.stdout) ?? [];
  expect([run.stderr, alive]).toEqual(['', '9999']);
  expect(Number(times)).toBeLessThan(40);
});

it('knows at once whether a slice has reported at one of 20,000 places', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.SitesCheck', '20000']);
  const [, counts, times] = /^(.*) times=(\d+)\n$/.exec(run.stdout) ?? [];
  expect([run.stderr, counts]).toEqual(['', 'new=20000 known=1000000']);
  expect(Number(times)).toBeLessThan(6);
});

it('passes over the many slices of one iterator that nothing has happened to', () => {
  const options = ['-Drrv.quiet=true', '-cp', space.classes];
  const run = runJava(space.jdk, [...options, 'rrv.runtime.LongChainCheck', '1', '1500']);
  const [, times] = /^owned=\d{4} reports=\d{5} times=(\d+)\n$/.exec(run.stdout) ?? [];
  expect(run.stderr).toBe('');
  // One after the other they would take hundreds of times as long.
  expect(Number(times)).toBeLessThan(30);
});
