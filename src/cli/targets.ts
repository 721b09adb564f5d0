import { accessSync, constants, type Stats } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  outputClash,
  outputDirectoryInUse,
  outputIsInput,
  outputUnwritable,
  RrvError,
  usage,
} from '../diagnostics.ts';
import { linkStatusOf, reasonOf, statusOf } from './file-access.ts';
import { isWithin, type OpenInput, realPath } from './inputs.ts';
import { isReplaceable } from './transaction.ts';

/** Where the output of an input goes. */
export interface Target {
  readonly input: OpenInput;
  readonly path: string;
  /** Files are put into the directory `path` beside those that are there. */
  readonly merge: boolean;
}

export interface TargetOptions {
  readonly output: string | undefined;
  readonly inPlace: boolean;
  readonly classPath: readonly string[];
  readonly cache: string | undefined;
}

/**
 * Decides where outputs go and checks, before any work, that they can be written there without touching an
 * input: throws RrvError if not.
 */
export function targetsOf(inputs: readonly OpenInput[], options: TargetOptions): Target[] {
  const { output, inPlace } = options;
  if (inPlace && output !== undefined)
    throw new RrvError(usage('--in-place and --output exclude each other'));
  const targets = inputs.map((input) => targetOf(input, inputs.length, output, inPlace));
  const inputPaths = pathsInUse([...inputs.map(({ path }) => path), ...options.classPath]);
  const cache = options.cache === undefined ? undefined : realPath(options.cache);
  const seen = new Map<string, OpenInput>();
  for (const { input, path, merge } of targets) {
    const real = realPath(path);
    const clash = seen.get(real);
    if (clash !== undefined && !(merge && clash.isClass)) throw new RrvError(outputClash({ file: path }));
    seen.set(real, input);
    if (!inPlace && isInUse(input.isClass ? classFileIn(real, input) : real, inputPaths))
      throw new RrvError(outputIsInput({ file: path }));
    if (cache !== undefined && !merge && isWithin(cache, real))
      throw new RrvError(usage(`--cache ${options.cache} is in the output ${path}, which is written anew`));
    checkWritable(path, input, merge);
  }
  return targets;
}

function targetOf(input: OpenInput, count: number, output: string | undefined, inPlace: boolean): Target {
  const merge = input.isClass;
  if (inPlace) {
    if (!input.isClass) return { input, path: input.path, merge: input.output.kind === 'files' };
    return { input, path: classRootOf(input), merge };
  }
  if (output === undefined) return { input, path: defaultOutput(input), merge };
  if (input.isClass) return { input, path: output, merge };
  const isDirectory =
    count > 1 ||
    /[\\/]$/.test(output) ||
    (input.output.kind === 'file' && statusOf(output)?.isDirectory() === true);
  return { input, path: isDirectory ? join(output, basename(resolve(input.path))) : output, merge };
}

/** `app-rrv.jar` beside `app.jar`; a directory `C-rrv` for `C.class`. */
function defaultOutput(input: OpenInput): string {
  const path = resolve(input.path);
  const name = basename(path);
  const extension =
    input.output.kind === 'files' && !input.isClass ? '' : (/\.tar\.gz$/i.exec(name)?.[0] ?? extname(name));
  const stem = name.slice(0, name.length - extension.length);
  return join(dirname(path), `${stem}-rrv${input.isClass ? '' : extension}`);
}

/** The class-path directory that a class file lies in: its path without the path of its package. */
function classRootOf(input: OpenInput): string {
  const [entry] = input.application.archives[0]!.entries();
  const path = resolve(input.path).split('\\').join('/');
  if (!path.endsWith(`/${entry!.name}`))
    throw new RrvError(
      usage(
        `--in-place: ${input.path} is not where its package says (${entry!.name}); name an --output directory`,
      ),
    );
  return path.slice(0, -entry!.name.length - 1) || '/';
}

function classFileIn(directory: string, input: OpenInput): string {
  const [entry] = input.application.archives[0]!.entries();
  return join(directory, entry!.name);
}

/** Inputs and class path, by what an output must not be. */
interface PathsInUse {
  /** Without symbolic links. */
  readonly paths: ReadonlySet<string>;
  /** Two hard links are two names of one file. */
  readonly files: ReadonlySet<string>;
  readonly directories: readonly string[];
  /** All directories that the paths are in. */
  readonly parents: ReadonlySet<string>;
}

function pathsInUse(names: readonly string[]): PathsInUse {
  const paths = new Set(names.map(realPath));
  const files = new Set<string>();
  const directories: string[] = [];
  const parents = new Set<string>();
  for (const path of paths) {
    const status = statusOf(path);
    if (status?.isDirectory() === true) directories.push(path);
    else if (status?.isFile() === true) files.add(identityOf(status));
    for (let parent = dirname(path); !parents.has(parent); parent = dirname(parent)) parents.add(parent);
  }
  return { paths, files, directories, parents };
}

/** Whether writing to the path would write to one of those in use, into a directory of them, or over a directory that they are in. */
function isInUse(path: string, { paths, files, directories, parents }: PathsInUse): boolean {
  if (paths.has(path) || directories.some((directory) => isWithin(path, directory))) return true;
  const status = statusOf(path);
  if (status?.isFile() === true) return files.has(identityOf(status));
  return status?.isDirectory() === true && parents.has(path);
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

function isDirectory(path: string): boolean {
  return statusOf(path)?.isDirectory() === true;
}

function checkWritable(path: string, input: OpenInput, merge: boolean): void {
  const status = statusOf(path);
  if (input.output.kind === 'file' && status?.isDirectory() === true)
    throw new RrvError(outputUnwritable('it is a directory', { file: path }));
  if (input.output.kind === 'files' && status !== undefined) {
    if (!status.isDirectory()) throw new RrvError(outputUnwritable('it is no directory', { file: path }));
    if (!merge && !isReplaceable(path)) throw new RrvError(outputDirectoryInUse({ file: path }));
  }
  checkDirectory(dirname(resolve(path)), path);
}

/** Whether files can be made in the directory. With several inputs it is made when it is not there. */
export function checkDirectory(directory: string, path: string): void {
  const existing = linkStatusOf(directory);
  if (existing === undefined) {
    const parent = dirname(directory);
    if (parent === directory || !isDirectory(parent))
      throw new RrvError(outputUnwritable(`there is no directory ${parent}`, { file: path }));
    return;
  }
  if (!isDirectory(directory))
    throw new RrvError(outputUnwritable(`${directory} is no directory`, { file: path }));
  try {
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new RrvError(outputUnwritable(reasonOf(error), { file: path }));
  }
}
