import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { readTar } from '../../src/archive/tar.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { newEntry, writeZip } from '../../src/archive/zip-writer.ts';
import { rrv } from '../support/cli.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { tarOf } from '../support/tar.ts';

/** What a jar says about classes, its own and those of other jars, and what is left of it when some of them change. */
const sources: Readonly<Record<string, string>> = {
  'p/Lib.java': `package p; import java.util.*;
    public class Lib { public static void run(List<Integer> list) {
      Iterator<Integer> it = list.iterator();
      list.add(2);
      try { it.next(); } catch (ConcurrentModificationException e) { System.out.println("caught " + Plain.name()); } } }`,
  'p/Plain.java': 'package p; public class Plain { public static String name() { return "it"; } }',
  'q/Other.java': 'package q; public class Other { public static int value() { return 1; } }',
  'r/Near.java': 'package r; public class Near { }',
  'r/Far.java': 'package r; public class Far { }',
  'app/Main.java': `package app; public class Main { public static void main(String[] a) {
      System.out.println(q.Other.value());
      p.Lib.run(new java.util.ArrayList<>()); } }`,
};

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-metadata-'));
const file = (name: string): string => join(folder, name);
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const tool = (name: string, ...args: string[]) =>
  execFileSync(join(jdk.home, 'bin', name), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const instrument = (...args: string[]) =>
  rrv(['instrument', ...args, '--prop', 'SafeIterator'], {
    cwd: folder,
    environment: { JAVA_HOME: jdk.home },
  });

beforeAll(() => compileSources(sources, folder, file('classes')));
afterAll(() => rmSync(folder, { recursive: true }));

function jar(name: string, classes: readonly string[], others: Readonly<Record<string, string>> = {}): void {
  const entries = [
    ...Object.entries(others).map(([entry, content]) => newEntry(entry, text(content))),
    ...classes.map((one) => newEntry(`${one}.class`, readFileSync(file(`classes/${one}.class`)))),
  ];
  writeFileSync(file(name), concatenate([...writeZip(entries)]));
}

test('an index of packages goes: the JVM would not find the package of the unit', () => {
  jar('app.jar', ['app/Main'], {
    'META-INF/INDEX.LIST': 'JarIndex-Version: 1.0\n\napp.jar\napp\n\nlib.jar\np\nq\n\n',
    'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\nMain-Class: app.Main\nClass-Path: lib.jar\n\n',
  });
  jar('lib.jar', ['p/Lib', 'p/Plain', 'q/Other']);
  expect(instrument('app.jar', 'lib.jar', '-o', 'indexed')).toMatchObject({ status: 0 });
  const run = runJava(jdk, ['-jar', file('indexed/app.jar')]);
  expect(run.stderr).toMatch(/^rrv: 1x error SafeIterator: .* at p\.Lib\.run\(Lib\.java:5\)\n$/);
  expect(run).toMatchObject({ status: 0, stdout: '1\ncaught it\n' });
});

/** Quarkus's index in the form of its version 2: the packages of jars, of which one has a manifest. */
function quarkusIndex(version: number, packages: readonly string[]): Uint8Array {
  const short = (value: number) => Uint8Array.of(value >> 8, value & 255);
  const utf = (value: string) => concatenate([short(value.length), text(value)]);
  const list = (values: readonly string[]) => concatenate([short(values.length), ...values.map(utf)]);
  return concatenate([
    Uint8Array.of(0xf0, 0x31, 0x54, 0x32, 0, 0, 0, version),
    utf('app.Main'),
    short(2),
    utf('app/app.jar'),
    Uint8Array.of(1, 1),
    utf('a title'),
    Uint8Array.of(0, 0, 0, 0, 0),
    list(packages),
    utf('lib/plain.jar'),
    Uint8Array.of(0),
    list(['q', '']),
    list(['of.parent']),
    list(['META-INF/none']),
    short(1),
    utf('META-INF/one'),
    short(2),
    short(0),
    short(1),
  ]);
}

function quarkusApplication(name: string, index: Uint8Array): string {
  for (const part of ['app', 'lib', 'quarkus']) mkdirSync(file(`${name}/${part}`), { recursive: true });
  jar(`${name}/app/app.jar`, ['p/Lib', 'p/Plain']);
  jar(`${name}/lib/plain.jar`, ['q/Other']);
  writeFileSync(file(`${name}/quarkus/quarkus-application.dat`), index);
  return name;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const writtenIndex = (name: string): string =>
  latin1(readFileSync(file(`${name}/quarkus/quarkus-application.dat`)));

test('the index that Quarkus finds packages by has those that are added', () => {
  const served = quarkusApplication('quarkus-app', quarkusIndex(2, ['p', 'META-INF']));
  const result = instrument(served, '-o', 'served');
  expect(result.status).toBe(0);
  expect(result.stderr).not.toContain('RRV_PACKAGE_INDEX');
  const names = tool('jar', 'tf', 'served/app/app.jar').split('\n');
  const added = new Set(
    names.filter((name) => /^rrv\/.*\.class$/.test(name)).map((name) => name.replace(/\/[^/]*$/, '')),
  );
  const written = writtenIndex('served');
  const orders = [[...added], [...added].reverse()];
  expect(added.size).toBe(2);
  expect(orders.map((order) => latin1(quarkusIndex(2, [...order, 'p', 'META-INF'])))).toContain(written);
});

test('of a jar with hundreds of packages, too, and in a folder of the input', () => {
  const many = Array.from({ length: 300 }, (_, at) => `p${at}`);
  quarkusApplication('many-in/quarkus-app', quarkusIndex(2, many));
  expect(instrument('many-in', '-o', 'many')).toMatchObject({
    status: 0,
    stderr: expect.not.stringContaining('RRV_PACKAGE_INDEX'),
  });
  const written = writtenIndex('many/quarkus-app');
  const start = written.indexOf('app/app.jar') + 'app/app.jar'.length + 'ii'.length + 'ooa title'.length + 5;
  expect(Buffer.from(written, 'latin1').readUInt16BE(start)).toBe(302);
});

test.each([
  ['of another version', quarkusIndex(3, ['p'])],
  ['with more than is known', concatenate([quarkusIndex(2, ['p']), text('x')])],
  ['that ends early', quarkusIndex(2, ['p']).subarray(0, 60)],
  ['that is empty', text('')],
])('one %s stays as it is, and is warned about', (what, index) => {
  const name = `served ${what}`;
  const warned = instrument(quarkusApplication(`in ${what}`, index), '-o', name);
  expect(warned.status).toBe(0);
  expect(warned.stderr).toMatch(/^warning RRV_PACKAGE_INDEX: .*quarkus-application\.dat/s);
  expect(writtenIndex(name)).toBe(latin1(index));
});

test('so is one in a distribution, where it is in none of the jars', async () => {
  jar('packed.jar', ['p/Lib', 'p/Plain']);
  const members = [
    { name: 'served/lib/packed.jar', data: readFileSync(file('packed.jar')) },
    { name: 'served/lib/quarkus/quarkus-application.dat', data: text('') },
  ];
  writeFileSync(file('served.tar'), await tarOf(members));
  const warned = instrument('served.tar', '-o', 'served-out.tar');
  expect(warned.status).toBe(0);
  expect(warned.stderr).toMatch(
    /^warning RRV_PACKAGE_INDEX: .*\n +at served\.tar@served\/lib\/quarkus\/quarkus-application\.dat\n +In a directory that is an input/,
  );
});

test('jars that a script of a distribution puts into modules of the JDK stay as they are', async () => {
  for (const name of ['first.jar', 'second.jar', 'other.jar']) jar(name, ['p/Lib', 'p/Plain']);
  const script = `exec java --patch-module java.base="\${HOME}/lib/my specs/first.jar" \\
    --patch-module=java.xml=%HOME%\\lib\\second.jar -cp "lib/other.jar" app.Main\n`;
  const paths = ['d/lib/my specs/first.jar', 'd/lib/second.jar', 'd/lib/other.jar'];
  const members = [
    { name: 'd/bin/run', data: text(script) },
    ...paths.map((name) => ({ name, data: readFileSync(file(name.replace(/.*\//, ''))) })),
  ];
  writeFileSync(file('patched.tar'), await tarOf(members));
  const result = instrument('patched.tar', '-o', 'patched-out.tar');
  expect(result.status).toBe(0);
  expect(result.stderr.match(/RRV_MODULE_PATCH: .*\n.*/g)).toEqual(
    paths.slice(0, 2).map((path) => expect.stringMatching(new RegExp(`: d/bin/run gives .*\\n.*@${path}$`))),
  );
  const written = await readTar(readFileSync(file('patched-out.tar')), {}, defaultArchiveLimits);
  const kept = written.filter(({ data }, index) => Buffer.compare(data, members[index]!.data) === 0);
  expect(kept.map(({ header }) => header.name)).toEqual(['d/bin/run', ...paths.slice(0, 2)]);
  execFileSync('tar', ['xf', 'patched.tar'], { cwd: folder });
  const unpacked = instrument('d', '-o', 'd-out');
  expect(unpacked.stderr.match(/RRV_MODULE_PATCH: .*\n.*/g)).toEqual(
    ['first', 'second'].map((name) =>
      expect.stringMatching(new RegExp(`: bin/run gives .*\\n.*at d@lib/.*${name}\\.jar$`)),
    ),
  );
  const isKept = (path: string) =>
    readFileSync(file(path)).equals(readFileSync(file(path.replace('d/', 'd-out/'))));
  expect(paths.filter(isKept)).toEqual(paths.slice(0, 2));
});

test('an index of layers names what was added', () => {
  const index = '- "dependencies":\n  - "BOOT-INF/lib/"\n- "application":\n  - "BOOT-INF/classes/q/"';
  const manifest = {
    'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\nSpring-Boot-Layers-Index: in/layers\n\n',
  };
  const layersOf = (name: string, layers: string): string => {
    jar(name, ['p/Lib', 'p/Plain'], { ...manifest, 'in/layers': layers });
    expect(instrument(name, '-o', `rrv-${name}`)).toMatchObject({ status: 0 });
    const zip = openZip(bytesAccess(readFileSync(file(`rrv-${name}`))));
    return new TextDecoder().decode(zip.read(zip.find('in/layers')!));
  };
  expect(layersOf('layered.jar', index)).toBe(`${index}\n  - "rrv/"\n`);
  for (const [name, other] of Object.entries({ other: 'of another form', all: `${index}\r\n  - "rrv/"\r\n` }))
    expect(layersOf(`layered-${name}.jar`, other)).toBe(other);
});

test('a checksum by which a program checks its own archive is warned about, unless the archive stays as it is', () => {
  jar('checked.jar', ['p/Lib', 'p/Plain'], { 'META-INF/HMAC.SHA256': '00' });
  const warned = instrument('checked.jar', '-o', 'unchecked.jar');
  expect(warned.status).toBe(0);
  expect(warned.stderr).toMatch(
    /^warning RRV_OWN_CHECKSUM: .*\n +at checked\.jar@META-INF\/HMAC\.SHA256\n +--exclude /,
  );
  const excluded = instrument('checked.jar', '--exclude', 'p.*', '--allow-empty', '-o', 'excluded.jar');
  expect(excluded.status).toBe(0);
  expect(excluded.stderr).not.toContain('RRV_OWN_CHECKSUM');
  expect(readFileSync(file('excluded.jar')).equals(readFileSync(file('checked.jar')))).toBe(true);
});

test('jars that share a package with a signed jar that changes lose their signatures, too', () => {
  const manifest = { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n\n' };
  jar('main.jar', ['app/Main'], manifest);
  jar('changed.jar', ['p/Lib'], manifest);
  jar('shared.jar', ['p/Plain', 'r/Near'], manifest);
  jar('farther.jar', ['r/Far'], manifest);
  jar('apart.jar', ['q/Other'], manifest);
  const store = ['-keystore', 'keys', '-storepass', 'changeit'];
  const key = ['-alias', 'key', '-keyalg', 'RSA', '-dname', 'CN=test', '-keypass', 'changeit'];
  tool('keytool', '-genkeypair', ...key, ...store);
  const jars = ['changed.jar', 'farther.jar', 'shared.jar', 'apart.jar'];
  for (const name of jars) tool('jarsigner', ...store, name, 'key');
  const result = instrument('main.jar', ...jars, '-o', 'signed');
  expect(result.stderr.match(/RRV_SIGNATURE_REMOVED.*\n.*at .*/g)).toEqual([
    expect.stringContaining('changed.jar'),
    expect.stringContaining('farther.jar'),
    expect.stringContaining('shared.jar'),
  ]);
  // The advice is given once.
  expect(result.stderr.match(/Sign it again/g)).toHaveLength(1);
  expect(readFileSync(file('signed/apart.jar'))).toEqual(readFileSync(file('apart.jar')));
  const path = ['main.jar', ...jars].map((name) => file(`signed/${name}`)).join(delimiter);
  expect(runJava(jdk, ['-cp', path, 'app.Main'])).toMatchObject({ status: 0, stdout: '1\ncaught it\n' });
});

/** `build` has two folders of classes, each with what a signed jar with an index has beside its classes. */
function folderOfJars(name: string): void {
  const digests = 'Name: p/Lib.class\nSHA-256-Digest: eA==\n\n';
  for (const [part, one] of Object.entries({ main: 'p/Lib', plain: 'q/Other' })) {
    const at = (path: string): string => file(`${name}/${part}/${path}`);
    for (const folder of ['META-INF/services', one.replace(/[^/]*$/, '')])
      mkdirSync(at(folder), { recursive: true });
    cpSync(file(`classes/${one}.class`), at(`${one}.class`));
    writeFileSync(at('META-INF/MANIFEST.MF'), `Manifest-Version: 1.0\n\n${digests}`);
    for (const signature of ['KEY.SF', 'key.rsa', 'KEY.DSA']) writeFileSync(at(`META-INF/${signature}`), 'x');
    writeFileSync(at('META-INF/INDEX.LIST'), 'JarIndex-Version: 1.0\n\n');
    writeFileSync(at('META-INF/services/KEY.SF'), 'no signature');
  }
}

test.each([
  ['in place', (name: string) => [name, '--in-place'], (name: string) => name],
  ['elsewhere', (name: string) => [name, '-o', `${name} out`], (name: string) => `${name} out`],
])('folders of a directory lose index and signatures where their classes change: %s', (name, options, to) => {
  folderOfJars(name);
  const { status, stderr } = instrument(...options(name));
  expect(status).toBe(0);
  expect(stderr.match(/RRV_SIGNATURE_REMOVED.*\n.*at .*/g)).toHaveLength(1);
  const metadata = (part: string): readonly string[] =>
    readdirSync(file(`${to(name)}/${part}/META-INF`), { recursive: true, encoding: 'utf8' }).sort();
  expect(metadata('main')).toEqual(['MANIFEST.MF', 'services', 'services/KEY.SF']);
  expect(metadata('plain')).toEqual(
    ['INDEX.LIST', 'KEY.DSA', 'KEY.SF', 'MANIFEST.MF', 'key.rsa', 'services', 'services/KEY.SF'].sort(),
  );
  const manifest = (part: string) => readFileSync(file(`${to(name)}/${part}/META-INF/MANIFEST.MF`), 'utf8');
  expect(manifest('main')).toBe('Manifest-Version: 1.0\n\n');
  expect(manifest('plain')).toContain('SHA-256-Digest');
});

test('an exploded web application that was signed loses its signature', () => {
  const at = (path: string): string => file(`exploded/${path}`);
  for (const path of ['WEB-INF/classes/p', 'META-INF']) mkdirSync(at(path), { recursive: true });
  cpSync(file('classes/p/Lib.class'), at('WEB-INF/classes/p/Lib.class'));
  writeFileSync(at('META-INF/KEY.SF'), 'x');
  expect(instrument('exploded', '--in-place').stderr).toContain('RRV_SIGNATURE_REMOVED');
  expect(readdirSync(at('META-INF'))).toEqual([]);
});

test('what is named like a class and is none stays as it is', () => {
  jar('odd.jar', ['app/Main', 'p/Lib', 'p/Plain', 'q/Other'], {
    'templates/Text.class': 'package %name%;',
    'templates/Empty.class': '',
  });
  const result = instrument('odd.jar', '-o', 'odd-rrv.jar');
  expect(result.status).toBe(0);
  expect(result.stderr).toMatch(/RRV_CLASS_SKIPPED.*\n.*at odd\.jar@templates\/Text\.class/);
  expect(result.stderr).toMatch(/RRV_CLASS_SKIPPED.*\n.*at odd\.jar@templates\/Empty\.class/);
  const run = runJava(jdk, ['-cp', file('odd-rrv.jar'), 'app.Main']);
  expect(run.stdout).toBe('1\ncaught it\n');
});

test('classes under names of their own, as agents keep them, stay as they are, and are said to', () => {
  const classBytes = readFileSync(file('classes/p/Plain.class'));
  const entries = [
    newEntry('p/Lib.class', readFileSync(file('classes/p/Lib.class'))),
    ...['Plain.classdata', 'Twice.classdata', 'One.esclazz', 'Plain.SCL.lombok', 'plain_1.cls'].map((name) =>
      newEntry(`inst/p/${name}`, classBytes),
    ),
    newEntry('inst/other.cls', text('\\NeedsTeXFormat{LaTeX2e}')),
    newEntry('inst/text.bin', text('text')),
    // A library of macOS for two machines.
    newEntry('inst/library.jnilib', new Uint8Array([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2, 1, 0, 0, 7])),
    newEntry('.classpath', text('<classpath/>')),
  ];
  const bytes = Buffer.from(concatenate([...writeZip(entries)]));
  // A damaged one is copied like any other.
  const damaged = bytes.indexOf('.classpath') + '.classpath'.length;
  bytes[damaged] = ~bytes[damaged]!;
  writeFileSync(file('agent.jar'), bytes);
  const result = instrument('agent.jar', '-o', 'agent-rrv.jar');
  expect(result.status).toBe(0);
  expect(result.stderr.match(/RRV_CLASS_RENAMED: .*\n.*/g)).toEqual([
    expect.stringMatching(/: 2 entries with the name \*\.classdata are class files,.*\n.*at agent\.jar$/),
    ...['One.esclazz', 'Plain.SCL.lombok', 'plain_1.cls'].map((name) =>
      expect.stringMatching(new RegExp(`: the entry is a class file,.*\\n.*at agent\\.jar@inst/p/${name}$`)),
    ),
  ]);
  const output = openZip(bytesAccess(readFileSync(file('agent-rrv.jar'))), {});
  expect(output.read(output.find('inst/p/Plain.classdata')!)).toEqual(new Uint8Array(classBytes));
});

test('a damaged class can be left out by its path', () => {
  const entries = [
    newEntry('broken/Half.class', readFileSync(file('classes/p/Plain.class')).subarray(0, 60)),
    newEntry('p/Lib.class', readFileSync(file('classes/p/Lib.class'))),
  ];
  writeFileSync(file('half.jar'), concatenate([...writeZip(entries)]));
  expect(instrument('half.jar', '-o', 'no.jar')).toMatchObject({ status: 2 });
  expect(instrument('half.jar', '--exclude', 'broken.**', '-o', 'half-rrv.jar')).toMatchObject({ status: 0 });
});
