import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { defaultJdk } from '../../test/support/jdk.ts';
import { mavenJar } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { aspectjVersion, oracle } from '../dacapo/aspectj.ts';
import { withChangedClass } from './changed-class.ts';
import { classesOf, type Input } from './inputs.ts';
import { type Cost, measured } from './measured-process.ts';

const properties = ['SafeIterator', 'SafeListIterator', 'SafeMapIterator', 'SafeHasNext'];

/** One way to instrument an input; a process of its own each time. */
export interface Variant {
  readonly name: string;
  /** Only for the input whose name starts with this. */
  readonly input?: string;
  run(input: Input, scratch: string): Outcome;
}

export interface Outcome extends Cost {
  /** Bytes of all class files of the output, uncompressed. */
  readonly classBytes: number;
}

/**
 * AspectJ's compiler as a weaver: all jars in one run, with the pointcuts of the four properties, into a folder
 * of class files. (It cannot write one jar where two inputs hold a class of one name, and one run per jar takes longer.)
 */
export function aspectj(): Variant {
  const parts = oracle();
  const tools = mavenJar(`org.aspectj:aspectjtools:${aspectjVersion}`);
  const java = join(defaultJdk().home, 'bin', 'java');
  return {
    name: 'ajc',
    run({ jars }, scratch) {
      const output = emptyFolder(scratch, 'ajc');
      const cost = measured(
        java,
        [
          ...[
            '-cp',
            tools,
            'org.aspectj.tools.ajc.Main',
            '-1.8',
            '-nowarn',
            '-Xlint:ignore',
            '-proceedOnError',
          ],
          ...['-inpath', jars.join(delimiter), '-aspectpath', parts.aspectJar],
          ...['-cp', parts.classPath.join(delimiter), '-d', output],
        ],
        scratch,
      );
      return { ...cost, classBytes: sizeOfClasses(output) };
    },
  };
}

const main = join(repositoryRoot(), 'dist', 'cli', 'main.js');

function instrumentCommand(jars: readonly string[], output: string, options: readonly string[]): string[] {
  return [main, 'instrument', ...jars, '--prop', properties.join(','), '--quiet', ...options, '-o', output];
}

/** `rrv instrument`; `options` are appended. */
export function rrv(name: string, options: readonly string[]): Variant {
  return {
    name,
    run({ jars }, scratch) {
      const output = emptyFolder(scratch, 'rrv');
      const cost = measured(process.execPath, instrumentCommand(jars, output, options), scratch);
      return { ...cost, classBytes: sizeOfClasses(output) };
    },
  };
}

/**
 * `rrv instrument --analysis sound` with the cache that a run on the unchanged input left. One class of the program's
 * own jar has changed meanwhile (`which`), or none. The bytes are compared with those of a run without the cache.
 */
export function cached(
  input: string,
  which: 'nothing' | 'a class without points' | 'a class with points' | 'a call in a class with points',
): Variant {
  const prepared = new Map<Input, { readonly jars: readonly string[]; readonly cache: string }>();
  return {
    name: `rrv, sound, --cache, changed: ${which}`,
    input,
    run(one, scratch) {
      const program = one.jars.findIndex((jar) => basename(jar).startsWith(`${input}-`));
      const output = emptyFolder(scratch, 'rrv');
      let known = prepared.get(one);
      const isFirst = known === undefined;
      if (known === undefined) {
        const folder = mkdtempSync(join(scratch, 'changed-'));
        const cache = join(folder, 'cache');
        const report = join(folder, 'report.json');
        execute(instrumentCommand(one.jars, output, ['--cache', cache, '--report', `json=${report}`]));
        const { points } = JSON.parse(readFileSync(report, 'utf8')) as { points: { class: string }[] };
        const withPoints = new Set(points.map((point) => point.class));
        const isWanted = (name: string): boolean => withPoints.has(name) === which.endsWith('with points');
        const change = which.startsWith('a call') ? 'call' : 'number';
        const jars = one.jars.map((jar, index) =>
          which === 'nothing' || index !== program
            ? jar
            : withChangedClass(jar, change, isWanted, folder).jar,
        );
        known = { jars, cache };
        prepared.set(one, known);
      }
      const { jars, cache } = known;
      const copy = join(emptyFolder(scratch, 'copy'), 'cache');
      cpSync(cache, copy, { recursive: true });
      const cost = measured(
        process.execPath,
        instrumentCommand(jars, emptyFolder(scratch, 'rrv'), ['--cache', copy]),
        scratch,
      );
      if (isFirst) {
        const plain = emptyFolder(scratch, 'plain');
        execute(instrumentCommand(jars, plain, []));
        for (const name of readdirSync(plain))
          if (Buffer.compare(readFileSync(join(plain, name)), readFileSync(join(output, name))) !== 0)
            throw new Error(`${name}: the bytes with a cache are not those without`);
      }
      return { ...cost, classBytes: sizeOfClasses(output) };
    },
  };
}

function execute(command: readonly string[]): void {
  execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function emptyFolder(scratch: string, name: string): string {
  const folder = join(scratch, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function sizeOfClasses(folder: string): number {
  let size = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (name.endsWith('.class')) size += readFileSync(file).length;
    else if (name.endsWith('.jar')) for (const bytes of classesOf(file)) size += bytes.length;
  }
  return size;
}
