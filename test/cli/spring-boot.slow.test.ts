import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';
import type { MonitorReport } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { mavenJar, mavenJars } from '../support/maven.ts';

/** Executable jars as Spring Boot's build plug-ins make them, run by Spring Boot's own loader. */
const loaders = [
  { version: '2.7.18', launcher: 'org.springframework.boot.loader.JarLauncher' },
  { version: '3.1.12', launcher: 'org.springframework.boot.loader.JarLauncher' },
  { version: '3.3.5', launcher: 'org.springframework.boot.loader.launch.JarLauncher' },
];

const library = `package lib;
import java.util.*;
public class Library {
  public static <T> T second(Iterator<T> i) {
    i.next();
    return i.next();
  }
  public static List<String> changed() {
    List<String> list = new java.util.concurrent.CopyOnWriteArrayList<>(Arrays.asList("a", "b"));
    for (String one : list) if (one.equals("a")) list.add("c");
    return list;
  }
}`;

const application = `package app;
import java.util.*;
import lib.Library;
public class Main {
  public static void main(String[] arguments) throws Exception {
    List<String> list = new java.util.concurrent.CopyOnWriteArrayList<>(Arrays.asList("x", "y", "z"));
    Iterator<String> i = list.iterator();
    list.add("t");
    System.out.println(Library.second(i) + Library.changed().size() + arguments.length);
    if (list.iterator().next() != null) System.out.println(Main.class.getClassLoader().getClass().getSimpleName());
    Thread thread = new Thread(() -> { for (String one : Library.changed()) one.length(); });
    thread.setContextClassLoader(Main.class.getClassLoader());
    thread.start();
    thread.join();
    System.out.println(Class.forName("lib.Library").getProtectionDomain().getCodeSource().getLocation().getProtocol());
  }
}`;

/** As the build plug-ins write it when nobody asks for other layers. */
const layers = `- "dependencies":
  - "BOOT-INF/lib/"
- "spring-boot-loader":
  - "org/"
- "snapshot-dependencies":
- "application":
  - "BOOT-INF/classes/"
  - "BOOT-INF/classpath.idx"
  - "BOOT-INF/layers.idx"
  - "META-INF/"
`;

let folder: string;
const jdk = defaultJdk();
const file = (name: string): string => join(folder, name);

function jarTool(...args: string[]): void {
  execFileSync(join(jdk.home, 'bin', 'jar'), args, { stdio: 'pipe' });
}

function write(name: string, text: string): string {
  mkdirSync(dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
  return file(name);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-boot-'));
  for (const name of ['lib', 'boot/BOOT-INF/classes', 'nested/BOOT-INF/lib'])
    mkdirSync(file(name), { recursive: true });
  compileJava(jdk, [write('Library.java', library)], file('lib'), ['-g', '--release', '8']);
  compileJava(jdk, [write('Main.java', application)], file('boot/BOOT-INF/classes'), [
    ...['-g', '--release', '8', '-cp', file('lib')],
  ]);
  jarTool('cf', file('nested/BOOT-INF/lib/library-1.0.jar'), '-C', file('lib'), '.');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The loader's classes at the root, classes compressed, nested jars stored. */
function executableJar(version: string, launcher: string, nested = file('nested')): string {
  const loader = mavenJar(`org.springframework.boot:spring-boot-loader:${version}`);
  const root = file(`loader-${version}`);
  mkdirSync(root, { recursive: true });
  execFileSync(join(jdk.home, 'bin', 'jar'), ['xf', loader, 'org'], { cwd: root });
  const manifest = write(
    `manifest-${version}.txt`,
    [
      `Main-Class: ${launcher}`,
      'Start-Class: app.Main',
      `Spring-Boot-Version: ${version}`,
      'Spring-Boot-Classes: BOOT-INF/classes/',
      'Spring-Boot-Lib: BOOT-INF/lib/',
      'Spring-Boot-Classpath-Index: BOOT-INF/classpath.idx',
      'Spring-Boot-Layers-Index: BOOT-INF/layers.idx',
      '',
    ].join('\n'),
  );
  write('boot/BOOT-INF/classpath.idx', '- "BOOT-INF/lib/library-1.0.jar"\n');
  write('boot/BOOT-INF/layers.idx', layers);
  const executable = file(`app-${version}.jar`);
  jarTool('cfm', executable, manifest, '-C', root, 'org', '-C', file('boot'), 'BOOT-INF');
  jarTool('u0f', executable, '-C', nested, 'BOOT-INF');
  return executable;
}

describe.each(loaders)('spring-boot-loader $version', ({ version, launcher }) => {
  let executable: string;
  beforeAll(() => {
    executable = executableJar(version, launcher);
  });

  test.each(['none', 'sound'])('runs what was instrumented with --analysis %s', (analysis) => {
    const plain = runJava(jdk, ['-jar', executable, 'argument']);
    expect([plain.stderr, plain.status]).toEqual(['', 0]);
    expect(plain.stdout).toMatch(/^y31\nLaunched\w*ClassLoader\n(jar|file|nested)\n$/);
    const output = file(`monitored-${version}-${analysis}.jar`);
    const properties = 'SafeIterator,SafeListIterator,SafeMapIterator,SafeHasNext';
    const run = rrv(['instrument', executable, '--prop', properties, '--analysis', analysis, '-o', output]);
    // It names classes that the loader uses where they are there (RRV_CLASS_MISSING).
    expect(run.status).toBe(0);
    const report = file(`report-${version}-${analysis}.json`);
    const monitored = runJava(jdk, ['-Xverify:all', `-Drrv.report=${report}`, '-jar', output, 'argument']);
    expect([monitored.stdout, monitored.status]).toEqual([plain.stdout, 0]);
    const { properties: monitors } = JSON.parse(readFileSync(report, 'utf8')) as MonitorReport;
    const found = monitors.flatMap(({ name, violations }) =>
      violations.map(({ site, count }) => `${site.class} ${site.line} ${name} ${count}`),
    );
    // The iterator of Main is used up in the nested jar: both have their slices in common.
    for (const property of ['SafeIterator', 'SafeListIterator'])
      expect(found).toEqual(
        expect.arrayContaining([`lib.Library 5 ${property} 1`, `lib.Library 10 ${property} 2`]),
      );
    expect(found).toEqual(
      expect.arrayContaining([
        'lib.Library 5 SafeHasNext 1',
        'lib.Library 6 SafeHasNext 1',
        'app.Main 10 SafeHasNext 1',
      ]),
    );
    expect(found.filter((one) => /^(app|lib)\./.test(one))).toHaveLength(7);
  });
});

/** What an image is made of: the archive unpacks itself, with or without what starts it. */
test('runs unpacked by its own tools', () => {
  const { version, launcher } = loaders.at(-1)!;
  cpSync(file('nested'), file('tools'), { recursive: true });
  for (const jar of [
    mavenJar(`org.springframework.boot:spring-boot-jarmode-tools:${version}`),
    ...mavenJars({ artifacts: ['org.springframework:spring-core:6.1.14'], transitive: true }),
  ])
    cpSync(jar, file(`tools/BOOT-INF/lib/${basename(jar)}`));
  const executable = executableJar(version, launcher, file('tools'));
  const output = file('unpacking.jar');
  const run = rrv(['instrument', executable, '--prop', 'SafeHasNext', '--analysis', 'none', '-o', output]);
  expect(run.status).toBe(0);
  const unpack = (...options: readonly string[]): void => {
    const unpacked = runJava(jdk, ['-Djarmode=tools', '-jar', output, 'extract', ...options]);
    expect(unpacked).toMatchObject({ status: 0, stdout: '' });
  };
  const found = expect.stringMatching(/SafeHasNext: .* at app\.Main\.main\(Main\.java:10\)/);
  unpack('--destination', file('plain'));
  const plain = runJava(jdk, ['-Xverify:all', '-jar', file('plain/unpacking.jar')]);
  expect(plain).toMatchObject({ status: 0, stderr: found });
  unpack('--layers', '--launcher', '--destination', file('layers'));
  for (const layer of readdirSync(file('layers')))
    cpSync(file(`layers/${layer}`), file('image'), { recursive: true });
  const layered = runJava(jdk, ['-Xverify:all', launcher], {}, file('image'));
  expect(layered).toMatchObject({ status: 0, stderr: found });
});
