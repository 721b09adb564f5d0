import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { type OutputEntry, optionsOf, writeZip } from '../../src/archive/zip-writer.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { repositoryRoot } from '../support/repository.ts';

const sources: Readonly<Record<string, string>> = {
  'lib/module-info.java': 'module lib { exports lib; }',
  'lib/lib/First.java': `package lib; import java.util.*;
    public class First { public static <T> T of(Collection<T> c) { return c.iterator().next(); } }`,
  'app/module-info.java': 'module app { requires lib; }',
  'app/app/Main.java': `package app; import java.util.*;
    public class Main { public static void main(String[] a) {
      System.out.println(lib.First.of(List.of("one")) + Main.class.getModule() + new ArrayList<>(List.of(1)).iterator().next()); } }`,
};

const jdk = defaultJdk();
const cli = join(repositoryRoot(), 'dist', 'cli', 'main.js');
const runtimeJar = join(repositoryRoot(), 'dist', 'runtime', 'rrv-runtime.jar');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-modules-'));
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const module of ['lib', 'app']) {
    const files = Object.keys(sources)
      .filter((name) => name.startsWith(`${module}/`))
      .map((name) => join(folder, name));
    const classes = join(folder, `${module}-classes`);
    compileJava(jdk, files, classes, ['--module-path', join(folder, 'lib.jar')]);
    // The jar tool writes the ModulePackages attribute that the module system then believes.
    execFileSync(join(jdk.home, 'bin', 'jar'), [
      '--create',
      '--file',
      join(folder, `${module}.jar`),
      '-C',
      classes,
      '.',
    ]);
    cpSync(classes, join(folder, 'modules', module), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rrv(...args: string[]): string {
  return execFileSync(process.execPath, [cli, 'instrument', '--prop', 'SafeHasNext', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('a named module carries the runtime and finds it', () => {
  rrv('app.jar', '--class-path', 'lib.jar', '-o', 'one.jar');
  const path = [join(folder, 'one.jar'), join(folder, 'lib.jar')].join(':');
  const run = runJava(jdk, ['-Xverify:all', '-p', path, '-m', 'app/app.Main']);
  expect(run.stdout).toBe('onemodule app1\n');
  expect(run.stderr).toMatch(/1x .* SafeHasNext: .* at app\.Main\.main\(Main\.java:3\)/);
});

test('several named modules share an external runtime', () => {
  rrv('app.jar', 'lib.jar', '--runtime', 'external', '-o', 'out');
  const report = join(folder, 'report.json');
  const run = runJava(jdk, [
    `-Drrv.report=${report}`,
    '-p',
    `${join(folder, 'out')}:${runtimeJar}`,
    '-m',
    'app/app.Main',
  ]);
  expect(run.stdout).toBe('onemodule app1\n');
  const violations = JSON.parse(readFileSync(report, 'utf8')).properties[0].violations;
  expect(violations.map((one: { site: { class: string } }) => one.site.class).sort()).toEqual([
    'app.Main',
    'lib.First',
  ]);
});

test('classes that patch a module without events reach an external runtime', () => {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const module = [
    write('quiet/module-info.java', 'module quiet { }'),
    write('quiet/p/Quiet.java', 'package p; public class Quiet { }'),
  ];
  compileJava(jdk, module, join(folder, 'quiet-classes'));
  const tests = write(
    'tests/p/QuietTest.java',
    `package p; public class QuietTest { public static void main(String[] a) {
      java.util.List.of(1).iterator().next(); System.out.println(QuietTest.class.getModule()); } }`,
  );
  const options = ['-p', join(folder, 'quiet-classes'), '--patch-module', `quiet=${join(folder, 'tests')}`];
  compileJava(jdk, [tests], join(folder, 'quiet-tests'), options);
  rrv('quiet-classes', 'quiet-tests', '--runtime', 'external', '-o', 'patched');
  const path = [join(folder, 'patched', 'quiet-classes'), runtimeJar].join(delimiter);
  const patch = `quiet=${join(folder, 'patched', 'quiet-tests')}`;
  const run = runJava(jdk, ['-Xverify:all', '-p', path, '--patch-module', patch, '-m', 'quiet/p.QuietTest']);
  expect(run).toMatchObject({ status: 0, stdout: 'module quiet\n' });
  expect(run.stderr).toMatch(/1x .* SafeHasNext: .* at p\.QuietTest\.main/);
  // A module that shares no package with them stays as it is.
  rrv('lib.jar', 'quiet-classes', '--runtime', 'external', '-o', 'apart');
  const descriptor = (of: string) => readFileSync(join(folder, of, 'module-info.class'));
  expect(descriptor('apart/quiet-classes')).toEqual(descriptor('quiet-classes'));
  // So does one whose patch has no event, and one beside classes of the unnamed package, as its descriptor is.
  compileJava(
    jdk,
    [
      write(
        'unnamed/Unnamed.java',
        'class Unnamed { static { System.out.println(java.util.List.of(1).iterator().next()); } }',
      ),
    ],
    join(folder, 'unnamed-classes'),
  );
  const inputs = ['quiet-classes', 'quiet-tests', 'unnamed-classes'];
  rrv(...inputs, '--exclude', 'p.**', '--runtime', 'external', '-o', 'beside-unnamed');
  expect(descriptor('beside-unnamed/quiet-classes')).toEqual(descriptor('quiet-classes'));
});

/** What a directory of folders that are modules reports, on the module path. */
function reportedBy(modules: string): string[] {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const path = [join(folder, modules), runtimeJar].join(delimiter);
  const run = runJava(jdk, ['-Xverify:all', `-Drrv.report=${report}`, '-p', path, '-m', 'app/app.Main']);
  expect(run).toMatchObject({ status: 0, stdout: 'onemodule app1\n' });
  const { violations } = JSON.parse(readFileSync(report, 'utf8')).properties[0];
  return violations.map((one: { site: { class: string } }) => one.site.class).sort();
}

test('folders of one directory that are modules do not share a package', () => {
  rrv('modules', '--runtime', 'external', '--cache', 'kept', '-o', 'woven-modules');
  expect(reportedBy('woven-modules')).toEqual(['app.Main', 'lib.First']);
  // The second run takes what it had woven into each of them.
  writeFileSync(join(folder, 'modules', 'notes.txt'), 'changed');
  rrv('modules', '--runtime', 'external', '--cache', 'kept', '-o', 'kept-modules');
  expect(reportedBy('kept-modules')).toEqual(['app.Main', 'lib.First']);
});

test('nor do folders of one jar, whose descriptors may be versioned', () => {
  mkdirSync(join(folder, 'folders'));
  for (const module of ['app', 'lib'])
    cpSync(join(folder, `${module}-classes`), join(folder, 'folders', 'in', module), { recursive: true });
  const versioned = join(folder, 'folders', 'in', 'lib', 'META-INF', 'versions', '9');
  mkdirSync(versioned, { recursive: true });
  renameSync(join(folder, 'folders', 'in', 'lib', 'module-info.class'), join(versioned, 'module-info.class'));
  const jar = (...args: string[]) => execFileSync(join(jdk.home, 'bin', 'jar'), args, { cwd: folder });
  jar('--create', '--file', 'folders.jar', '-C', 'folders', '.');
  rrv('folders.jar', '--runtime', 'external', '-o', 'folders-rrv.jar');
  mkdirSync(join(folder, 'unpacked'));
  execFileSync(join(jdk.home, 'bin', 'jar'), ['--extract', '--file', '../folders-rrv.jar'], {
    cwd: join(folder, 'unpacked'),
  });
  // A folder on the module path is no multi-release jar.
  const lib = join(folder, 'unpacked', 'in', 'lib');
  renameSync(join(lib, 'META-INF', 'versions', '9', 'module-info.class'), join(lib, 'module-info.class'));
  expect(reportedBy('unpacked/in')).toEqual(['app.Main', 'lib.First']);
});

// A JDK without these may not be able to link.
test.runIf(existsSync(join(jdk.home, 'jmods')))('jlink takes them and the runtime into an image', () => {
  rrv('app.jar', 'lib.jar', '--runtime', 'external', '-o', 'linked');
  const path = [join(folder, 'linked'), runtimeJar].join(delimiter);
  const image = join(folder, 'image');
  execFileSync(join(jdk.home, 'bin', 'jlink'), ['-p', path, '--add-modules', 'app', '--output', image]);
  const run = runJava({ ...jdk, home: image }, ['-m', 'app/app.Main']);
  expect(run).toMatchObject({ status: 0, stdout: 'onemodule app1\n' });
  expect(run.stderr).toContain('at lib.First.of(First.java:2)');
});

test.each([
  ['several modules', ['app.jar', 'lib.jar'], 'app.jar, lib.jar'],
  ['folders that are modules', ['modules'], 'modules@app/, modules@lib/'],
])('%s that each carry the runtime are warned about', (_what, inputs, carriers) => {
  const args = [cli, 'instrument', '--prop', 'SafeHasNext', ...inputs, '-o', `each-${inputs[0]}`];
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(run.status).toBe(0);
  expect(run.stderr).toContain(`RRV_RUNTIME_IN_MODULES: on a module path ${carriers} would be modules`);
  expect(run.stderr).toMatch(/--runtime external/);
});

test('an automatic module that carries the runtime is warned about, too; libraries of a plain program are not', () => {
  const warning = (...jars: string[]) => {
    const args = [cli, 'instrument', '--prop', 'SafeHasNext', ...jars, '-o', 'mixed'];
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(run.status).toBe(0);
    return /RRV_RUNTIME_IN_MODULES/.test(run.stderr);
  };
  const plain = (module: string): string => {
    const out = join(folder, `plain-${module}.jar`);
    const classes = join(folder, `${module}-classes`);
    execFileSync(join(jdk.home, 'bin', 'jar'), ['--create', '--file', out, '-C', classes, module]);
    return out;
  };
  expect(warning('app.jar', plain('lib'))).toBe(true);
  expect(warning('lib.jar', plain('app'))).toBe(false);
  expect(warning('app.jar')).toBe(false);
  // Libraries alone may be modules of any program.
  const source = join(folder, 'second');
  mkdirSync(join(source, 'second'), { recursive: true });
  writeFileSync(join(source, 'module-info.java'), 'module second { }');
  const first = sources['lib/lib/First.java']!;
  writeFileSync(join(source, 'second', 'First.java'), first.replace('package lib', 'package second'));
  const files = [join(source, 'module-info.java'), join(source, 'second', 'First.java')];
  compileJava(jdk, files, join(folder, 'second-classes'));
  expect(warning('lib.jar', 'second-classes')).toBe(true);
});

test('hashes that one module records of another go, also where nothing else changes', () => {
  const jar = (...args: string[]) => execFileSync(join(jdk.home, 'bin', 'jar'), args, { cwd: folder });
  const runIn = (path: string) =>
    runJava(jdk, ['-p', path, '-m', 'app/app.Main'], { JDK_JAVA_OPTIONS: '' }, folder);
  const hashes = (file: string) => /^hashes app/m.test(String(jar('--describe-module', '--file', file)));
  mkdirSync(join(folder, 'hashed'));
  jar('--create', '--file', 'hashed/app.jar', '-C', 'app-classes', '.');
  jar(
    ...['--create', '--file', 'hashed/lib.jar', '--module-path', 'hashed', '--hash-modules', 'app'],
    ...['-C', 'lib-classes', '.'],
  );
  expect(hashes('hashed/lib.jar')).toBe(true);
  expect(runIn('hashed')).toMatchObject({ status: 0, stdout: 'onemodule app1\n' });

  // The module that records it is no input.
  rrv('hashed/app.jar', '--class-path', 'hashed/lib.jar', '-o', 'alone.jar');
  expect(runIn('alone.jar:hashed/lib.jar').stdout).toMatch(/Hash of app .* differs to expected hash/);

  rrv('hashed/app.jar', 'hashed/lib.jar', '--include', 'app.**', '-o', 'unhashed');
  const run = runIn('unhashed');
  expect(run).toMatchObject({ status: 0, stdout: 'onemodule app1\n' });
  expect(run.stderr).toMatch(/1x .* SafeHasNext: .* at app\.Main\.main\(Main\.java:3\)/);
  expect(hashes('unhashed/lib.jar')).toBe(false);

  // Nothing changes.
  rrv('hashed/app.jar', 'hashed/lib.jar', '--include', 'none.**', '--allow-empty', '-o', 'same');
  for (const name of ['app.jar', 'lib.jar'])
    expect(readFileSync(join(folder, 'same', name))).toEqual(readFileSync(join(folder, 'hashed', name)));
});

test('a damaged descriptor of a jar of which nothing changes stays as it is', () => {
  const zip = openZip(bytesAccess(readFileSync(join(folder, 'lib.jar'))), { file: 'lib.jar' });
  const entries = zip.entries.map((entry): OutputEntry => {
    if (entry.name !== 'module-info.class') return { kind: 'copy', entry };
    return { kind: 'replace', entry, data: zip.read(entry).slice(0, 40) };
  });
  writeFileSync(join(folder, 'damaged.jar'), Buffer.concat([...writeZip(entries, optionsOf(zip))]));
  rrv('app.jar', 'damaged.jar', '--include', 'app.**', '-o', 'beside');
  expect(readFileSync(join(folder, 'beside', 'damaged.jar'))).toEqual(
    readFileSync(join(folder, 'damaged.jar')),
  );
  // Where the module has to be changed, it has to be read.
  expect(() => rrv('damaged.jar', '-o', 'changed.jar')).toThrow(/RRV_CLASS_MALFORMED/);
});
