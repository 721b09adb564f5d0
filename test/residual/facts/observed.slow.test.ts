import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJImage } from '../../../src/archive/jimage.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import type { CallFact } from '../../../src/residual/facts/library-facts.ts';
import { quietLibraryCode } from '../../../src/residual/facts/quiet-library-code.ts';
import { fileAccess } from '../../support/file-access.ts';
import { compileJava, type Jdk, jdkOfRelease } from '../../support/jdk.ts';
import { type Judge, judge, linesOf, type Observation, readObservations } from './observed.ts';

/**
 * What the class library calls of the program is what the analysis foresees: RRV_OBSERVED_COUNT (1000) episodes from seed
 * RRV_OBSERVED_SEED (1) on each JDK of RRV_OBSERVED_JDK (17,25). An episode makes some objects of the program, puts objects of the class
 * library together with them at random, and calls members of it; probes say which of their methods that runs (observed/).
 */
const count = Number(process.env.RRV_OBSERVED_COUNT ?? '1000');
const seed = Number(process.env.RRV_OBSERVED_SEED ?? '1');
const releases = (process.env.RRV_OBSERVED_JDK ?? '17,25').split(',').map(Number);

const harness = join(import.meta.dirname, 'observed');
const facts = [javaClassLibraryFacts(), quietLibraryCode()].flatMap((file) => file.facts);

interface Observed {
  readonly observations: readonly Observation[];
  /** Members of the class library that were called, as `Observe` names them. */
  readonly called: number;
  readonly source: ClassSource;
  readonly stubs: ReadonlyMap<string, Uint8Array>;
  readonly asked: Judge;
}

function observe(jdk: Jdk, folder: string): Observed {
  const java = (...args: string[]) => {
    const options = ['-Xmx1g', '-XX:TieredStopAtLevel=1', '-cp', 'classes:real', 'Observe'];
    const { status, stderr } = spawnSync(join(jdk.home, 'bin', 'java'), [...options, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stderr };
  };
  for (const name of ['classes', 'real', 'stub', 'work']) mkdirSync(join(folder, name));
  const compileAll = (from: string, to: string): void =>
    compileJava(
      jdk,
      readdirSync(from).map((name) => join(from, name)),
      join(folder, to),
      ['-cp', join(folder, 'classes')],
    );
  compileAll(harness, 'classes');
  expect(java('write', String(seed), '.')).toEqual({ status: 0, stderr: '' });
  for (const kind of ['real', 'stub']) compileAll(join(folder, `${kind}-sources`), kind);

  const source = imageClassSource(openJImage(fileAccess(join(jdk.home, 'lib/modules'))), 'JDK');
  const stubs = new Map(
    readdirSync(join(folder, 'stub')).map((name) => [
      name.replace(/\.class$/, ''),
      readFileSync(join(folder, 'stub', name)),
    ]),
  );
  const asked = judge(source, stubs, facts);
  const bounded = linesOf(join(folder, 'members.txt')).filter((line) => {
    const [owner, name, descriptor] = line.split(' ');
    return asked.isBounded(owner!, name!, descriptor!);
  });
  writeFileSync(join(folder, 'bounded.txt'), bounded.join('\n'));

  // A JVM in which too many calls hang goes on in another one.
  for (let first = 0; first < count; ) {
    const { status, stderr } = java(
      'run',
      String(seed),
      String(first),
      String(count - first),
      '.',
      'observed.txt',
    );
    if (status === 0) break;
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
    first = Number(readFileSync(join(folder, 'observed.txt.next'), 'utf8'));
  }
  return {
    observations: readObservations(folder, 'observed.txt'),
    called: new Set(linesOf(join(folder, 'observed.txt.called'))).size,
    source,
    stubs,
    asked,
  };
}

/** What is not foreseen, by call and method: one line each. */
function unforeseen(observations: readonly Observation[], asked: Judge): readonly string[] {
  const found = new Map<string, string>();
  for (const observation of observations) {
    const call = asked.unforeseen(observation);
    if (call === undefined) continue;
    const { probe, receiver, episode, steps } = observation;
    const key = `${call} runs ${probe.owner.replace(/^P\d_/, '')}.${probe.name}${probe.descriptor}`;
    if (!found.has(key))
      found.set(key, `${key}, on ${receiver ?? 'nothing'} in episode ${episode}, after ${steps.join(', ')}`);
  }
  return [...found.values()].sort();
}

/** The facts as they were if nobody had known that the class library asks the type. */
function without(type: string): readonly CallFact[] {
  return facts.map((fact) => ({
    ...fact,
    callsBack: fact.callsBack?.filter((callBack) => callBack.type !== type),
  }));
}

describe.each(releases)('JDK %i', (release) => {
  const jdk = jdkOfRelease(release);
  if (jdk === undefined) throw new Error(`JDK ${release} is needed`);
  const folder = mkdtempSync(join(tmpdir(), 'rrv-observed-'));
  let observed: Observed | undefined;

  test('what the class library calls of the program is foreseen', () => {
    observed = observe(jdk, folder);
    const { observations, called, asked } = observed;
    const found = unforeseen(observations, asked);
    const pairs = new Set(
      observations.map(
        ({ call, probe }) => `${call.owner}.${call.name}${call.descriptor} ${probe.owner}.${probe.name}`,
      ),
    );
    console.log(
      `JDK ${release}, ${count} episodes from seed ${seed}: ${called} members called, ${pairs.size} pairs of a member and a method that it ran, ${found.length} unforeseen`,
    );
    expect(found).toEqual([]);
    rmSync(folder, { recursive: true });
    expect(pairs.size).toBeGreaterThan(count);
  });

  test.each(['java/lang/Object', 'java/util/function/Predicate'])(
    'facts that forget %s are noticed',
    (type) => {
      const { observations, source, stubs } = observed!;
      expect(unforeseen(observations, judge(source, stubs, without(type))).length).toBeGreaterThan(0);
    },
  );

  test('so is a call graph that forgets what inherited text asks for', () => {
    const { observations, source, stubs } = observed!;
    const forgetful = judge(source, stubs, facts, { forgetInheritedText: true });
    expect(unforeseen(observations, forgetful).length).toBeGreaterThan(0);
  });
});
