import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { jdkOfRelease, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;
let definition: string;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
  definition = space.file('unit.txt', text.join(''));
});
afterAll(() => space.remove());

// Ten times as many: npm run bench:runtime -- --short-lived 10000000
describe('memory', () => {
  it.each(['G1GC', 'SerialGC'])(
    'runs 10^7 events over 10^6 short-lived iterators in 64 MB and gives every monitor up, %s',
    (collector) => {
      const run = runJava(space.jdk, [
        '-Xmx64m',
        `-XX:+Use${collector}`,
        '-cp',
        space.classes,
        'rrv.runtime.ShortLived',
        definition,
        '1000000',
      ]);
      expect(run.stderr).toBe('');
      expect(run.stdout).toBe('events=10000000 created=2000000 live=0 lost=0\n');
    },
  );

  it('takes an event for which there was no memory once objects are gone, though the program has taken what they left', () => {
    const run = runJava(space.jdk, [
      ...['-Xmx32m', '-XX:+UseSerialGC', '-Drrv.quiet=true'],
      ...['-cp', space.classes, 'rrv.runtime.FullHeap'],
    ]);
    expect(run.stderr + run.stdout).toBe('full, lost 1, then 0\n');
  });
});

describe('other releases', () => {
  it('runs on JDK 25 without a warning, with concurrent collectors too', () => {
    const jdk = jdkOfRelease(25);
    if (jdk === undefined) throw new Error('JDK 25 is needed');
    for (const collector of ['G1GC', 'ZGC', 'ShenandoahGC']) {
      const options = ['-Xmx64m', `-XX:+Use${collector}`, '-cp', space.classes];
      const run = runJava(jdk, [...options, 'rrv.runtime.ShortLived', definition, '300000']);
      expect([collector, run.stderr, run.stdout]).toEqual([
        collector,
        '',
        'events=3000000 created=600000 live=0 lost=0\n',
      ]);
    }
    const report = join(space.folder, 'r25.json');
    const run = runJava(jdk, [
      `-Drrv.report=${report}`,
      '-Xcheck:jni',
      '-cp',
      space.classes,
      'Loop',
      definition,
      '1000',
    ]);
    expect([run.stderr, run.stdout]).toEqual(['', '6000\n']);
  });
});
