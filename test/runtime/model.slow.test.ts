import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJava } from '../support/jdk.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
});
afterAll(() => space.remove());

/** 1 takes two minutes and a half: RRV_MODEL_TIMES=20 is for changes of the monitors. */
const times = Number(process.env.RRV_MODEL_TIMES ?? '1');

it.each([
  ['any', 5_000 * times, 'no'],
  ['one', 3_000 * times, 'no'],
  ['paired', 3_000 * times, 'no'],
  ['owned', 3_000 * times, 'no'],
  ['waiting', 3_000 * times, 'no'],
  ['chain', 3_000 * times, 'no'],
  ['waitingChain', 3_000 * times, 'no'],
  ['pattern', 3_000 * times, 'no'],
  ['returning', 3_000 * times, 'no'],
  ['any', 80 * times, 'gc'],
  ['owned', 80 * times, 'gc'],
  ['waiting', 80 * times, 'gc'],
  ['chain', 80 * times, 'gc'],
  ['waitingChain', 80 * times, 'gc'],
  ['pattern', 80 * times, 'gc'],
  ['returning', 80 * times, 'gc'],
] as const)('agrees with the brute-force slicer: shape %s, %d properties, collections: %s', (...options) => {
  const [shape, properties, collect] = options;
  const run = runJava(space.jdk, [
    // Monitors are never given up by their JVM: what many properties need is not what one program needs.
    '-Xmx2g',
    // Many collections, wherever they fall: what they take must not depend on it.
    '-Xmn1m',
    '-XX:+UseSerialGC',
    '-Drrv.quiet=true',
    '-cp',
    space.classes,
    'rrv.runtime.ModelCheck',
    '20000000',
    String(properties),
    shape,
    collect,
  ]);
  expect(run.stderr + run.stdout.trim()).toMatch(
    /^events=\d+ reports=[1-9]\d* created=[1-9]\d* left=\d+ awaited=\d+ leftOut=\d+ passedBy=\d+ cancelled=\d+ open=\d+ engines=/,
  );
});
