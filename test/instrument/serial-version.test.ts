import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { serialVersionField } from '../../src/instrument/weave/serial-version.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** The JDK computes the same numbers, for members of every kind. */

const program = `
import java.io.*;
import java.util.*;

public class Versions implements Comparable<Versions>, Serializable {
  private static int a; private transient int b; transient int t; private int c; protected volatile long d; static final String E = "e"; Object[][] f;
  static { a = 1; }
  Versions(int n, String... s) {} protected Versions() {} private Versions(long l) {}
  public int compareTo(Versions o) { return 0; }
  synchronized native void n(); strictfp double x(int[] a, List<?> l) { return 0; } private void hidden() {} static void s() {}
  void same(int a) {} void same(long a) {} void same(String a) {} void Same() {} void sam() {}
  private static class Secret implements Serializable { int \\u00e9t\\u00e9; }
  protected abstract static class Shared implements Serializable, Cloneable, Comparator<String> { abstract void m(); }
  interface Marker extends Serializable {}
  interface Work extends Serializable { void m(); int X = 1; Object Y = new Object(); }
  final class Inner implements Serializable { int f() { return c; } }
  static class Empty implements Serializable {}

  public static void main(String[] args) throws Exception {
    Object local = new Serializable() { int q; };
    class Named implements Serializable { void m() { System.out.println(args.length); } }
    Object lambda = (Runnable & Serializable) () -> System.out.println("x");
    for (String name : new String[] { "", "$Secret", "$Shared", "$Inner", "$Empty", "$1", "$1Named", "$Marker", "$Work" }) {
      Class<?> type = Class.forName("Versions" + name);
      System.out.println("Versions" + name + " " + ObjectStreamClass.lookup(type).getSerialVersionUID());
    }
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-versions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the default serialVersionUID is the one that the JDK computes', () => {
  const source = join(folder, 'Versions.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'classes'));
  const run = runJava(defaultJdk(), ['-cp', join(folder, 'classes'), 'Versions']);
  const expected = run.stdout.trim().split('\n');
  expect(expected).toHaveLength(9);
  const actual = expected.map((line) => {
    const [name] = line.split(' ');
    const file = readClassFile(readFileSync(join(folder, 'classes', `${name}.class`)));
    return `${name} ${serialVersionField(file).constant}`;
  });
  expect(actual).toEqual(expected);
});

test('a class that is given an initialiser keeps its serialVersionUID, its own or the default one', () => {
  const source = `import java.io.*;
    public class Kept implements Serializable {
      static final long serialVersionUID = 5;
      int other;
      static class Plain implements Serializable { int other; }
      record Point(int x) implements Serializable { }
      public static void main(String[] args) {
        new Plain();
        new Point(1);
        for (Class<?> type : new Class<?>[] { Kept.class, Plain.class, Point.class })
          System.out.println(ObjectStreamClass.lookup(type).getSerialVersionUID());
      }
    }`;
  const [before, after] = [join(folder, 'kept'), join(folder, 'kept-woven')];
  compileSources({ 'Kept.java': source }, join(folder, 'kept-source'), before);
  const lookup = (name: string): boolean => name === 'Kept';
  const text = `Kept() {
    event initialised before() : staticinitialization(Kept) || staticinitialization(Kept..*) { }
    fsm : s [ initialised -> s ] @s { }
  }`;
  instrumentDirectory(before, after, loadProperties('kept.mop', text, { lookup }).properties);
  const { run, report } = runMonitored(after, 'Kept');
  expect(run.stdout).toBe(runJava(defaultJdk(), ['-cp', before, 'Kept']).stdout);
  expect(run.stdout).toMatch(/^5\n-?\d+\n0\n$/);
  expect(report.properties[0]!.events).toEqual({ initialised: 3 });
});

test('Java code of a property sees the fields of the program, and none that weaving added', () => {
  const source = `import java.io.*;
    import java.lang.reflect.Field;
    import java.util.*;
    public class Declares implements Serializable {
      static final long serialVersionUID = 5;
      static class Plain implements Serializable, Iterator<Object> {
        int other;
        public boolean hasNext() { return false; }
        public Object next() { return null; }
      }
      public static void main(String[] args) {
        new Plain().next();
        for (Field field : Plain.class.getDeclaredFields()) if (!field.isSynthetic()) System.out.println(field.getName());
      }
    }`;
  const [before, after] = [join(folder, 'declares'), join(folder, 'declares-woven')];
  compileSources({ 'Declares.java': source }, join(folder, 'declares-source'), before);
  const lookup = (name: string): boolean => name === 'Declares';
  const text = `import java.lang.reflect.Field;
  Declares() {
    event initialised after() : staticinitialization(java.io.Serializable+) {
      Class klass = __STATICSIG.getDeclaringType();
      try {
        Field found = klass.getDeclaredField("serialVersionUID");
        System.out.println(klass.getName() + " declares " + found.getName());
      } catch (NoSuchFieldException e) {
        System.out.println(klass.getName() + " declares none of " + klass.getDeclaredFields().length);
      }
    }
  }
  Iterators(java.util.Iterator i) {
    event next before(java.util.Iterator i) : call(* java.util.Iterator+.next()) && target(i) {}
    fsm : s [ next -> t ] t [ ]
    @fail { }
  }`;
  instrumentDirectory(before, after, loadProperties('declares.mop', text, { lookup }).properties);
  const { run, report } = runMonitored(after, 'Declares');
  expect(run.stdout).toBe('other\n');
  const messages = report.properties[0]!.violations.map(({ message }) => message).sort();
  expect(messages).toEqual(['Declares declares serialVersionUID', 'Declares$Plain declares none of 1']);
});
