import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ApplicationArchive } from '../../src/archive/application.ts';
import { runtimeClasses } from '../../src/cli/java/runtime-classes.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { archiveClassSource } from '../../src/hierarchy/class-sources.ts';
import { instrument } from '../../src/instrument/instrument.ts';
import { digestOf, type ResultCache } from '../../src/instrument/result-cache.ts';
import type { KeptSteps } from '../../src/residual/sound/replay/kept-steps.ts';
import { randomSource } from '../residual/sound/dice.ts';
import { theJdk } from '../residual/sound/java-program.ts';
import { randomCodedProperties } from '../residual/sound/random-coded.ts';
import { defaultJdk } from '../support/jdk.ts';
import { memoryCache, type Stored } from '../support/memory-cache.ts';
import { builtinProperties } from '../support/named-properties.ts';
import {
  edited,
  fewJdkNames,
  firstVersion,
  type Place,
  type Variants,
  type Version,
  variants,
} from './edited-program.ts';

const edits = Number(process.env.RRV_EDITS ?? 25);
const defaultSeed = 10;
const seed = Number(process.env.RRV_EDITS_SEED ?? defaultSeed);

/** Milliseconds: as many edits as one likes. */
const most = 60_000 + 5_000 * edits;

const all: Variants = variants(seed, 4);

/** The versions after each edit. */
const versions: readonly Version[] = (() => {
  const random = randomSource(seed);
  const found = [firstVersion(all)];
  while (found.length <= edits) found.push(edited(found.at(-1)!, all, random));
  return found;
})();

const properties = [...builtinProperties, ...randomCodedProperties(seed, 3)];

/** All bytes and the report, or why there are none: an entry that is not there any more. */
function outcome(version: Version, cache?: ResultCache): Readonly<Record<string, string>> {
  try {
    return instrumented(version, cache);
  } catch (error) {
    if (error instanceof RrvError) return { refused: JSON.stringify(error.diagnostic) };
    throw error;
  }
}

function instrumented(
  { classes, options }: Version,
  cache: ResultCache | undefined,
): Readonly<Record<string, string>> {
  const archiveOf = (place: Place): ApplicationArchive => ({
    label: place,
    kind: 'directory',
    entries: () =>
      [...classes].flatMap(([key, { variant, archive }]) => {
        const name = key.replace("'", '');
        const bytes = all[variant]!.get(name);
        return archive === place && bytes !== undefined ? [{ name: `${name}.class`, read: () => bytes }] : [];
      }),
  });
  const inputs = [archiveOf('app'), archiveOf('library')];
  const { release } = defaultJdk();
  const hierarchy = classHierarchy([
    ...inputs.map((archive) => archiveClassSource(archive, 'application', release)),
    archiveClassSource(archiveOf('classPath'), 'classPath', release),
    { ...theJdk(), names: () => fewJdkNames, classes: () => [] },
  ]);
  const { excluded, properties: howMany, ...asked } = options;
  const result = instrument({
    ...asked,
    properties: properties.slice(0, howMany),
    allowEmpty: true,
    experimental: false,
    inputs: inputs.map((archive) => ({
      label: archive.label,
      archives: [archive],
      digest: () => digestOf([...archive.entries()].flatMap(({ name, read }) => [name, read()])),
    })),
    hierarchy,
    mayInstrument: Object.assign((name: string) => name !== excluded, { patterns: [[excluded]] }),
    runtimeClasses: runtimeClasses(),
    rrvVersion: 'test',
    // What javac would make of the Java code does not depend on the program.
    compileJava: () => new Map(),
    ...(cache === undefined ? {} : { cache }),
  });
  const found: Record<string, string> = {
    report: JSON.stringify(result.report, null, 1),
    diagnostics: JSON.stringify(result.diagnostics),
  };
  for (const [{ label }, change] of result.archives)
    for (const [name, bytes] of [...change.changed, ...change.added])
      found[`${label} ${name}`] = createHash('sha256').update(bytes).digest('hex');
  return found;
}

/** The class path is part of the environment. */
function environmentOf({ classes }: Version): string {
  return JSON.stringify([...classes].filter(([, { archive }]) => archive === 'classPath'));
}

const expected = versions.map((version) => outcome(version));

test(
  'after each edit the outcome is that of a run without the results of those before',
  () => {
    const stored: Stored = new Map();
    versions.forEach((version, at) => {
      const cache = memoryCache(stored, {}, environmentOf(version));
      expect(outcome(version, cache)).toEqual(expected[at]);
      // And once more without an edit: the result is that of the run before.
      cache.written.length = 0;
      expect(outcome(version, cache)).toEqual(expected[at]);
      // A command that fails keeps nothing; here there is nobody to throw it away.
      if (!('refused' in expected[at]!)) expect(cache.written).toEqual([]);
    });
  },
  most,
);

const forgetful: Readonly<Record<string, (kept: KeptSteps) => KeptSteps>> = {
  'of the program': (kept) => ({
    ...kept,
    nodes: kept.nodes.map(([, states, further]) => [[], states, further]),
  }),
  'about points of other methods': (kept) => ({
    ...kept,
    nodes: kept.nodes.map(([questions, , further]) => [questions, [], further]),
  }),
};

/** Other programs may have no method for which it matters. */
test.skipIf(seed !== defaultSeed).each(Object.keys(forgetful))(
  'results that forget what was asked %s are noticed',
  (what) => {
    const value = (one: unknown): unknown =>
      typeof one === 'object' && one !== null && 'ofProperties' in one
        ? {
            ...one,
            ofProperties: (one.ofProperties as (KeptSteps | null)[]).map(
              (kept) => kept && forgetful[what]!(kept),
            ),
          }
        : one;
    const stored: Stored = new Map();
    const isRight = (version: Version, at: number): boolean => {
      const found = outcome(version, memoryCache(stored, { value }, environmentOf(version)));
      return JSON.stringify(found) === JSON.stringify(expected[at]);
    };
    expect(versions.every(isRight)).toBe(false);
  },
);
