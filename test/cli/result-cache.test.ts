import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readSealed } from '../../src/cli/cache-file.ts';
import { javaCompiler } from '../../src/cli/java-compiler.ts';
import { openCache } from '../../src/cli/result-cache.ts';
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
