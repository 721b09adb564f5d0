import { accessSync, constants } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isArchiveName } from '../../archive/entry-name.ts';
import {
  cacheUnusable,
  outputClash,
  outputDirectoryInUse,
  outputFileInUse,
  outputIsInput,
  outputUnwritable,
  RrvError,
  usage,
} from '../../diagnostics.ts';
import { linkStatusOf, openFile, orOutputError, statusOf } from '../files/file-access.ts';
import { isWithin, realPath } from '../files/real-path.ts';
import { kindOfFile, type OpenInput } from '../inputs/inputs.ts';
import { isReplaceable } from './earlier-output.ts';
import type { UsedPaths } from './used-paths.ts';

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
  readonly cache: string | undefined;
}

/** Throws RrvError for options that exclude each other. */
export function checkTargetOptions({
  output,
  inPlace,
}: {
  readonly output: string | undefined;
  readonly inPlace: boolean | undefined;
}): void {
  if (inPlace === true && output !== undefined)
    throw new RrvError(usage('--in-place and --output exclude each other'));
}

/**
 * Decides where outputs go and checks, before any work, that they can be written there without touching what
 * the run reads: throws RrvError if not.
 */
export function targetsOf(inputs: readonly OpenInput[], used: UsedPaths, options: TargetOptions): Target[] {
  const { output, inPlace } = options;
  const targets = inputs.map((input) => targetOf(input, inputs.length, output, inPlace));
  const cache = options.cache === undefined ? undefined : realPath(options.cache, cacheUnusable);
  const seen = new Map<string, OpenInput>();
  for (const { input, path, merge } of targets) {
    const real = realPath(path, outputUnwritable);
    const clash = seen.get(real);
    if (clash !== undefined && !(input.isClass && clash.isClass))
      throw new RrvError(outputClash(inPlace, { file: path }));
    seen.set(real, input);
    const place = input.isClass ? classFileIn(real, input) : real;
    // Class files may go into one directory, but not two of one class.
    if (input.isClass && seen.has(place)) throw new RrvError(outputClash(inPlace, { file: place }));
    seen.set(place, input);
    const overwritten = inPlace ? undefined : used.at(place);
    if (overwritten !== undefined) throw new RrvError(outputIsInput('output', overwritten, { file: path }));
    if (cache !== undefined && !merge && isWithin(cache, real))
      throw new RrvError(usage(`--cache ${options.cache} is in the output ${path}, which is written anew`));
    checkWritable(path, input, merge);
    if (!inPlace && input.output.kind === 'file' && isOfAnotherKind(path))
      throw new RrvError(outputFileInUse({ file: path }));
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
    (input.output.kind === 'file' && statusOf(output, outputUnwritable)?.isDirectory() === true);
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

/**
 * Throws RrvError where something has been put into the place of an output meanwhile that must not be replaced.
 */
export function checkStillWritable(targets: readonly Target[]): void {
  for (const { input, path, merge } of targets) checkWritable(path, input, merge);
}

function classFileIn(directory: string, input: OpenInput): string {
  const [entry] = input.application.archives[0]!.entries();
  return join(directory, entry!.name);
}

function isDirectory(path: string): boolean {
  return statusOf(path, outputUnwritable)?.isDirectory() === true;
}

/** Whether a file stands there that is no archive, neither by its name nor by what it holds. */
function isOfAnotherKind(path: string): boolean {
  const status = statusOf(path, outputUnwritable);
  if (status?.isFile() !== true || status.size === 0) return false;
  return !isArchiveName(path) && !/\.(?:tar|tar\.gz|tgz)$/i.test(path) && !holdsAnArchive(path);
}

function holdsAnArchive(path: string): boolean {
  const file = orOutputError(path, () => openFile(path));
  const kind = kindOfFile(file);
  file.close();
  return kind === 'zip' || kind === 'tar';
}

function checkWritable(path: string, input: OpenInput, merge: boolean): void {
  const status = statusOf(path, outputUnwritable);
  if (input.output.kind === 'file' && status?.isDirectory() === true)
    throw new RrvError(outputUnwritable('it is a directory', { file: path }));
  if (input.output.kind === 'files' && status !== undefined) {
    if (!status.isDirectory()) throw new RrvError(outputUnwritable('it is no directory', { file: path }));
    if (!merge && !isReplaceable(path, input)) throw new RrvError(outputDirectoryInUse({ file: path }));
  }
  checkDirectory(path);
}

/**
 * Whether a file can be made at the path, or where a link there leads to. With several inputs its directory
 * is made when it is not there.
 */
export function checkDirectory(path: string): void {
  const status = statusOf(path, outputUnwritable);
  if (status !== undefined && !status.isFile() && !status.isDirectory()) {
    // A pipe or device is written to, and nothing is made beside it.
    orOutputError(path, () => accessSync(path, constants.W_OK));
    return;
  }
  const directory = dirname(realPath(path, outputUnwritable));
  const existing = linkStatusOf(directory, outputUnwritable);
  if (existing === undefined) {
    const parent = dirname(directory);
    if (parent === directory || !isDirectory(parent))
      throw new RrvError(outputUnwritable(`there is no directory ${parent}`, { file: path }));
    return;
  }
  if (!isDirectory(directory))
    throw new RrvError(outputUnwritable(`${directory} is no directory`, { file: path }));
  orOutputError(path, () => accessSync(directory, constants.W_OK));
}
