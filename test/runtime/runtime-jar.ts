import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../support/cache.ts';
import { compileJava, defaultJdk, type Jdk } from '../support/jdk.ts';

const runtimeSources = join(import.meta.dirname, '..', '..', 'runtime-java', 'src', 'rrv', 'runtime');

/** Java sources below a folder. */
export function javaSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
}

export interface Workspace {
  readonly folder: string;
  /** What runs the drivers: the JDK that compiled them, or what RRV_RUNTIME_ON names (java8.slow.test.ts). */
  readonly jdk: Jdk;
  /** Where the runtime and the drivers are compiled to. */
  readonly classes: string;
  file(name: string, text: string): string;
  remove(): void;
}

/** A temporary folder, and the compiled runtime (`--release 8`) with the given drivers. */
export function runtimeWorkspace(drivers: readonly string[], jdk: Jdk = defaultJdk()): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-runtime-'));
  return {
    folder,
    jdk: process.env.RRV_RUNTIME_ON === undefined ? jdk : { home: process.env.RRV_RUNTIME_ON, release: 8 },
    classes: compiled([...javaSources(runtimeSources), ...drivers], jdk),
    file(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Compiles once for each content: the test files of this folder share it, whichever comes first. */
function compiled(sources: readonly string[], jdk: Jdk): string {
  const hash = createHash('sha256').update(String(jdk.release));
  for (const source of sources) hash.update(source).update(readFileSync(source));
  const parent = cacheFolder('runtime-tests');
  const classes = join(parent, hash.digest('hex').slice(0, 16));
  if (existsSync(classes)) return classes;
  const work = mkdtempSync(join(parent, 'new-'));
  compileJava(jdk, sources, work, ['--release', '8']);
  try {
    renameSync(work, classes);
  } catch (error) {
    // Another worker may have been faster.
    rmSync(work, { recursive: true, force: true });
    if (!existsSync(classes)) throw error;
  }
  return classes;
}

/** A property with Java code: BodyDriver has its bodies. */
export const bodyDefinition = [
  'rrv-unit\t1',
  'version\t0',
  'analysis\tnone',
  'property\tReadAheadLimit\twarning',
  'parameter\ti\tobject',
  'event\tmark\t0\tcreation\t0\t0',
  'event\tread\t1\t-\t0\t0',
  'event\tgoodReset\t2\t-\t0\t0',
  'event\tbadReset\t3\t-\t0\t0',
  'automaton\t2\t4\t0',
  'row\t0\t0\t0\t1',
  'row\t1\t1\t1\t1',
  'category\t1\tmatch',
  'handler\tmatch\t-\t-\tjava\t',
  'code\tdigest',
  'end',
  '',
].join('\n');
