import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { defaultJdk } from '../../test/support/jdk.ts';
import { mavenJar } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { contents, derived, hashOf } from './derived.ts';

/**
 * The independent oracle: the properties' pointcuts in AspectJ, feeding monitors that were written by hand
 * and keep everything (aspectj/*.java). Nothing of it comes from rrv.
 */
export const aspectjVersion = '1.9.26';

export type OracleAspect = 'SafeIterator' | 'SafeListIterator' | 'SafeMapIterator' | 'SafeHasNext';

export const allAspects: readonly OracleAspect[] = [
  'SafeIterator',
  'SafeListIterator',
  'SafeMapIterator',
  'SafeHasNext',
];

export interface Oracle {
  readonly aspects: readonly OracleAspect[];
  readonly aspectJar: string;
  /** What a woven program needs on its class path. */
  readonly classPath: readonly string[];
}

/** Compiles the monitors and the given aspects; cached by their text. */
export function oracle(aspects: readonly OracleAspect[] = allAspects): Oracle {
  const sources = sourceFolder();
  const java = readdirSync(sources)
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(sources, name));
  const aspectFiles = aspects.map((name) => join(sources, `${name}Aspect.aj`));
  const runtime = mavenJar(`org.aspectj:aspectjrt:${aspectjVersion}`);
  const folder = derived(
    'oracle',
    hashOf([aspectjVersion, ...contents([...java, ...aspectFiles])]),
    (work) => {
      const classes = join(work, 'classes');
      const options = ['-nowarn', '-proc:none', '--release', '8', '-Xlint:-options'];
      tool('javac', [...options, '-cp', runtime, '-d', classes, ...java]);
      // The aspects alone go through AspectJ, so that they do not advise the monitors.
      tool('java', [
        ...['-cp', mavenJar(`org.aspectj:aspectjtools:${aspectjVersion}`), 'org.aspectj.tools.ajc.Main'],
        ...['-1.8', '-nowarn', '-Xlint:ignore', '-cp', [runtime, classes].join(delimiter)],
        ...['-outjar', join(work, 'aspects.jar'), ...aspectFiles],
      ]);
    },
  );
  const aspectJar = join(folder, 'aspects.jar');
  return { aspects, aspectJar, classPath: [runtime, aspectJar, join(folder, 'classes')] };
}

export interface Woven {
  /** One per input, in their order. */
  readonly jars: readonly string[];
  /** Calls that an advice applies to: `jar file name, class, property, event` joined by spaces, and how many. */
  readonly points: ReadonlyMap<string, number>;
}

/**
 * Weaves the jars (class folders packed as jars); cached by content. `classPath` is what they link against
 * besides each other. Throws on any error of AspectJ.
 */
export function weave(parts: Oracle, jars: readonly string[], classPath: readonly string[] = []): Woven {
  const weaver = join(sourceFolder(), 'tools', 'Weave.java');
  const tools = mavenJar(`org.aspectj:aspectjtools:${aspectjVersion}`);
  const key = hashOf([...contents([parts.aspectJar, weaver, ...jars]), ...jars.map((jar) => basename(jar))]);
  const folder = derived('woven', key, (work) => {
    const classes = join(work, 'weaver');
    tool('javac', ['-nowarn', '-proc:none', '-cp', tools, '-d', classes, weaver]);
    const output = join(work, 'jars');
    mkdirSync(output);
    const links = [...parts.classPath, ...jars, ...classPath].join(delimiter);
    const weaving = ['Weave', parts.aspectJar, links, output, join(work, 'points.tsv'), ...jars];
    tool('java', ['-cp', [tools, classes].join(delimiter), ...weaving]);
  });
  return {
    jars: jars.map((jar) => join(folder, 'jars', basename(jar))),
    points: countPoints(readFileSync(join(folder, 'points.tsv'), 'utf8')),
  };
}

function countPoints(text: string): Map<string, number> {
  const points = new Map<string, number>();
  const events = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [jar, className, property, adviceLine] = line.split('\t') as [string, string, string, string];
    const advice = `${property}:${adviceLine}`;
    if (!events.has(advice)) events.set(advice, eventOf(property, Number(adviceLine)));
    const key = `${jar} ${className} ${property} ${events.get(advice)}`;
    points.set(key, (points.get(key) ?? 0) + 1);
  }
  return points;
}

/** The event that the advice on this line (from 1) of the aspect hands to the monitor. */
function eventOf(property: string, adviceLine: number): string {
  const source = readFileSync(join(sourceFolder(), `${property}Aspect.aj`), 'utf8').split('\n');
  const body = source.slice(adviceLine - 1).join('\n');
  const event = /Oracle\.\w+\.(\w+)\(/.exec(body)?.[1];
  if (event === undefined) throw new Error(`${property}Aspect.aj:${adviceLine}: no advice`);
  return event;
}

function sourceFolder(): string {
  return join(repositoryRoot(), 'benchmarks', 'dacapo', 'aspectj');
}

function tool(name: 'java' | 'javac', args: readonly string[]): void {
  try {
    execFileSync(join(defaultJdk().home, 'bin', name), args, {
      stdio: 'pipe',
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${name} failed\n${stdout}${stderr}`, { cause: error });
  }
}
