import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { majorVersionOf } from '../../src/classfile/class-file.ts';
import { builtCli, rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-versions-'));
const file = (name: string): string => join(folder, name);
let before: number;

const program = `
import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    Iterator<Integer> iterator = list.iterator();
    list.remove(0);
    try { iterator.next(); } catch (ConcurrentModificationException e) { System.out.println("caught"); }
  }
}
`;

function withVersion(bytes: Uint8Array, version: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[6] = version >> 8;
  changed[7] = version & 0xff;
  return changed;
}

function writeJar(name: string, entries: Record<string, Uint8Array>): void {
  writeFileSync(file(name), jarOf(entries));
}

beforeAll(() => {
  builtCli();
  mkdirSync(file('classes'));
  writeFileSync(file('Main.java'), program);
  compileJava(jdk, [file('Main.java')], file('classes'), ['-g']);
  const main = readFileSync(file('classes/Main.class'));
  before = majorVersionOf(main);
  writeJar('old.jar', { 'Main.class': main });
  writeJar('new.jar', { 'Main.class': withVersion(main, 72) });
  writeJar('some.jar', { 'Main.class': main, 'META-INF/versions/29/Main.class': withVersion(main, 73) });
});
afterAll(() => rmSync(folder, { recursive: true }));

const instrument = (input: string, ...options: string[]) =>
  rrv(['instrument', file(input), '--prop', 'SafeIterator', '-o', file('out.jar'), ...options]);

test('a class newer than this release knows is refused, with its place and the ways out', () => {
  const run = instrument('new.jar');
  expect(run.status).toBe(2);
  expect(run.stderr).toContain(
    'error RRV_CLASS_VERSION: class file version 72 is not supported (supported: 45 to 71)',
  );
  expect(run.stderr).toMatch(
    /new\.jar@Main\.class\n {2}--experimental reads such classes as version 71, rrv instrument --exclude leaves them as they are;/,
  );
});

test('--experimental reads it as the newest known one, and says so', () => {
  const run = instrument('new.jar', '--experimental');
  expect(run.stderr).toContain('warning RRV_CLASS_VERSION_NEWER');
  expect(run.stderr).toContain('(1, up to version 72)');
  expect(run.status).toBe(0);
  const woven = openZip(bytesAccess(readFileSync(file('out.jar'))), { file: 'out.jar' });
  const entries = Object.fromEntries(woven.entries.map((entry) => [entry.name, woven.read(entry)]));
  expect(majorVersionOf(entries['Main.class']!)).toBe(72);
  // The JVM here knows no such version: the same class under its own.
  writeJar('run.jar', { ...entries, 'Main.class': withVersion(entries['Main.class']!, before) });
  const ran = runJava(jdk, ['-cp', file('run.jar'), 'Main']);
  expect(ran.stdout).toBe('caught\n');
  expect(ran.stderr).toContain('SafeIterator');
  const main = readFileSync(file('classes/Main.class'));
  const entryOf = (release: number) => `META-INF/versions/${release}/Main.class`;
  const versions = { [entryOf(30)]: withVersion(main, 74), [entryOf(28)]: withVersion(main, 72) };
  writeJar('several.jar', { 'Main.class': main, ...versions });
  const { stderr } = instrument('several.jar', '--experimental');
  expect(stderr).toMatch(/RRV_CLASS_VERSION_NEWER: .*\(2, up to version 74\)/);
  expect(stderr).toContain(`several.jar@${entryOf(30)}\n`);
});

/** The class library of the tests' JDK under another release. */
function jdkCalled(release: number): string {
  const home = file(`jdk${release}`);
  mkdirSync(join(home, 'lib'), { recursive: true });
  symlinkSync(join(jdk.home, 'lib/modules'), join(home, 'lib/modules'));
  writeFileSync(join(home, 'release'), `JAVA_VERSION="${release}.0.1"\n`);
  return home;
}

test('a JDK newer than this release knows is read, with a warning', () => {
  const run = instrument('old.jar', '--jdk', jdkCalled(28));
  expect(run.stderr).toContain('warning RRV_JDK_NEWER: JDK 28 is newer');
  expect(run.status).toBe(0);
});

test('a JDK older than the classes of the inputs may lack what they rely on, which is said', () => {
  const home = jdkCalled(9);
  const main = readFileSync(file('classes/Main.class'));
  writeJar('later.jar', {
    'Main.class': withVersion(main, 65),
    'Other.class': withVersion(main, 64),
    'META-INF/versions/22/Main.class': withVersion(main, 66),
  });
  const run = instrument('later.jar', '--jdk', home);
  expect(run.stderr).toContain(
    'warning RRV_JDK_OLDER: JDK 9 is too old for the program: 2 classes of the inputs are of releases up to Java 21.',
  );
  expect(run.stderr).toContain(
    'later.jar@Main.class\n  Name the JDK that the program runs on with --jdk or JAVA_HOME.',
  );
  expect(run.status).toBe(0);
  writeJar('versions.jar', {
    'Main.class': withVersion(main, 53),
    'META-INF/versions/22/Main.class': withVersion(main, 66),
  });
  expect(instrument('versions.jar', '--jdk', home).stderr).not.toContain('RRV_JDK_OLDER');
  const excluded = instrument('later.jar', '--jdk', home, '--exclude', '**', '--allow-empty');
  expect(excluded.stderr).not.toContain('RRV_JDK_OLDER');
});

test('a newer class that is excluded stays as it is', () => {
  expect(instrument('some.jar').stderr).toContain('some.jar@META-INF/versions/29/Main.class');
  const run = instrument('some.jar', '--exclude', 'Main', '--allow-empty');
  expect(run.status).toBe(0);
  expect(run.stderr).not.toContain('warning');
});

test('--cache does not remember that a newer class was welcome', () => {
  expect(instrument('new.jar', '--experimental', '--cache', file('cache')).status).toBe(0);
  expect(instrument('new.jar', '--cache', file('cache')).stderr).toContain('RRV_CLASS_VERSION:');
});

test('graph takes newer classes with --experimental, too', () => {
  const graph = (...options: string[]) =>
    rrv(['graph', file('new.jar'), 'Main#main', '--prop', 'SafeIterator', ...options]);
  const refused = graph();
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain('RRV_CLASS_VERSION: class file version 72 is not supported');
  expect(graph('--experimental')).toMatchObject({ status: 0, stdout: expect.stringContaining('digraph') });
});
