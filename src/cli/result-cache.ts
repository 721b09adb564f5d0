import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheUnusable, type Diagnostic, RrvError } from '../diagnostics.ts';
import { type CacheSection, digestOf, type ResultCache } from '../instrument/result-cache.ts';
import { reasonOf } from './file-access.ts';
import type { Jdk } from './jdk.ts';
import { makeDirectory } from './make-directory.ts';

export interface StoredCache extends ResultCache {
  /** Writes what is new. A cache that cannot be written is no error: `warn` is told. */
  save(warn: (diagnostic: Diagnostic) => void): void;
}

/** A file that is larger is taken for damage. */
const maxFileBytes = 256 * 1024 * 1024;

/**
 * The cache of `--cache`: a directory with a file per section, named by section and build of rrv, so that another
 * build never sees it. A file is its checksum and JSON; what does not fit is as good as absent. Files are written
 * beside their places and renamed, so that several runs may share the directory: the last one to finish wins.
 *
 * @throws RrvError when the directory cannot be made.
 */
export function openCache(directory: string, jdk: Jdk, classPath: readonly string[]): StoredCache {
  try {
    makeDirectory(directory);
    readdirSync(directory);
  } catch (error) {
    throw new RrvError(cacheUnusable(reasonOf(error), { file: directory }));
  }
  const build = buildDigest();
  const sections = new Map<string, Section>();
  const fileOf = (name: string): string => join(directory, `${digestOf([build, name])}.rrvcache`);
  return {
    environment: digestOf([jdkText(jdk), ...classPath.map(contentDigest)]),
    section(name) {
      let section = sections.get(name);
      if (section === undefined) {
        section = openSection(readFile(fileOf(name)));
        sections.set(name, section);
      }
      return section;
    },
    save(warn) {
      for (const [name, { changed, content }] of sections) {
        if (!changed()) continue;
        const file = fileOf(name);
        const partial = `${file}.${process.pid}-${randomUUID()}`;
        try {
          writeFileSync(partial, sealed(JSON.stringify(content())), { mode: 0o600, flag: 'wx' });
          renameSync(partial, file);
        } catch (error) {
          rmSync(partial, { force: true });
          warn({ ...cacheUnusable(reasonOf(error), { file: directory }), severity: 'warning' });
          return;
        }
      }
    },
  };
}

interface Section extends CacheSection {
  changed(): boolean;
  content(): unknown;
}

/** `text`: an array of pairs of key and value; undefined or anything else: an empty section. */
function openSection(text: string | undefined): Section {
  const old = new Map<string, unknown>();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '[]');
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
      if (!old.has(key) || JSON.stringify(old.get(key)) !== JSON.stringify(value)) isNew = true;
      current.set(key, value);
    },
    changed: () => isNew,
    content: () => [...current],
  };
}

/** SHA-256 of the text, then the text. */
function sealed(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}\n${text}`;
}

function readFile(file: string): string | undefined {
  try {
    if (statSync(file).size > maxFileBytes) return undefined;
    const content = readFileSync(file, 'utf8');
    const text = content.slice(content.indexOf('\n') + 1);
    return sealed(text) === content ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Of all code of rrv that is running, so that no version and no checkout sees another's results. */
function buildDigest(): string {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.[jt]s$/.test(name))
    .sort();
  return digestOf(files.flatMap((name) => [name, readFileSync(join(root, name))]));
}

/** A JDK's image is too large to be read as a whole: its size and time tell whether it is the same. */
function jdkText({ home, release }: Jdk): string {
  const parts: string[] = [home, String(release)];
  for (const name of ['release', 'lib/modules', 'lib/rt.jar', 'jre/lib/rt.jar']) {
    const status = statSync(join(home, name), { throwIfNoEntry: false });
    if (status !== undefined) parts.push(`${name} ${status.size} ${status.mtimeMs}`);
  }
  return parts.join('\n');
}

/** Of a jar, or of all files below a directory. */
function contentDigest(path: string): string {
  if (!statSync(path).isDirectory()) return digestOf([readFileSync(path)]);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return digestOf(
    names
      .filter((name) => statSync(join(path, name)).isFile())
      .flatMap((name) => [name, readFileSync(join(path, name))]),
  );
}
