import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJImage } from '../../../src/archive/jimage.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import { fileAccess } from '../../support/file-access.ts';
import { compileJava, type Jdk, runJava } from '../../support/jdk.ts';
import type { ProcessRun } from '../../support/run-to-end.ts';
import { linesOf, type Observation, readObservations } from './observed.ts';

/** The Java side of the check, compiled in a folder of its own. */
export interface Harness {
  readonly jdk: Jdk;
  readonly folder: string;
  readonly seed: number;
  readonly source: ClassSource;
  /** The probes without code, by name. */
  readonly stubs: ReadonlyMap<string, Uint8Array>;
  /** Members of the class library that may be called: `owner name descriptor`. */
  readonly members: readonly string[];
}

export interface Episodes {
  readonly observations: readonly Observation[];
  /** How many members of the class library were called with objects of the program. */
  readonly called: number;
  /** Claims about what calls keep and return that did not hold: how, the call, the episode, its steps. */
  readonly contradictions: readonly string[];
}

/** Writes and compiles the probes. */
export function harnessIn(folder: string, jdk: Jdk, seed: number): Harness {
  for (const name of ['classes', 'real', 'stub']) mkdirSync(join(folder, name));
  compileHarness(folder, jdk);
  expectQuiet(java(folder, jdk, 'Observe', ['write', String(seed), '.']));
  for (const kind of ['real', 'stub']) compileAll(folder, jdk, join(folder, `${kind}-sources`), kind);
  return {
    jdk,
    folder,
    seed,
    source: imageClassSource(openJImage(fileAccess(join(jdk.home, 'lib/modules'))), 'JDK'),
    stubs: new Map(
      readdirSync(join(folder, 'stub')).map((name) => [
        name.replace(/\.class$/, ''),
        readFileSync(join(folder, 'stub', name)),
      ]),
    ),
    members: linesOf(join(folder, 'members.txt')),
  };
}

/** Runs episodes. `claims`: what facts claim of a member. */
export function runEpisodes(
  { jdk, folder, seed, members }: Harness,
  count: number,
  claims: (owner: string, name: string, descriptor: string) => string,
): Episodes {
  const claimed = members.map((line) => {
    const [owner, name, descriptor] = line.split(' ');
    return `${line}\t${claims(owner!, name!, descriptor!)}`;
  });
  writeFileSync(join(folder, 'claims.txt'), claimed.join('\n'));
  const output = (kind: string): string => join(folder, `observed.txt${kind}`);
  for (const kind of ['', '.called', '.contradicted']) rmSync(output(kind), { force: true });
  // A JVM in which too many calls hang goes on in another one.
  for (let first = 0; first < count; ) {
    const episodes = [seed, first, count - first].map(String);
    const run = java(folder, jdk, 'Observe', ['run', ...episodes, '.', 'observed.txt']);
    if (run.status !== 7) expectQuiet(run);
    first = run.status === 7 ? Number(readFileSync(output('.next'), 'utf8')) : count;
  }
  return {
    observations: readObservations(folder, 'observed.txt'),
    called: new Set(linesOf(output('.called'))).size,
    contradictions: linesOf(output('.contradicted')).filter((line) => !sharedEmpty.test(line)),
  };
}

/** The runtime makes no slice for these (docs/runtime-protocol.md). */
const sharedEmpty = /was there: java\.util\.Collections\$Empty(?:List)?(?:Iterator|Enumeration)\t/;

/** Programs of which each step that runs one of their methods is looked at: the members of a class each. */
export function observedPrograms(
  folder: string,
  jdk: Jdk,
  seed: number,
  count: number,
): readonly { readonly name: string; readonly members: string }[] {
  mkdirSync(join(folder, 'classes'));
  compileHarness(folder, jdk);
  expectQuiet(java(folder, jdk, 'Programs', ['classes', 'sources']));
  compileAll(folder, jdk, join(folder, 'sources'), 'classes');
  expectQuiet(java(folder, jdk, 'Programs', ['programs', String(seed), String(count), 'sources']));
  const parts = readFileSync(join(folder, 'sources', 'programs.txt'), 'utf8').split(/^program (\d+)\n/m);
  return Array.from({ length: (parts.length - 1) / 2 }, (_, at) => ({
    name: `E${parts[2 * at + 1]}`,
    members: parts[2 * at + 2]!,
  }));
}

function java(folder: string, jdk: Jdk, main: string, args: readonly string[]): ProcessRun {
  const options = ['-Xmx1g', '-XX:TieredStopAtLevel=1', '-cp', 'classes:real', main];
  return runJava(jdk, [...options, ...args], {}, folder);
}

function expectQuiet({ status, stderr }: ProcessRun): void {
  if (status !== 0 || stderr !== '') throw new Error(`java ended with ${status}: ${stderr}`);
}

function compileHarness(folder: string, jdk: Jdk): void {
  compileAll(folder, jdk, join(import.meta.dirname, 'observed'), 'classes');
}

function compileAll(folder: string, jdk: Jdk, from: string, to: string): void {
  const sources = readdirSync(from).filter((name) => name.endsWith('.java'));
  compileJava(
    jdk,
    sources.map((name) => join(from, name)),
    join(folder, to),
    ['-cp', join(folder, 'classes')],
  );
}
