import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { compileSources } from '../support/jdk.ts';
import { safeIterator, safeListIterator, safeMapIterator } from '../support/named-properties.ts';
import { type Variant, type VariantRun, variantRuns, violationsOf } from '../support/variant-runs.ts';

/** Objects go through public fields, so that the analysis knows nothing of them. */
const program = `import java.util.*;
public class Unmodifiable {
  public static Iterator<String> some;
  public static Collection<String> all;
  public static Map<String, String> map;
  static void make() { some = all.iterator(); }
  static void view() { all = map.keySet(); }
  static void use() { try { some.next(); } catch (ConcurrentModificationException e) { System.out.println("concurrent"); } }
  static void update() { try { all.add("x"); } catch (UnsupportedOperationException e) { System.out.println("no"); } }
  static void put() { try { map.put("y", "z"); } catch (UnsupportedOperationException e) { System.out.println("no"); } }
  static void walk() { make(); use(); update(); use(); }
  /** The iterator stays here, where its slice is deferred. */
  static void loop(Collection<String> c) {
    try {
      for (String s : c) update(c);
    } catch (ConcurrentModificationException e) { System.out.println("concurrent"); }
  }
  static void update(Collection<String> c) { try { c.add("x"); } catch (UnsupportedOperationException e) { System.out.println("no"); } }
  static void walkView() { view(); make(); use(); put(); use(); }

  public static void main(String[] arguments) throws Exception {
    List<String> list = new ArrayList<>(List.of("a", "b", "c"));
    for (Collection<String> one : List.<Collection<String>>of(Collections.unmodifiableList(list), Collections.unmodifiableCollection(list),
        List.of("a", "b"), List.of("a", "b", "c"), Set.of("e", "f"), Collections.unmodifiableSet(new TreeSet<>(list)))) {
      all = one;
      walk();
      loop(one);
    }
    loop(new ArrayList<>(list));                              // modified
    all = list; walk();                                       // modified
    all = Arrays.asList("a", "b", "c"); make(); use();
    all.removeAll(List.of("z")); use();                       // an update that changes nothing
    map = Map.of("k", "v", "l", "w"); walkView();
    map = Collections.unmodifiableMap(new TreeMap<>(map)); walkView();
    Thread other = new Thread(() -> walkView());              // the view is one object, in each thread
    other.start();
    other.join();
    map = new TreeMap<>(map); walkView();                     // modified
    all = Collections.unmodifiableCollection(list); make();
    list.add("d"); use();                                     // the list is another object than its view
    all = list; compare(List.of("a"));                        // modified
    all = List.of("a"); compare(list);
  }
  static void compare(Collection<String> other) { all.containsAll(other); update(); }
}
`;

/** An attempt is an event, whether it fails or not. */
const attempts = loadOverJavaUtil(`Attempts(Collection c, Iterator i) {
  event create after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) {}
  event attempt before(Collection c) : call(* Collection+.add*(..)) && target(c) {}
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  ere : (attempt | next)* create next* attempt (create | attempt)* next
  @match { System.err.println("used"); }
}`);

/** Only what happens in a call of \`walk\` or \`loop\` counts. */
const inCalls = loadOverJavaUtil(`InCalls(Collection c, Iterator i) {
  event create after(Collection c) returning(Iterator i) :
    call(* Collection+.iterator()) && target(c) && (cflow(execution(* *.walk())) || cflow(execution(* *.loop(..)))) {}
  event update after(Collection c) returning : call(* Collection+.add*(..)) && target(c) {}
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  ere : (update | next)* create next* update (create | update)* next
  @match { System.err.println("used"); }
}`);

/** What is updated is not the first argument of the event. */
const compared = loadOverJavaUtil(`Compared(Collection d, Collection c) {
  event compare before(Collection d, Collection c) : call(* Collection+.containsAll(Collection)) && args(d) && target(c) {}
  event update after(Collection c) returning : call(* Collection+.add*(..)) && target(c) {}
  ere : update* compare compare* update
  @match { System.err.println("updated"); }
}`);

let folder: string;
let runs: Readonly<Record<Variant, VariantRun>>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-unmodifiable-'));
  compileSources({ 'Unmodifiable.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
  runs = variantRuns(folder, 'Unmodifiable', [
    safeIterator,
    safeListIterator,
    safeMapIterator,
    attempts,
    inCalls,
    compared,
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function created({ report }: VariantRun): Readonly<Record<string, number>> {
  return Object.fromEntries(report.properties.map(({ name, monitors }) => [name, monitors.created]));
}

test('iterators of unmodifiable collections have no slice, and no report goes with them', () => {
  expect(violationsOf(runs.sound.report)).toEqual(violationsOf(runs.none.report));
  expect(violationsOf(runs.audit.report)).toEqual(violationsOf(runs.none.report));
  expect(runs.sound.stdout).toBe(runs.none.stdout);
  const counts = ({ report }: VariantRun) =>
    report.properties.map(({ name, violations }) => `${name} ${violations.map(({ count }) => count)}`);
  expect(counts(runs.none)).toMatchInlineSnapshot(`
    [
      "SafeIterator 1,2",
      "SafeListIterator ",
      "SafeMapIterator 1",
      "Attempts 7,7",
      "InCalls 1,1",
      "Compared 1",
    ]
  `);
  expect(created(runs.none)).toMatchInlineSnapshot(`
    {
      "Attempts": 21,
      "Compared": 2,
      "InCalls": 14,
      "SafeIterator": 21,
      "SafeListIterator": 1,
      "SafeMapIterator": 7,
    }
  `);
  expect(created(runs.sound)).toMatchInlineSnapshot(`
    {
      "Attempts": 20,
      "Compared": 1,
      "InCalls": 2,
      "SafeIterator": 5,
      "SafeListIterator": 0,
      "SafeMapIterator": 2,
    }
  `);
});
