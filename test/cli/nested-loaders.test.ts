import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/**
 * Programs that load what is in their archive in a class loader that does not see the classes which do so: it copies all
 * entries below a folder, and makes those that are archives and the folder itself its path.
 */
const sources: Readonly<Record<string, string>> = {
  'start/Main.java': `package start;
    import java.io.*; import java.net.*; import java.nio.file.*; import java.util.*; import java.util.jar.*;
    public class Main {
      public static void main(String[] arguments) throws Exception {
        Path copy = Files.createTempDirectory(Paths.get("."), "copy");
        List<URL> path = new ArrayList<>();
        String self = Main.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (JarFile jar = new JarFile(self)) {
          for (JarEntry entry : Collections.list(jar.entries())) {
            if (!entry.getName().startsWith(arguments[0]) || entry.isDirectory()) continue;
            Path file = copy.resolve(entry.getName());
            Files.createDirectories(file.getParent());
            try (InputStream in = jar.getInputStream(entry)) { Files.copy(in, file); }
            if (entry.getName().matches(".*\\\\.(jar|nar)")) path.add(file.toUri().toURL());
          }
        }
        Path classes = Files.createDirectories(copy.resolve(arguments[0] + "classes"));
        path.add(classes.toUri().toURL());
        System.out.println(new ArrayList<>(List.of("start")).iterator().next());
        ClassLoader loader = new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getSystemClassLoader().getParent());
        loader.loadClass("inner.App").getMethod("run").invoke(null);
      } }`,
  'inner/App.java': `package inner; import java.util.*;
    public class App { public static void run() {
      System.out.println(new ArrayList<>(List.of("inner")).iterator().next()); }
    public static void main(String[] arguments) { run(); } }`,
  'start/Again.java': `package start;
    import java.lang.ref.*; import java.net.*; import java.util.*;
    public class Again {
      public static void main(String[] arguments) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int count = 0; count < 5; count++) loaders.add(new WeakReference<>(use(new URL(arguments[0]))));
        System.gc();
        System.out.println(loaders.stream().filter(each -> each.get() == null).count() >= 3);
      }
      static ClassLoader use(URL jar) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getSystemClassLoader().getParent())) {
          loader.loadClass("inner.App").getMethod("run").invoke(null);
          return loader;
        } } }`,
};

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-loaders-'));
const file = (name: string): string => join(folder, name);

beforeAll(() => compileSources(sources, folder, file('classes')));
afterAll(() => rmSync(folder, { recursive: true }));

const classOf = (name: string): Uint8Array => readFileSync(file(`classes/${name}.class`));

function runInstrumented(name: string, content: Uint8Array, inner: string) {
  writeFileSync(file(name), content);
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', name, '--prop', 'SafeHasNext', '-o', `rrv-${name}`], options);
  expect(made).toMatchObject({ status: 0 });
  return runJava(jdk, ['-cp', `rrv-${name}`, 'start.Main', inner], {}, folder);
}

/** Both classes are monitored, and one report speaks of both. */
function expectBoth(run: ReturnType<typeof runJava>): void {
  expect(run).toMatchObject({ status: 0, stdout: 'start\ninner\n' });
  expect(run.stderr.match(/ at [\w.]+/g)).toEqual([' at start.Main.main', ' at inner.App.run']);
}

test.each([
  ['a war that starts itself: its root and WEB-INF/classes both', 'app.war', 'WEB-INF/'],
  [
    "a Spring Boot jar: BOOT-INF/classes, when it is unpacked without the jar's root,",
    'boot.jar',
    'BOOT-INF/',
  ],
  ['a folder of a jar, where a bundle of OSGi may have its class path,', 'bundle.jar', 'bundle/'],
])('%s finds what was added', (_, name, inner) => {
  const archive = jarOf({
    'start/Main.class': classOf('start/Main'),
    [`${inner}classes/inner/App.class`]: classOf('inner/App'),
  });
  expectBoth(runInstrumented(name, archive, inner));
});

test('a war that starts itself, with a library', () => {
  const war = jarOf({
    'start/Main.class': classOf('start/Main'),
    'WEB-INF/lib/inner.jar': jarOf({ 'inner/App.class': classOf('inner/App') }),
  });
  expectBoth(runInstrumented('library.war', war, 'WEB-INF/'));
});

test('a Spring Boot jar whose library alone has points, and one without classes of its own', () => {
  const library = { 'BOOT-INF/lib/inner.jar': jarOf({ 'inner/App.class': classOf('inner/App') }) };
  const start = { 'start/Main.class': classOf('start/Main') };
  const text = { 'BOOT-INF/classes/application.properties': new Uint8Array() };
  expectBoth(runInstrumented('boot-library.jar', jarOf({ ...start, ...text, ...library }), 'BOOT-INF/'));
  const withFolder = openZip(bytesAccess(readFileSync(file('rrv-boot-library.jar'))));
  const inner = openZip(bytesAccess(withFolder.read(withFolder.find('BOOT-INF/lib/inner.jar')!)));
  expect(inner.entries.filter(({ name }) => name.startsWith('rrv/runtime/'))).toEqual([]);
  writeFileSync(file('bare.jar'), jarOf({ ...start, ...library }));
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', 'bare.jar', '--prop', 'SafeHasNext', '-o', 'rrv-bare.jar'], options);
  expect(made).toMatchObject({ status: 0 });
  const { entries } = openZip(bytesAccess(readFileSync(file('rrv-bare.jar'))));
  const names = entries.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('BOOT-INF/'))).toEqual(['BOOT-INF/lib/inner.jar']);
});

test('an unpacked Spring Boot jar: its libraries find the runtime beside its classes', () => {
  for (const name of ['classes', 'lib']) mkdirSync(file(`unpacked/BOOT-INF/${name}`), { recursive: true });
  writeFileSync(file('unpacked/BOOT-INF/classes/application.properties'), '');
  writeFileSync(file('unpacked/BOOT-INF/lib/inner.jar'), jarOf({ 'inner/App.class': classOf('inner/App') }));
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', 'unpacked', '--prop', 'SafeHasNext', '-o', 'unpacked-rrv'], options);
  expect(made).toMatchObject({ status: 0 });
  const path = ['classes', 'lib/*'].map((name) => `unpacked-rrv/BOOT-INF/${name}`).join(delimiter);
  const run = runJava(jdk, ['-cp', path, 'inner.App'], {}, folder);
  expect(run).toMatchObject({ status: 0, stdout: 'inner\n' });
});

test('an application whose libraries have no event stays as it is, whatever else is instrumented', () => {
  const war = jarOf({ 'WEB-INF/lib/inner.jar': jarOf({ 'inner/App.class': classOf('inner/App') }) });
  writeFileSync(file('quiet.war'), war);
  writeFileSync(file('loud.jar'), jarOf({ 'start/Main.class': classOf('start/Main') }));
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const args = ['--prop', 'SafeHasNext', '--include', 'start.**', '-o', 'beside'];
  expect(rrv(['instrument', 'loud.jar', 'quiet.war', ...args], options)).toMatchObject({ status: 0 });
  expect(Buffer.compare(readFileSync(file('beside/quiet.war')), war)).toBe(0);
});

test('an archive in a jar finds the runtime without the classes of the jar', () => {
  const outer = jarOf({
    'start/Main.class': classOf('start/Main'),
    'bundled/inner.jar': jarOf({ 'inner/App.class': classOf('inner/App') }),
  });
  expectBoth(runInstrumented('outer.jar', outer, 'bundled/'));
});

test('an archive in a library of a web application is loaded by nobody but the library', () => {
  const inner = jarOf({ 'inner/App.class': classOf('inner/App') });
  const war = jarOf({ 'WEB-INF/lib/outer.jar': jarOf({ 'bundled/inner.jar': inner }) });
  writeFileSync(file('deep.war'), war);
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', 'deep.war', '--prop', 'SafeHasNext', '-o', 'rrv-deep.war'], options);
  expect(made).toMatchObject({ status: 0 });
  const zipIn = (archive: Uint8Array) => openZip(bytesAccess(archive));
  const outer = zipIn(readFileSync(file('rrv-deep.war')));
  const library = zipIn(outer.read(outer.find('WEB-INF/lib/outer.jar')!));
  const names = zipIn(library.read(library.find('bundled/inner.jar')!)).entries.map(({ name }) => name);
  expect(names).toContain('rrv/runtime/Unit.class');
});

test('a plug-in that is an archive under another name is monitored, and finds the runtime', () => {
  const outer = jarOf({
    'start/Main.class': classOf('start/Main'),
    'plugins/inner.nar': jarOf({ 'inner/App.class': classOf('inner/App') }),
  });
  expectBoth(runInstrumented('plugins.jar', outer, 'plugins/'));
});

test('an archive in a jar is monitored whatever names its other entries have; as an input it is refused', () => {
  const app = classOf('inner/App');
  const odd = jarOf({ 'inner/App.class': app, '../inner/App.class': app, '../App.txt': new Uint8Array() });
  const start = { 'start/Main.class': classOf('start/Main') };
  expectBoth(runInstrumented('odd-names.jar', jarOf({ ...start, 'bundled/inner.jar': odd }), 'bundled/'));
  expectBoth(runInstrumented('odd-plugins.jar', jarOf({ ...start, 'plugins/inner.nar': odd }), 'plugins/'));
  const outer = openZip(bytesAccess(readFileSync(file('rrv-odd-names.jar'))));
  const inner = openZip(bytesAccess(outer.read(outer.find('bundled/inner.jar')!)));
  expect(inner.entries.map(({ name }) => name).slice(0, 3)).toEqual([
    'inner/App.class',
    '../inner/App.class',
    '../App.txt',
  ]);
  expect(inner.read(inner.find('../inner/App.class')!)).toEqual(new Uint8Array(app));
  writeFileSync(file('odd.jar'), odd);
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const refused = rrv(['instrument', 'odd.jar', '--prop', 'SafeHasNext'], options);
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('RRV_ARCHIVE_ENTRY_NAME') });
});

test.each(['directory', 'distribution'])('so is one in a %s, here a web application', (kind) => {
  const plugin = jarOf({
    'WEB-INF/lib/inner.jar': jarOf({ 'inner/App.class': classOf('inner/App') }),
    'WEB-INF/classes/inner/Other.class': classOf('inner/App'),
  });
  const name = kind === 'directory' ? 'home' : 'home.tar';
  mkdirSync(file('home'), { recursive: true });
  writeFileSync(file('home/some.hpi'), plugin);
  if (kind === 'distribution') execFileSync('tar', ['-cf', 'home.tar', 'home'], { cwd: folder });
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', name, '--prop', 'SafeHasNext', '-o', `rrv-${name}`], options);
  expect(made).toMatchObject({ status: 0 });
  if (kind === 'distribution') execFileSync('tar', ['-xf', 'rrv-home.tar'], { cwd: folder });
  const output = kind === 'directory' ? 'rrv-home' : 'home';
  const { entries } = openZip(bytesAccess(readFileSync(file(`${output}/some.hpi`))));
  const names = entries.map((entry) => entry.name);
  expect(names.filter((entry) => entry.endsWith('rrv/runtime/Unit.class'))).toEqual([
    'WEB-INF/classes/rrv/runtime/Unit.class',
  ]);
});

test('each jar in a directory finds the runtime without the directory', () => {
  mkdirSync(file('many'));
  for (const name of ['start/Main', 'inner/App'])
    writeFileSync(file(`many/${dirname(name)}.jar`), jarOf({ [`${name}.class`]: classOf(name) }));
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', 'many', '--prop', 'SafeHasNext', '-o', 'many-rrv'], options);
  expect(made).toMatchObject({ status: 0 });
  const run = runJava(jdk, ['-cp', 'many-rrv/inner.jar', 'inner.App'], {}, folder);
  expect(run).toMatchObject({ status: 0, stdout: 'inner\n' });
});

test('one place in several class loaders is one place, and the loaders may go', () => {
  writeFileSync(file('again.jar'), jarOf({ 'start/Again.class': classOf('start/Again') }));
  writeFileSync(file('app.jar'), jarOf({ 'inner/App.class': classOf('inner/App') }));
  const options = { cwd: folder, environment: { JAVA_HOME: jdk.home } };
  const made = rrv(['instrument', 'again.jar', 'app.jar', '--prop', 'SafeHasNext', '-o', 'again'], options);
  expect(made).toMatchObject({ status: 0 });
  const run = runJava(jdk, ['-cp', 'again/again.jar', 'start.Again', 'file:again/app.jar'], {}, folder);
  expect(run).toMatchObject({ status: 0, stdout: `${'inner\n'.repeat(5)}true\n` });
  expect(run.stderr).toMatch(/^rrv: 5x warning SafeHasNext: .* at inner\.App\.run\(App\.java:3\)\n$/);
});
