import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dacapoProgram, harnessIterations } from '../../benchmarks/dacapo/dacapo-harness.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

/**
 * No registry has DaCapo's jar. This stand-in has its layout (cnf/*.cnf, jar/*.jar, class Harness) and prints
 * as its harness does; the benchmark's class says which build of it ran.
 */
const harness = `
import java.io.*; import java.net.*; import java.nio.file.*;
public class Harness {
  public static void main(String[] a) throws Exception {
    Path jar = Files.createTempFile("standin", ".jar");
    jar.toFile().deleteOnExit();
    try (InputStream in = Harness.class.getResourceAsStream("/jar/app.jar")) {
      Files.copy(in, jar, StandardCopyOption.REPLACE_EXISTING);
    }
    Class<?> app = new URLClassLoader(new URL[] {jar.toUri().toURL()}).loadClass("App");
    System.out.println(app.getMethod("name").invoke(null) + " " + String.join(" ", a));
    System.err.println("===== DaCapo 9.12 fop completed warmup 1 in 41 msec =====");
    System.err.println(app.getMethod("name").invoke(null).equals("broken")
      ? "===== DaCapo 9.12 fop FAILED =====" : "===== DaCapo 9.12 fop PASSED in 7 msec =====");
  }
}`;

const jdk = defaultJdk();
let work: string;
let archive: string;

function appJar(name: string): string {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'App.java'),
    `public class App { public static String name() { return "${name}"; } }`,
  );
  compileJava(jdk, [join(folder, 'App.java')], folder);
  execFileSync(join(jdk.home, 'bin', 'jar'), ['cf', join(folder, 'app.jar'), '-C', folder, 'App.class']);
  return join(folder, 'app.jar');
}

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'rrv-dacapo-'));
  const original = appJar('original');
  writeFileSync(join(work, 'Harness.java'), harness);
  mkdirSync(join(work, 'cnf'));
  writeFileSync(join(work, 'cnf', 'fop.cnf'), 'benchmark fop\n  jar "app.jar"\n  libs "absent.jar";\n');
  compileJava(jdk, [join(work, 'Harness.java')], join(work, 'classes'));
  archive = join(work, 'standin.jar');
  const layout = ['-C', join(work, 'classes'), '.', '-C', work, 'cnf'];
  mkdirSync(join(work, 'jar'));
  execFileSync('cp', [original, join(work, 'jar', 'app.jar')]);
  execFileSync(join(jdk.home, 'bin', 'jar'), ['cf', archive, ...layout, '-C', work, 'jar']);
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

const request = {
  jdk,
  extraClassPath: [],
  javaOptions: [],
  iterations: 2,
  measureHeap: false,
};

test('an archive without the benchmark is refused', () => {
  expect(() => dacapoProgram(archive, 'pmd', 'small')).toThrow(/no cnf\/pmd\.cnf/);
});

test('the nested jars are found, replaced in a copy, and run by the harness', () => {
  const program = dacapoProgram(archive, 'fop', 'small');
  expect(program.jars.map((jar) => basename(jar))).toEqual(['app.jar']);
  const plain = program.run!({ ...request, jars: program.jars });
  expect(plain.iterations.map(({ milliseconds }) => milliseconds)).toEqual([41, 7]);
  const replaced = appJar('replaced');
  expect(program.run!({ ...request, jars: [replaced] }).iterations).toHaveLength(2);
  // The copy holds the other build, and a build that fails is noticed.
  const copy = join(dirname(dirname(program.mainJar)), 'repacked.jar');
  expect(
    execFileSync(join(jdk.home, 'bin', 'java'), ['-cp', copy, 'Harness', 'x'], { encoding: 'utf8' }),
  ).toBe('replaced x\n');
  expect(() => program.run!({ ...request, jars: [appJar('broken')] })).toThrow(/DaCapo ended/);
  rmSync(dirname(dirname(program.mainJar)), { recursive: true });
});

test("iterations are read from the harness's lines", () => {
  expect(harnessIterations('x completed warmup 1 in 12 msec y\nPASSED in 9 msec')).toHaveLength(2);
  expect(harnessIterations('FAILED')).toEqual([]);
});
