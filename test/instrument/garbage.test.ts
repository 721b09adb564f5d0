import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** Each method says whether an object that a call was given or has made is collected while the method still runs. */
const program = `import java.lang.ref.WeakReference;
import java.util.*;
public class Garbage {
  static WeakReference<Object> seen;
  static boolean fails;
  static class Thing {
    Thing(int number, Object other) { seen = new WeakReference<>(this); }
    void use(Object other) { if (fails) throw new IllegalStateException(); }
    static Object give() { return noted(new Object()); }
    static long wide(long number, Object other) { return number; }
  }
  static Object noted(Object o) { seen = new WeakReference<>(o); return o; }
  static Thing thing() { return new Thing(1, null); }
  static boolean isGone() {
    for (int k = 0; k < 50; k++) {
      if (seen.get() == null) return true;
      System.gc();
    }
    return false;
  }
  static void receiver() { thing().use(null); System.out.println(isGone()); }
  static void argument() { Thing thing = thing(); thing.use(noted(new Object())); System.out.println(isGone() && thing != null); }
  static void beforeWide() { Thing.wide(1, noted(new Object())); System.out.println(isGone()); }
  static void made() { new Thing(2, null); System.out.println(isGone()); }
  static void result() { Thing.give(); System.out.println(isGone()); }
  static void caught() {
    fails = true;
    try { thing().use(null); } catch (IllegalStateException e) { System.out.println(isGone()); }
    fails = false;
  }
  static void thrown() {
    fails = true;
    try { thing().use(null); } catch (IllegalStateException e) { seen = new WeakReference<>(e); }
    fails = false;
    System.out.println(isGone());
  }
  public static void main(String[] arguments) { receiver(); argument(); beforeWide(); made(); result(); caught(); thrown(); }
}
`;

const property = (event: string): string => `P(Object o, Object p) {
  ${event}
  event use before(Object o, Object p) : call(* Garbage.Thing.use(..)) && target(o) && args(p) { }
  event wide before(Object o) : call(* Garbage.Thing.wide(..)) && args(*, o) { }
  event give after() returning(Object p) : call(* Garbage.Thing.give()) { }
  event made after(Object p) returning(Garbage.Thing o) : call(Garbage.Thing.new(..)) && args(*, p) { }
  ere : use give wide made wide wide
  @match { System.err.println("never"); }
}`;

/** What binds the operands of a call that fails before and after it. */
const events = {
  'before it returns or throws': '',
  'after it has returned':
    'event used after(Object o, Object p) returning : call(* Garbage.Thing.use(..)) && target(o) && args(p) { }',
  'after it has returned or thrown':
    'event used after(Object o, Object p) : call(* Garbage.Thing.use(..)) && target(o) && args(p) { }',
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-garbage-'));
  compileSources({ 'Garbage.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only an interpreter keeps what no code needs any more. */
const outputOf = (classes: string): string =>
  runJava(defaultJdk(), ['-Xint', '-Xverify:all', '-cp', classes, 'Garbage']).stdout;

test.each(Object.entries(events))('what an event of a call binds may be collected: %s', (_, event) => {
  const lookup = (name: string): boolean => ['java.lang.Object', 'Garbage', 'Garbage$Thing'].includes(name);
  const { properties } = loadProperties('garbage.mop', property(event), { lookup });
  instrumentDirectory(join(folder, 'before'), join(folder, 'after'), properties);
  expect(outputOf(join(folder, 'after'))).toBe(outputOf(join(folder, 'before')));
});
