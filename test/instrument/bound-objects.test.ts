import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeIterator, safeMapIterator } from '../support/named-properties.ts';

/** Objects go through public fields, so that the analysis knows nothing of them. */
const program = `import java.util.*;
public class Bound {
  public static Iterator<String> some;
  public static Collection<String> all;
  public static Map<String, String> map;
  /** An iterator that no collection makes, until one does. */
  static class Counter implements Iterator<String> {
    int n = 5;
    public boolean hasNext() { return n > 0; }
    public String next() { return "" + n--; }
  }
  static class Counting extends AbstractCollection<String> {
    @Override public boolean add(String s) { return true; }
    public Iterator<String> iterator() { return new Counter(); }
    public int size() { return 5; }
  }
  static void make() { some = all.iterator(); }
  static void view() { all = map.keySet(); }
  static void use() { some.next(); }
  static void update() { all.add("x"); }
  static void put() { map.put("y" + map.size(), "z"); }

  public static void main(String[] arguments) {
    some = new Counter(); use(); use();                    // next: nobody has bound a Counter yet
    all = new ArrayList<>(); update(); update();           // update: nor an ArrayList
    map = new HashMap<>(); put();                          // update of a map: nor a HashMap
    all = new LinkedList<>(List.of("a", "b")); make();
    use();                                                 // next
    update();                                              // update
    try { use(); } catch (ConcurrentModificationException e) { System.out.println("LinkedList"); } // next: a violation
    all = new Counting(); make(); use();                   // next
    update();                                              // update
    use();                                                 // next: a violation that throws nothing
    some = new Counter(); use();                           // next: such a class is bound now, but not this one
    map = new TreeMap<>(Map.of("k", "v")); view(); make();
    use();                                                 // next
    put();                                                 // update
    try { use(); } catch (ConcurrentModificationException | NoSuchElementException e) { System.out.println("TreeMap"); } // next: a violation
    all = new LinkedList<>(); update();                    // update: nor this list
    all = new Vector<>(); update();                        // update
    all = Collections.synchronizedCollection(all); make(); use(); // not synchronized: a violation
    try { Collections.unmodifiableCollection(all).add("no"); } catch (UnsupportedOperationException e) { System.out.println("no"); }
  }
}
`;

const properties = [
  safeIterator,
  safeMapIterator,
  libraryProperty('Collections_UnmodifiableUpdate'),
  libraryProperty('Collections_SynchronizedCollection'),
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-bound-'));
  compileSources({ 'Bound.java': program }, join(folder, 'source'), join(folder, 'classes'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runOf(variant: string, options: Parameters<typeof instrumentDirectory>[3]) {
  const to = join(folder, variant);
  instrumentDirectory(join(folder, 'classes'), to, properties, options);
  const { run, report } = runMonitored(to, 'Bound');
  return { printed: run.stdout, report };
}

function found(report: MonitorReport): string[] {
  return report.properties.flatMap(({ name, violations }) =>
    violations.map(({ site, count }) => `${name} ${site.method}:${site.line} ${count}`),
  );
}

function events(report: MonitorReport): Record<string, Readonly<Record<string, number>>> {
  return Object.fromEntries(report.properties.map(({ name, events }) => [name, events]));
}

test('events on objects that no slice has are left out, and no report with them', () => {
  const full = runOf('none', { analysis: 'none' });
  const residual = runOf('sound', { analysis: 'sound' });
  const audited = runOf('audit', { analysis: 'sound', audit: true });
  expect(residual.printed).toBe(full.printed);
  expect(audited.printed).toBe(full.printed);
  expect(found(residual.report)).toEqual(found(full.report));
  expect(found(audited.report)).toEqual(found(full.report));
  expect(events(full.report)).toMatchInlineSnapshot(`
    {
      "Collections_SynchronizedCollection": {
        "accessIter": 0,
        "asyncCreateIter": 1,
        "sync": 1,
        "syncCreateIter": 0,
      },
      "Collections_UnmodifiableUpdate": {
        "create": 3,
        "update": 9,
      },
      "SafeIterator": {
        "create": 4,
        "next": 10,
        "update": 6,
      },
      "SafeMapIterator": {
        "create": 4,
        "next": 10,
        "update": 2,
        "view": 1,
      },
    }
  `);
  expect(events(residual.report)).toMatchInlineSnapshot(`
    {
      "Collections_SynchronizedCollection": {
        "accessIter": 0,
        "asyncCreateIter": 1,
        "sync": 1,
        "syncCreateIter": 0,
      },
      "Collections_UnmodifiableUpdate": {
        "create": 3,
        "update": 1,
      },
      "SafeIterator": {
        "create": 4,
        "next": 7,
        "update": 2,
      },
      "SafeMapIterator": {
        "create": 1,
        "next": 2,
        "update": 1,
        "view": 1,
      },
    }
  `);
  expect(found(full.report)).toMatchInlineSnapshot(`
    [
      "SafeIterator use:19 2",
      "SafeMapIterator use:19 1",
      "Collections_UnmodifiableUpdate main:42 1",
      "Collections_SynchronizedCollection make:17 1",
    ]
  `);
});
