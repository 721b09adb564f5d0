import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { javaCompiler } from '../../src/cli/java/java-compiler.ts';
import { makeChildren } from '../../src/cli/thread/child-process.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-compiler-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = { className: 'A', path: 'A.java', text: 'class A {}', sourceFile: 'own.mop', lines: [] };
const compile = (jdkHome: string, classPath: readonly string[] = [], compiled = source) =>
  javaCompiler({ jdkHome, classPath, runtimeClasses: new Map() })!([compiled]);

test('plugins of javac on the class path are not started', () => {
  writeFileSync(
    join(folder, 'Plug.java'),
    `public class Plug implements com.sun.source.util.Plugin {
  public String getName() { return "Plug"; }
  public boolean autoStart() { return true; }
  public void init(com.sun.source.util.JavacTask task, String... arguments) { throw new IllegalStateException(); }
}`,
  );
  const plugin = join(folder, 'plugin');
  mkdirSync(join(plugin, 'META-INF', 'services'), { recursive: true });
  compileJava(defaultJdk(), [join(folder, 'Plug.java')], plugin);
  writeFileSync(join(plugin, 'META-INF', 'services', 'com.sun.source.util.Plugin'), 'Plug');
  expect([...compile(defaultJdk().home, [plugin]).keys()]).toEqual(['A.class']);
});

test.skipIf(process.platform === 'win32')(
  'a javac that crashes has found no mistake in the Java code',
  () => {
    mkdirSync(join(folder, 'jdk', 'bin'), { recursive: true });
    const javac = join(folder, 'jdk', 'bin', 'javac');
    writeFileSync(javac, '#!/bin/sh\necho "An exception has occurred in the compiler" >&2\nexit 4\n');
    chmodSync(javac, 0o755);
    try {
      compile(join(folder, 'jdk'));
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof RrvError)) throw error;
      expect(error.diagnostic).toMatchObject({
        code: 'RRV_JAVA_COMPILER_FAILED',
        message:
          'javac failed while it compiled the Java code of the property: An exception has occurred in the compiler',
        where: { file: 'own.mop' },
        hint: expect.stringContaining('names no mistake in that code'),
      });
    }
  },
);

test('javac finds what lies in folders with any letters, whatever the locale', () => {
  const jörg = join(folder, 'Jörg "Ω" \\ x');
  mkdirSync(jörg);
  writeFileSync(join(jörg, 'B.java'), 'package b; public class B {}');
  compileJava(defaultJdk(), [join(jörg, 'B.java')], join(jörg, 'classes'));
  const { LANG, TMPDIR } = process.env;
  Object.assign(process.env, { LANG: 'C', TMPDIR: jörg });
  try {
    const using = { ...source, text: 'class A { b.B it; }' };
    expect([...compile(defaultJdk().home, [join(jörg, 'classes')], using).keys()]).toEqual(['A.class']);
  } finally {
    for (const [name, value] of Object.entries({ LANG, TMPDIR }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
});

test('a class of a later release than javac is said to be one', () => {
  const later = join(folder, 'later');
  mkdirSync(later);
  writeFileSync(join(later, 'L.java'), 'package l; public class L {}');
  compileJava(defaultJdk(), [join(later, 'L.java')], later);
  const bytes = readFileSync(join(later, 'l', 'L.class'));
  writeFileSync(join(later, 'l', 'L.class'), bytes.fill(99, 7, 8));
  rmSync(join(later, 'L.java'));
  try {
    compile(defaultJdk().home, [later], { ...source, text: 'class A { l.L it; }' });
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof RrvError)) throw error;
    expect(error.diagnostic.message).toMatch(
      /cannot access L; class file has wrong version 99\.0, should be \d+\.0$/,
    );
    expect(error.diagnostic.hint).toContain('later release of Java than this javac');
  }
});

test('a class path may be longer than an argument of a process', () => {
  const long = Array.from({ length: 3000 }, (_, index) => join(folder, 'x'.repeat(100), `${index}.jar`));
  expect([...compile(defaultJdk().home, long).keys()]).toEqual(['A.class']);
});

test.skipIf(process.platform === 'win32')(
  'a program that is not started is an answer, whatever Node does',
  async () => {
    const run = (file: string, argument: string) =>
      makeChildren().run({ file, args: [argument], environment: {} });
    expect(await run(join(folder, 'none'), '')).toMatchObject({
      status: null,
      error: expect.stringMatching(/ENOENT/),
    });
    expect(await run('/bin/true', 'x'.repeat(1 << 23))).toMatchObject({
      status: null,
      error: expect.stringMatching(/E2BIG/),
    });
  },
);
