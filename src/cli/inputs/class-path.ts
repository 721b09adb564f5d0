import { readdirSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ApplicationArchive } from '../../archive/application.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import { attributeOfManifest } from '../../archive/manifest.ts';
import { UnopenedByJava } from '../../archive/zip-reader.ts';
import { classPathDirectory, classPathEmpty, type Diagnostic, ifReadable } from '../../diagnostics.ts';
import type { ClassSource } from '../../hierarchy/class-source.ts';
import { archiveClassSource } from '../../hierarchy/class-sources.ts';
import { isOfUnit } from '../../instrument/unit/unit-name.ts';
import { contentDigest } from '../files/content-digest.ts';
import { orInputError, statusOf } from '../files/file-access.ts';
import { atMostFilesBelow, readableFilesBelow } from '../files/files-below.ts';
import { jarArchive, type LinkedArchive } from '../files/jar-archive.ts';
import { isWithin, realPath } from '../files/real-path.ts';
import { directoryArchive } from './inputs.ts';

/**
 * Paths of `--class-path`, as for java: separated by `:` (`;` on Windows), `dir/*` being the jars in it. An empty
 * element among others is passed over, with a warning: the working directory, which java takes it for, may be the root
 * of the machine. A value that is empty is what a build without dependencies writes.
 */
export function classPathEntries(
  values: readonly string[],
  warn: (diagnostic: Diagnostic) => void,
): string[] {
  return values
    .filter((value) => value !== '')
    .flatMap((value) => {
      const paths = value.split(delimiter);
      if (paths.includes('')) warn(classPathEmpty(value));
      return paths.filter((path) => path !== '');
    })
    .flatMap((path) => {
      if (basename(path) !== '*') return [path];
      const folder = dirname(path);
      return orInputError(folder, () => readdirSync(folder))
        .filter((name) => /\.jar$/i.test(name))
        .sort()
        .map((name) => join(folder, name));
    });
}

/** What is linked against, and where it was found. */
export interface LinkedSource extends Pick<LinkedArchive, 'digest'> {
  readonly path: string;
  readonly source: ClassSource;
  /** Whether rrv has instrumented it. Looks at the names of its entries. */
  readonly isInstrumented: () => boolean;
}

/**
 * The class path as sources, with what the manifests name in `Class-Path` (JAR File Specification), as the
 * JVM does: relative to the jar, silently passed over where it does not exist or is no archive, and with a warning where
 * it is a directory with more in it than its limit (a slash alone would be the whole machine). `inputs` are jars whose
 * manifests count too, but that are no part of the class path themselves.
 */
export function classPathSources(
  entries: readonly string[],
  inputs: readonly { readonly path: string; readonly archive: ApplicationArchive }[],
  release: number,
  limits: ArchiveLimits,
  warn: (diagnostic: Diagnostic) => void,
): LinkedSource[] {
  const sources: LinkedSource[] = [];
  const seen = new Set(inputs.map(({ path }) => realPath(path)));
  const inputDirectories = [...seen].filter((path) => statSync(path).isDirectory());
  const queue: { readonly path: string; readonly namedBy?: string }[] = entries.map((path) => ({ path }));
  const addNamed = (jar: string, archive: ApplicationArchive): void => {
    for (const path of manifestClassPath(jar, archive)) queue.push({ path, namedBy: jar });
  };
  for (const { path, archive } of inputs) addNamed(path, archive);
  for (const { path, namedBy } of queue) {
    // What a manifest names need not be there, nor be anything that can be looked at.
    const isGiven = namedBy === undefined;
    const real = isGiven ? realPath(path) : ifReadable(() => realPath(path));
    if (real === undefined || seen.has(real)) continue;
    if (inputDirectories.some((directory) => isWithin(real, directory))) continue;
    seen.add(real);
    const status = isGiven ? orInputError(path, () => statSync(path)) : ifReadable(() => statusOf(path));
    if (status === undefined) continue;
    let list = readableFilesBelow;
    if (!isGiven && status.isDirectory()) {
      const found = ifReadable(() => ({ files: atMostFilesBelow(path, limits.classPathDirectory) }));
      if (found === undefined) continue;
      const { files } = found;
      if (files === undefined) {
        warn(classPathDirectory(limits.classPathDirectory, namedBy, { file: path }));
        continue;
      }
      list = () => files;
    }
    const open = (): LinkedArchive =>
      status.isDirectory()
        ? { ...directoryArchive(path, basename(real), list), digest: () => contentDigest(path) }
        : jarArchive(path, basename(path), limits);
    // Maven's manifests name a `.pom` or `.so` as they name jars.
    const archive = isGiven ? open() : unlessUnopenedByJava(open);
    if (archive === undefined) continue;
    const { digest } = archive;
    const isInstrumented = (): boolean => hasUnit(archive);
    sources.push({
      path,
      digest,
      source: archiveClassSource(archive, 'classPath', release),
      isInstrumented,
    });
    if (!status.isDirectory()) addNamed(path, archive);
  }
  return sources;
}

/** Undefined where it is none that Java opens. */
function unlessUnopenedByJava(open: () => LinkedArchive): LinkedArchive | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof UnopenedByJava) return undefined;
    throw error;
  }
}

function hasUnit(archive: ApplicationArchive): boolean {
  for (const { name } of archive.entries()) if (isOfUnit(name)) return true;
  return false;
}

/** `Class-Path` of the manifest: URLs relative to the jar, separated by spaces. */
function manifestClassPath(path: string, archive: ApplicationArchive): string[] {
  return (attributeOfManifest(archive, 'Class-Path') ?? '')
    .split(/\s+/)
    .filter((url) => url !== '')
    .flatMap((url) => {
      try {
        const target = new URL(url, pathToFileURL(resolve(path)));
        return target.protocol === 'file:' ? [fileURLToPath(target)] : [];
      } catch {
        // Not a URL: the JVM passes over it too.
        return [];
      }
    });
}
