import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readSealed } from '../../src/cli/cache/cache-file.ts';
import { openCache, type RunEnvironment } from '../../src/cli/cache/result-cache.ts';
import { openFileDigest } from '../../src/cli/files/content-digest.ts';
import { openFile } from '../../src/cli/files/file-access.ts';
import { classPathSources } from '../../src/cli/inputs/class-path.ts';
import { javaCompiler } from '../../src/cli/java/java-compiler.ts';
import { jarOf } from '../support/jar.ts';
import { compileSources, defaultJdk } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-result-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const library = join(folder, 'library');
const old = join(folder, 'jdk8');

beforeAll(() => {
  compileSources(
    { 'Consts.java': 'public class Consts { public static final int X = 1; }' },
    join(folder, 'source'),
    library,
  );
  mkdirSync(join(old, 'jre', 'lib'), { recursive: true });
  for (const name of ['rt.jar', 'charsets.jar']) writeFileSync(join(old, 'jre', 'lib', name), 'one');
});

const environment = () => ({
  jdk: { ...defaultJdk(), foundBy: '--jdk' },
  linked: [],
  classPath: [library],
  variables: {},
  limits: defaultArchiveLimits,
});

function warnings(save: (warn: (diagnostic: { code: string }) => void) => void): string[] {
  const codes: string[] = [];
  save(({ code }) => codes.push(code));
  return codes;
}

test('nothing is kept of a run while which the class path changed', () => {
  const directory = join(folder, 'cache');
  const cache = openCache(directory, environment());
  cache.section('one').put('key', 1);
  writeFileSync(join(library, 'new.txt'), 'new');
  expect(warnings(cache.save)).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
  const later = openCache(directory, environment());
  later.section('one').put('key', 1);
  expect(warnings(later.save)).toEqual([]);
  expect(readdirSync(directory)).toHaveLength(1);
});

describe('nor of one while which a jar of the class path was', () => {
  /** What is kept, of a cache that is opened when the jar has changed. */
  const keptAfter = (change: (jar: string) => void): readonly string[] => {
    const work = mkdtempSync(join(folder, 'jar-'));
    const jar = join(work, 'library.jar');
    writeFileSync(jar, jarOf({ one: new Uint8Array(1) }));
    utimesSync(jar, new Date('2020-01-01'), new Date('2020-01-01'));
    const linked = classPathSources([jar], [], 17, defaultArchiveLimits, () => undefined);
    change(jar);
    const cache = openCache(join(work, 'cache'), { ...environment(), linked, classPath: [jar] });
    cache.section('one').put('key', 1);
    expect(warnings(cache.save)).toEqual([]);
    return readdirSync(join(work, 'cache'));
  };
  const other = jarOf({ one: new Uint8Array(1), two: new Uint8Array(1) });

  test('left as it was: then it is', () => expect(keptAfter(() => {})).toHaveLength(1));
  test('replaced', () => {
    const replace = (jar: string): void => {
      writeFileSync(`${jar}.new`, other);
      renameSync(`${jar}.new`, jar);
    };
    expect(keptAfter(replace)).toEqual([]);
  });
  test('written anew', () => expect(keptAfter((jar) => writeFileSync(jar, other))).toEqual([]));
  test('written anew, as long as it was', () => {
    const asLong = jarOf({ two: new Uint8Array(1) });
    expect(keptAfter((jar) => writeFileSync(jar, asLong))).toEqual([]);
  });
});

test('a file that is written anew while it is open is like none, not even like itself', () => {
  const path = join(folder, 'changing');
  const written = (text: string, year: number): void => {
    writeFileSync(path, text);
    utimesSync(path, new Date(`${year}-01-01`), new Date(`${year}-01-01`));
  };
  written('one', 2020);
  const file = openFile(path);
  expect(openFileDigest(file)).toBe(openFileDigest(file));
  for (const text of ['two', 'longer']) {
    written(text, 2021);
    expect(openFileDigest(file)).not.toBe(openFileDigest(file));
  }
  file.close();
});

test('each jar of the class library of Java 8 tells one environment from another', () => {
  const jdk = { home: old, release: 8, foundBy: '--jdk' };
  const digest = () => openCache(join(folder, 'cache8'), { ...environment(), jdk }).environment;
  const seen = new Set([digest()]);
  expect(digest()).toBe([...seen][0]);
  for (const name of ['jre/lib/rt.jar', 'jre/lib/charsets.jar', 'lib/tools.jar']) {
    mkdirSync(join(old, 'lib'), { recursive: true });
    writeFileSync(join(old, name), 'longer');
    seen.add(digest());
  }
  expect(seen.size).toBe(4);
});

describe('an environment is told from one with another', () => {
  const home = join(folder, 'jdk');
  const file = (name: string): string => join(home, name);
  const files = { 'lib/modules': 'image', release: 'JAVA_VERSION="17"', 'bin/javac': '' };
  const jdk = { home, release: 17, foundBy: '--jdk' };
  const past = new Date('2020-01-01');
  const write = (name: string, text: string): void => {
    writeFileSync(file(name), text);
    utimesSync(file(name), past, past);
  };
  const linked = (digest: string) => [{ path: library, digest: () => digest }];
  const digestWith = (change: Partial<RunEnvironment> = {}): string =>
    openCache(join(folder, 'environments'), { ...environment(), jdk, linked: linked('one'), ...change })
      .environment;
  beforeEach(() => {
    for (const name of ['lib', 'bin']) mkdirSync(file(name), { recursive: true });
    for (const [name, text] of Object.entries(files)) write(name, text);
  });

  const changes: Readonly<Record<string, () => Partial<RunEnvironment>>> = {
    'home of the JDK': () => {
      cpSync(home, `${home}2`, { recursive: true, preserveTimestamps: true });
      return { jdk: { ...jdk, home: `${home}2` } };
    },
    'release of the JDK': () => ({ jdk: { ...jdk, release: 25 } }),
    'size of the class library': () => {
      write('lib/modules', 'another');
      return {};
    },
    'time of the class library': () => {
      utimesSync(file('lib/modules'), past, new Date('2021-01-01'));
      return {};
    },
    compiler: () => {
      write('bin/javac', 'another');
      return {};
    },
    'file of the release': () => {
      rmSync(file('release'));
      return {};
    },
    'build of the JDK, of the same size and time': () => {
      write('release', 'JAVA_VERSION="18"');
      return {};
    },
    'limit of archives': () => ({ limits: { ...defaultArchiveLimits, entries: 1 } }),
    'option of the compiler': () => ({ variables: { JAVA_TOOL_OPTIONS: '-Xmx1g' } }),
    'class path': () => ({ linked: linked('two') }),
    'element of the class path': () => ({ linked: [...linked('one'), ...linked('one')] }),
    'class path of the compiler': () => ({ classPath: [library, library] }),
  };
  test.each(Object.keys(changes))('%s', (what) => {
    const before = digestWith();
    expect(digestWith()).toBe(before);
    expect(digestWith(changes[what]!())).not.toBe(before);
  });
});

test('of a section what a run got or put is kept, and of a value its last key', () => {
  const directory = join(folder, 'kept');
  const opened = () => openCache(directory, environment());
  const first = opened();
  for (const key of ['a', 'b']) first.section('one').put(key, key);
  first.bytes('two').put('a', [new Uint8Array([1]), new Uint8Array([2])]);
  expect(warnings(first.save)).toEqual([]);
  const second = opened();
  expect(second.section('one').get('a')).toBe('a');
  expect([...second.bytes('two').get('a')!]).toEqual([1, 2]);
  second.section('one').put('c', 'c');
  second.bytes('two').put('b', []);
  expect(warnings(second.save)).toEqual([]);
  const third = opened();
  expect(['a', 'b', 'c'].map((key) => third.section('one').get(key))).toEqual(['a', undefined, 'c']);
  expect(third.bytes('two').get('a')).toBeUndefined();
  expect(third.bytes('two').get('b')).toHaveLength(0);
  if (process.platform !== 'win32')
    for (const name of readdirSync(directory))
      expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o600);
});

test('a file that cannot be put in its place is told, and leaves nothing', () => {
  const directory = join(folder, 'blocked');
  const saved = () => {
    const cache = openCache(directory, environment());
    cache.section('one').put('key', 1);
    return warnings(cache.save);
  };
  expect(saved()).toEqual([]);
  const names = readdirSync(directory);
  rmSync(join(directory, names[0]!));
  mkdirSync(join(directory, names[0]!, 'full'), { recursive: true });
  expect(saved()).toEqual(['RRV_CACHE_UNUSABLE']);
  expect(readdirSync(directory)).toEqual(names);
});

test('the compiler takes classes of the class path, not sources that lie there', () => {
  writeFileSync(join(library, 'Consts.java'), 'public class Consts { public static final int X = 222222; }');
  const compile = javaCompiler({
    jdkHome: defaultJdk().home,
    classPath: [library],
    runtimeClasses: new Map(),
  })!;
  const text = 'public class Uses { int x = Consts.X; static final int wrong = 222222 / Consts.X; }';
  const source = { className: 'Uses', path: 'Uses.java', text, sourceFile: 'p.mop', lines: [] };
  const classes = compile([source]);
  expect([...classes.keys()]).toEqual(['Uses.class']);
  // The constant of the class: 222222 / 1.
  const [bytes] = [...classes.values()];
  const constant = Buffer.alloc(5);
  constant.writeUInt8(3, 0);
  constant.writeInt32BE(222_222, 1);
  expect(Buffer.from(bytes!).includes(constant)).toBe(true);
});

test.skipIf(process.platform === 'win32')('a pipe in the place of a cached file is as good as none', () => {
  const pipe = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  expect(readSealed(pipe)).toBeUndefined();
});

test('what no run has used for 30 days goes, of our own files alone', () => {
  const directory = join(folder, 'unused');
  const put = (name: string): void => {
    const cache = openCache(directory, environment());
    cache.bytes(name).put('key', [new Uint8Array(1)]);
    expect(warnings(cache.save)).toEqual([]);
  };
  const names = (): string[] => readdirSync(directory).sort();
  const daysAgo = (days: number, ...files: readonly string[]): void => {
    const time = Date.now() / 1000 - days * 24 * 60 * 60;
    for (const file of files) utimesSync(join(directory, file), time, time);
  };
  put('one');
  const [one] = names();
  put('two');
  const [two] = names().filter((name) => name !== one);
  const partial = `${two}.17-7b1c43e5-58fc-4f47-8ac5-0a8f3ad5e3a1`;
  for (const name of [partial, 'notes.txt', 'other.rrvcache']) writeFileSync(join(directory, name), '');
  const noFile = `${'x'.repeat(43)}.rrvcache`;
  mkdirSync(join(directory, noFile));
  daysAgo(29, ...names());
  put('three');
  expect(names()).toHaveLength(7);
  daysAgo(31, ...names());
  // Reading is using.
  expect(openCache(directory, environment()).bytes('one').get('key')).toHaveLength(1);
  put('four');
  expect(names()).toHaveLength(5);
  expect(names()).toEqual(expect.arrayContaining([one, noFile, 'notes.txt', 'other.rrvcache']));
});
