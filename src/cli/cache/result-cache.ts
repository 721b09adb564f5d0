import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveLimits } from '../../archive/limits.ts';
import { cacheUnusable, type Diagnostic, RrvError } from '../../diagnostics.ts';
import { type CacheSection, digestOf, type ResultCache, textOf } from '../../instrument/result-cache.ts';
import { contentDigest } from '../files/content-digest.ts';
import { reasonOf } from '../files/system-reason.ts';
import type { LinkedSource } from '../inputs/class-path.ts';
import { type Jdk, jdkLibraries } from '../java/jdk.ts';
import { codeRoot } from '../version.ts';
import { readSealed, writeSealed } from './cache-file.ts';
import { makeDirectory } from './make-directory.ts';
import { markUsed, removeUnused } from './unused-files.ts';

export interface StoredCache extends ResultCache {
  /**
   * Writes what is new, unless the environment is another one by now: then some of it may have been read
   * before and some after. A cache that cannot be written is no error: `warn` is told.
   */
  save(warn: (diagnostic: Diagnostic) => void): void;
}

/** What a run links against and compiles with. */
export interface RunEnvironment {
  readonly jdk: Jdk;
  /** What the program links against besides the inputs and the JDK. */
  readonly linked: readonly Pick<LinkedSource, 'path' | 'digest'>[];
  /** As it was given: the compiler gets it so. */
  readonly classPath: readonly string[];
  readonly variables: NodeJS.ProcessEnv;
  /** What a run that allows more may read, another must refuse. */
  readonly limits: ArchiveLimits;
}

/**
 * The cache of `--cache`: a directory with a file per section or value, named by its name and the build of
 * rrv, so that another build never sees it. A file is its checksum and its content; what does not fit is as
 * good as absent. Files are written beside their places and renamed, so that several runs may share the
 * directory: the last one to finish wins. What no run has used for long goes.
 *
 * @throws RrvError when the directory cannot be made.
 */
export function openCache(directory: string, environment: RunEnvironment): StoredCache {
  try {
    makeDirectory(directory);
    readdirSync(directory);
  } catch (error) {
    throw new RrvError(cacheUnusable(reasonOf(error), { file: directory }));
  }
  const build = buildDigest();
  // Of what this run reads, which by now may be elsewhere, and something else in its place.
  const opened = environmentDigest(environment, ({ digest }) => digest());
  const sections = new Map<string, Section>();
  const values = new Map<string, readonly Uint8Array[]>();
  const fileOf = (name: string): string => join(directory, `${digestOf([build, name])}.rrvcache`);
  const read = (file: string, start?: string): Uint8Array | undefined => {
    const content = readSealed(file, start);
    if (content !== undefined) markUsed(file, Date.now());
    return content;
  };
  function* unsaved(): Generator<readonly [string, readonly Uint8Array[]]> {
    for (const [name, { changed, content }] of sections)
      if (changed()) yield [fileOf(name), [Buffer.from(JSON.stringify(content()))]];
    yield* values;
  }
  return {
    environment: opened,
    section(name) {
      let section = sections.get(name);
      if (section === undefined) {
        section = openSection(read(fileOf(name)));
        sections.set(name, section);
      }
      return section;
    },
    bytes(name) {
      const file = fileOf(name);
      return {
        get: (key) => read(file, `${key}\n`),
        put: (key, pieces) => values.set(file, [Buffer.from(`${key}\n`), ...pieces]),
      };
    },
    save(warn) {
      try {
        const pending = [...unsaved()];
        if (
          pending.length === 0 ||
          environmentDigest(environment, ({ path }) => contentDigest(path)) !== opened
        )
          return;
        for (const [file, pieces] of pending) writeSealed(file, pieces);
        removeUnused(directory, Date.now());
      } catch (error) {
        warn({ ...cacheUnusable(reasonOf(error), { file: directory }), severity: 'warning' });
      }
    },
  };
}

interface Section extends CacheSection {
  changed(): boolean;
  content(): unknown;
}

/** `bytes`: JSON of an array of pairs of key and value; undefined or anything else: an empty section. */
function openSection(bytes: Uint8Array | undefined): Section {
  const old = new Map<string, unknown>();
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes === undefined ? '[]' : new TextDecoder().decode(bytes));
  } catch {
    parsed = [];
  }
  for (const pair of Array.isArray(parsed) ? (parsed as readonly unknown[]) : [])
    if (Array.isArray(pair) && typeof pair[0] === 'string') old.set(pair[0], pair[1]);
  const current = new Map<string, unknown>();
  let isNew = false;
  return {
    get(key) {
      const value = old.get(key);
      if (value !== undefined) current.set(key, value);
      return value;
    },
    put(key, value) {
      isNew = true;
      current.set(key, value);
    },
    changed: () => isNew,
    content: () => [...current],
  };
}

/** Of all code of rrv that is running, so that no version and no checkout sees another's results. */
function buildDigest(): string {
  const files = readdirSync(codeRoot, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .sort();
  return digestOf(files.flatMap((name) => [name, readFileSync(join(codeRoot, name))]));
}

/** Variables that the JVM of javac takes options from. */
const compilerVariables = ['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS'];

function environmentDigest(
  { jdk, linked, classPath, variables, limits }: RunEnvironment,
  digestOfLinked: (one: RunEnvironment['linked'][number]) => string,
): string {
  const known = new Map(linked.map((one) => [one.path, digestOfLinked(one)]));
  const digestAt = (path: string): string => {
    const digest = known.get(path) ?? contentDigest(path);
    known.set(path, digest);
    return digest;
  };
  return digestOf([
    jdkText(jdk),
    textOf([linked.map(({ path }) => digestAt(path)), classPath.map(digestAt)]),
    textOf(compilerVariables.map((name) => variables[name] ?? null)),
    textOf(limits),
    // Deflates what is kept: another may make other bytes of the same content.
    process.versions.zlib ?? '',
  ]);
}

/**
 * A JDK's files are too large to be read as a whole: their sizes and times tell whether they are the same, and
 * what it says of its build, as images and reproducible packages give all files one time.
 */
function jdkText(jdk: Jdk): string {
  const parts: string[] = [jdk.home, String(jdk.release), contentDigest(join(jdk.home, 'release'))];
  const others = ['bin/javac', 'bin/javac.exe', 'lib/tools.jar'];
  for (const file of [...jdkLibraries(jdk), ...others.map((name) => join(jdk.home, name))]) {
    const status = statSync(file, { throwIfNoEntry: false });
    if (status !== undefined) parts.push(`${file} ${status.size} ${status.mtimeMs}`);
  }
  return parts.join('\n');
}
