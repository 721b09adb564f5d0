import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defaultJdk } from '../../test/support/jdk.ts';
import { mavenJar } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { aspectjVersion, oracle } from '../dacapo/aspectj.ts';
import { classesOf, type Input } from './inputs.ts';
import { type Cost, measured } from './measured-process.ts';

const properties = ['SafeIterator', 'SafeListIterator', 'SafeMapIterator', 'SafeHasNext'];

/** One way to instrument an input; a process of its own each time. */
export interface Variant {
  readonly name: string;
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

/** `rrv instrument`; `options` are appended. */
export function rrv(name: string, options: readonly string[]): Variant {
  const main = join(repositoryRoot(), 'dist', 'cli', 'main.js');
  return {
    name,
    run({ jars }, scratch) {
      const output = emptyFolder(scratch, 'rrv');
      const command = [main, 'instrument', ...jars, '--prop', properties.join(','), '--quiet'];
      const cost = measured(process.execPath, [...command, ...options, '-o', output], scratch);
      return { ...cost, classBytes: sizeOfClasses(output) };
    },
  };
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
