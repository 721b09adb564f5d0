import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import type { CallFact } from '../../../src/residual/facts/library-facts.ts';
import { quietLibraryCode } from '../../../src/residual/facts/quiet-library-code.ts';
import { jdkOfRelease, jdksReadWhole } from '../../support/jdk.ts';
import { type Episodes, type Harness, harnessIn, runEpisodes } from './observe.ts';
import { type Judge, judge, type Observation } from './observed.ts';

/**
 * What the class library calls of the program is what the analysis foresees: RRV_OBSERVED_COUNT (1000) episodes from seed
 * RRV_OBSERVED_SEED (1) on the newest JDK, on 17 and 25 with RRV_EVERY_JDK=1, or on those of RRV_OBSERVED_JDK (17,25). An episode makes some objects of the program, puts objects of the class
 * library together with them at random, and calls members of it; probes say which of their methods that runs (observed/).
 */
const count = Number(process.env.RRV_OBSERVED_COUNT ?? '1000');
const seed = Number(process.env.RRV_OBSERVED_SEED ?? '1');
const releases =
  process.env.RRV_OBSERVED_JDK?.split(',').map(Number) ?? jdksReadWhole().map(({ release }) => release);

const facts = [javaClassLibraryFacts(), quietLibraryCode()].flatMap((file) => file.facts);

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
  afterAll(() => rmSync(folder, { recursive: true }));
  let harness: Harness;
  let ran: Episodes;
  let asked: Judge;

  test('what the class library calls of the program, keeps and returns is known', () => {
    harness = harnessIn(folder, jdk, seed);
    asked = judge(harness.source, harness.stubs, facts);
    ran = runEpisodes(harness, count, asked.claims);
    const { observations, called, contradictions } = ran;
    const found = unforeseen(observations, asked);
    const pairs = new Set(
      observations.map(
        ({ call, probe }) => `${call.owner}.${call.name}${call.descriptor} ${probe.owner}.${probe.name}`,
      ),
    );
    console.log(
      `JDK ${release}, ${count} episodes from seed ${seed}: ${called} members called, ${pairs.size} pairs of a member and a method that it ran, ${found.length} unforeseen, ${contradictions.length} claims contradicted`,
    );
    expect(found).toEqual([]);
    expect(contradictions).toEqual([]);
    expect(pairs.size).toBeGreaterThan(count);
  });

  test('facts that forget what any object is asked for are noticed', () => {
    const forgetful = judge(harness.source, harness.stubs, without('java/lang/Object'));
    expect(unforeseen(ran.observations, forgetful).length).toBeGreaterThan(0);
  });

  test('so is a call graph that forgets what inherited text asks for', () => {
    const forgetful = judge(harness.source, harness.stubs, facts, { forgetInheritedText: true });
    expect(unforeseen(ran.observations, forgetful).length).toBeGreaterThan(0);
  });

  test('so are wrong claims: that views are new, and that nothing is kept', () => {
    const { contradictions } = runEpisodes(harness, Math.min(count, 400), (owner, name, descriptor) => {
      const claims = asked.claims(owner, name, descriptor);
      return `${claims}ra${/^(?:get|peek|\w+Set|values)$/.test(name) ? 'f' : ''}`;
    });
    const found = (how: RegExp): number => contradictions.filter((line) => how.test(line)).length;
    expect(found(/^what is claimed to be new/)).toBeGreaterThan(0);
    expect(found(/^what was not kept|^a probe is given/)).toBeGreaterThan(0);
  });
});
