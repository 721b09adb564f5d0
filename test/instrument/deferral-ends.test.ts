import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { javaSources, runtimeWorkspace, type Workspace } from '../runtime/runtime-jar.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';

/**
 * Loops over new lists, whose bodies may update them. The comment of each method: whether the runtime still waits for an update of the
 * list when the method has ended, and what its SafeIterator has found then.
 */
const program = `import java.util.*;
public class Ended {
  static int rounds;
  static void touch(Collection<String> all) { if (rounds < 0) all.add("t"); }
  static void fail(String s) { if (rounds >= 0) throw new IllegalStateException(s); }
  static Iterator<String> field;

  // over
  static int loop(List<String> all) { int n = 0; for (String s : all) { n += s.length(); touch(all); } return n; }
  // over
  static int left(List<String> all) { for (String s : all) { touch(all); if (s.equals("b")) break; } return all.size(); }
  // over
  static int returned(List<String> all) { for (String s : all) { touch(all); if (s.equals("b")) return s.length(); } return 0; }
  // over
  static int nested(List<String> all) {
    int n = 0;
    List<String> more = new ArrayList<>(all);
    outer: for (String s : all) { touch(all); for (String t : more) { touch(more); n++; if (n == 3) continue outer; if (n == 5) break outer; } }
    return n;
  }
  // over
  static int caught(List<String> all) {
    int n = 0;
    try { for (String s : all) { touch(all); fail(s); } }
    catch (IllegalStateException e) { n = 1; }
    return n;
  }
  // over
  static int caughtInside(List<String> all) {
    int n = 0;
    for (String s : all) try { touch(all); fail(s); } catch (IllegalStateException e) { n++; }
    return n;
  }
  // over
  static int atLast(List<String> all) {
    int n = 0;
    try { for (String s : all) { touch(all); n++; if (n == 2) return n; } } finally { n += rounds; }
    return n;
  }
  // over
  static int once(List<String> all) { Iterator<String> i = all.iterator(); touch(all); String s = i.next(); touch(all); return s.length(); }
  // over
  static int again(List<String> all) {
    int n = 0;
    for (int k = 0; k < 3; k++) { Iterator<String> i = all.iterator(); touch(all); if (i.next().equals("a")) continue; n++; }
    return n;
  }
  // over
  static int rounds(List<String> all) {
    int n = 0;
    for (String s : all) { touch(all); n++; }
    for (int k = 0; k < 100; k++) { n += k; if (n % 7 == 0) continue; n++; }
    return n;
  }
  // over
  static int chosen(List<String> all) {
    Iterator<String> i = all.iterator();
    switch (all.size() + rounds) {
      case 0: return 1;
      case 1: touch(all); return i.next().length();
      case 3: touch(all); break;
      default: touch(all); i.next();
    }
    return all.size();
  }
  // over
  static int locked(List<String> all) { synchronized (all) { for (String s : all) { touch(all); if (s.equals("b")) return 1; } } return 0; }
  static List<String> next;
  static List<String> take() { List<String> taken = next; next = null; return taken; }
  // over
  static int collected(List<String> none) throws Exception {
    next = new ArrayList<>(none);
    List<String> all = take();
    for (String s : all) touch(all);
    java.lang.ref.WeakReference<List<String>> reference = new java.lang.ref.WeakReference<>(all);
    all = null;
    if (rounds == 0) for (int k = 0; reference.get() != null; k++) { if (k == 100) throw new AssertionError("held"); System.gc(); Thread.sleep(10); }
    return rounds++;
  }
  // awaited: nobody says that the loop is over
  static int thrown(List<String> all) { for (String s : all) { touch(all); fail(s); } return 0; }
  // over: found
  static int updated(List<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    i.next();
    all.add("x");
    try { i.next(); } catch (ConcurrentModificationException e) { n++; }
    return n;
  }
  // over: found
  static int updatedLater(List<String> all) {
    try { for (String s : all) { if (s.equals("b")) all.remove(s); if (all.size() == 3) all.add("z"); } } catch (ConcurrentModificationException e) { return 1; }
    return 0;
  }
  // over: found
  static int elsewhere(List<String> all) {
    Thread other = new Thread(() -> all.add("y"));
    try {
      for (String s : all) if (s.equals("a")) { other.start(); other.join(); }
    } catch (ConcurrentModificationException e) { return 1; } catch (InterruptedException e) { return 2; }
    return 0;
  }
  interface Loop { int of(List<String> all) throws Exception; }
  static void run(String name, Loop loop) {
    for (int k = 0; k < 50; k++)
      try { loop.of(new ArrayList<>(List.of("a", "b", "c", "d"))); } catch (Exception e) { if (!(e instanceof IllegalStateException)) throw new Error(e); }
    System.out.println(name + " " + (rrv.runtime.AwaitedHashes.count() > 0 ? "awaited" : "over"));
  }
  public static void main(String[] arguments) {
METHODS
  }
}
`;

let space: Workspace;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-ends-'));
  space = runtimeWorkspace(javaSources(join(import.meta.dirname, '..', 'runtime', 'java')));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  space.remove();
});

test('the runtime is told where a loop over a list without an entry is over', () => {
  const methods = [...program.matchAll(/\/\/ (over|awaited).*?(found)?\n {2}static int (\w+)\(/g)];
  expect(methods.length).toBe(program.match(/\/\/ (over|awaited)/g)!.length);
  // Those that are awaited go last, as they stay so.
  const order = methods.toSorted(([, a], [, b]) => (a === b ? 0 : a === 'over' ? -1 : 1));
  const calls = order.map(([, , , name]) => `    run("${name}", Ended::${name});`).join('\n');
  const sources = { 'Ended.java': program.replace('METHODS', calls) };
  compileSources(sources, join(folder, 'source'), join(folder, 'before'), ['-g', '-cp', space.classes]);
  const result = instrumentDirectory(join(folder, 'before'), join(folder, 'sound'), builtinProperties, {
    analysis: 'sound',
  });
  const found = new Map<string, boolean>();
  for (const { property, event, method, deferred } of result.report.points)
    if (property === 'SafeIterator' && event === 'create') found.set(method, deferred === true);
  expect(methods.filter(([, , , name]) => found.get(name!) !== true).map(([, , , name]) => name)).toEqual([]);
  const run = runJava(defaultJdk(), [
    '-Xverify:all',
    '-cp',
    [join(folder, 'sound'), space.classes].join(':'),
    'Ended',
  ]);
  expect(run.stdout.trim().split('\n')).toEqual(order.map(([, word, , name]) => `${name} ${word}`));
  const reported = [...run.stderr.matchAll(/SafeIterator.*Ended\.(\w+)\(/g)].map(([, name]) => name);
  expect(new Set(reported)).toEqual(
    new Set(methods.filter(([, , isFound]) => isFound).map(([, , , name]) => name)),
  );
});
