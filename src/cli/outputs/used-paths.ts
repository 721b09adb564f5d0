import { readFileSync, type Stats } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { isArchiveName } from '../../archive/entry-name.ts';
import { readClassFile } from '../../classfile/class-file.ts';
import { ifReadable, outputIsInput, outputUnwritable, RrvError, usage } from '../../diagnostics.ts';
import { orInputError, statusOf } from '../files/file-access.ts';
import { isWithin, realPath } from '../files/real-path.ts';
import type { Target } from './targets.ts';

/** A file or directory that a run reads, and as what. */
export interface UsedPath {
  readonly path: string;
  readonly as:
    | 'input'
    | 'element of the class path'
    | 'file of properties'
    | 'file of facts'
    | 'baseline'
    | 'report of an instrumentation'
    | 'report of a run';
}

/**
 * What a run reads, by what it must not write to. Paths to ask for are without symbolic links (`realPath`).
 */
export interface UsedPaths {
  /**
   * As what the path is read: as itself, as what is in it, or as part of a directory that it is in. Of an
   * input that is all; of the class path the classes that are there: other files may be made and replaced
   * beside them. Undefined: it is free.
   */
  at(real: string): UsedPath['as'] | undefined;
  /**
   * The same for a file that is no part of a program: it may stand in a directory, but not in the place of a
   * class or archive there.
   */
  atFile(real: string): UsedPath['as'] | undefined;
}

const onClassPath = 'element of the class path' satisfies UsedPath['as'];

/** O(paths x depth); what a path leads to is found out once. */
export function usedPaths(used: readonly UsedPath[]): UsedPaths {
  const paths = new Map<string, UsedPath['as']>();
  /** Two hard links are two names of one file. */
  const files = new Map<string, UsedPath['as']>();
  const directories = new Map<string, UsedPath['as']>();
  /** All directories that the paths are in. */
  const parents = new Map<string, UsedPath['as']>();
  for (const { path, as } of used) {
    const real = realPath(path);
    if (paths.has(real)) continue;
    paths.set(real, as);
    const status = statusOf(real);
    if (status?.isDirectory() === true) directories.set(real, as);
    else if (status?.isFile() === true) files.set(identityOf(status), as);
    for (let parent = dirname(real); !parents.has(parent); parent = dirname(parent)) parents.set(parent, as);
  }
  const around = (real: string) =>
    [...directories].find(
      ([directory, as]) =>
        isWithin(real, directory) && (as !== onClassPath || isClassOf(real, relative(directory, real))),
    )?.[1];
  const itself = (real: string, status: Stats | undefined) =>
    paths.get(real) ?? (status?.isFile() === true ? files.get(identityOf(status)) : undefined);
  return {
    at(real) {
      const status = statusOf(real, outputUnwritable);
      const inIt = status?.isDirectory() === true ? parents.get(real) : undefined;
      return itself(real, status) ?? around(real) ?? inIt;
    },
    atFile(real) {
      const isPartOfProgram = real.endsWith('.class') || isArchiveName(real);
      return itself(real, statusOf(real, outputUnwritable)) ?? (isPartOfProgram ? around(real) : undefined);
    },
  };
}

/**
 * Whether there is a class file, and class loaders look for its class at this path below a directory. What is
 * damaged counts as one.
 */
function isClassOf(real: string, path: string): boolean {
  if (!path.endsWith('.class') || statusOf(real, outputUnwritable)?.isFile() !== true) return false;
  const name = ifReadable(() => readClassFile(orInputError(real, () => readFileSync(real))).name);
  return name === undefined || `${name}.class` === path.split(sep).join('/');
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

/** Checks that no report (`-`: stdout) is written over what the run reads, or over one of its outputs. */
export function checkReportPaths(
  reports: readonly { readonly path: string }[],
  used: UsedPaths,
  targets: readonly Target[],
): void {
  for (const { path } of reports) {
    if (path === '-') continue;
    const real = realPath(path, outputUnwritable);
    const overwritten = used.atFile(real);
    if (overwritten !== undefined) throw new RrvError(outputIsInput('report', overwritten, { file: path }));
    const target = targets.find((one) => {
      const output = realPath(one.path, outputUnwritable);
      return one.merge ? real === output : isWithin(real, output);
    });
    if (target !== undefined)
      throw new RrvError(
        usage(`--report ${path}: the output ${target.path} is written there, and nothing else`),
      );
  }
}
