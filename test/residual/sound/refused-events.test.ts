import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupBy } from '../../../src/group-by.ts';
import type { InstrumentRequest } from '../../../src/instrument/instrument-types.ts';
import { libraryProperty } from '../../../src/property/library/index.ts';
import type { Property } from '../../../src/property/model.ts';
import { loadOverJavaUtil } from '../../property/load-support.ts';
import { instrumentDirectory, runMonitored } from '../../support/instrumented-program.ts';
import { compileSources } from '../../support/jdk.ts';

/**
 * What is done with views of synchronized maps, and with others. The first words of each method's comment: what becomes of all its
 * points of Collections_SynchronizedCollection and of Collections_SynchronizedMap.
 */
const program = `import java.util.*;
public class Views {
  static class Own extends HashMap<String, String> {
    final List<String> plain = new ArrayList<>(List.of("a"));
    public Collection<String> values() { return plain; }
  }
  static class Kept extends AbstractCollection<String> {
    final Iterator<String> kept = List.of("k").iterator();
    public Iterator<String> iterator() { return kept; }
    public int size() { return 1; }
  }
  static Iterator<String> field;
  static void update(List<String> all) { all.add("u"); }

  // silent silent
  static int loop(Collection<String> all) {
    int n = 0;
    for (String s : all) n += s.length();
    return n;
  }
  // removed removed: the list is the method's own
  static int made() {
    List<String> all = new ArrayList<>(List.of("a", "b"));
    int n = 0;
    for (String s : all) n += s.length();
    return n;
  }
  // silent silent: the list is the method's own, and anybody may have its elements
  static int elements(Collection<Collection<String>> all) {
    int n = 0;
    for (Collection<String> one : new ArrayList<>(all)) for (String s : one) n += s.length();
    return n;
  }
  // stays silent: the collection is one
  static int wrapped(Collection<String> all) {
    Collection<String> one = Collections.synchronizedCollection(all);
    int n = 0;
    for (String s : one) n += s.length();
    return n;
  }
  // stays stays: somebody else gets the iterator
  static Iterator<String> handed(Collection<String> all) {
    field = all.iterator();
    return field;
  }
  // stays stays: it comes from elsewhere
  static boolean more(Iterator<String> i) { return i.hasNext(); }

  static void all(Map<String, String> map) {
    Collection<String> values = map.values();
    System.out.println(loop(values) + loop(map.keySet()) + made() + elements(List.of(values, map.keySet())));
    System.out.println(wrapped(values));
    synchronized (map) {
      System.out.println(loop(values));
      handed(values);
    }
    System.out.println(more(field) + " " + more(handed(map.keySet())) + more(Collections.<String>emptyList().iterator()));
  }
  public static void main(String[] arguments) {
    Map<String, String> plain = new HashMap<>(Map.of("k", "v"));
    all(plain);
    all(Collections.synchronizedMap(plain));
    all(Collections.synchronizedSortedMap(new TreeMap<>(plain)));
    all(Collections.synchronizedMap(new Own()));
    all(Collections.synchronizedMap(new HashMap<>()));
    Collection<String> none = Collections.synchronizedList(Collections.<String>emptyList());
    synchronized (none) { handed(none); }
    System.out.println(more(field) + " " + loop(none) + loop(Collections.emptyList()));
    update(new Own().plain);
    System.out.println(loop(new Kept()));
  }
}
`;

const library = ['Collections_SynchronizedCollection', 'Collections_SynchronizedMap'].map(libraryProperty);

/** Maps of the program, whose views are plain collections. */
const ownMaps = loadOverJavaUtil(`OwnMaps(Map m, Collection c, Iterator i) {
  Map kept;
  static boolean isAny(Map map) { return map != null; }
  creation event made after() returning(Map m) : call(HashMap.new(..)) || call(* *.handOut()) { kept = m; }
  event view after(Map m) returning(Collection c) : (call(* Map+.keySet()) || call(* Map+.values())) && target(m) { }
  event walk after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) && condition(isAny(kept)) { }
  event use before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(kept != null) { }
  ere : made view+ walk use+
  @match { System.err.println("used"); }
}`);

const own = `import java.util.*;
public class OwnMap {
  static class Mine extends AbstractMap<String, String> {
    final Set<String> keys = new HashSet<>(Set.of("m"));
    public Set<String> keySet() { return keys; }
    public Set<Map.Entry<String, String>> entrySet() { return Set.of(); }
  }
  static Map<String, String> handOut() { return new Mine(); }
  static int loop(Collection<String> all) {
    int n = 0;
    for (String s : all) n += s.length();
    return n;
  }
  static int made() {
    int n = 0;
    for (String s : new HashMap<>(Map.of("k", "v")).keySet()) n += s.length();
    return n;
  }
  public static void main(String[] arguments) {
    System.out.println(loop(handOut().keySet()) + loop(new HashMap<>(Map.of("k", "v")).values()) + loop(List.of("l")) + made());
  }
}
`;

/** A collection is updated between two uses of its iterator; `condition`: of the second event. */
const updatedBetween = (name: string, condition: string): Property =>
  loadOverJavaUtil(`${name}(Collection c, Iterator i) {
  creation event walk after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event use before(Iterator i) : call(* Iterator+.next()) && target(i)${condition} { }
  event update after(Collection c) returning : call(* Collection+.add(..)) && target(c) { }
  ere : walk use update use
  @match { System.err.println("updated"); }
}`);

/** Its slices begin with an iterator, and the program has one that is no new one: so its loops ask, and the others with it. */
const asking = [...library, libraryProperty('SafeIterator')];

/** The second of three, by what the slice has counted: nothing else says which. */
const counted = loadOverJavaUtil(`Counted(Iterator i) {
  Thread owner;
  int n;
  event use before(Iterator i, Thread t) : call(* Iterator+.next()) && target(i) && thread(t) && condition(owner == null) {
    if (n > 0) owner = t;
    n++;
  }
  ere : use use
  @match { System.err.println("used twice"); }
}`);

const counting = `import java.util.*;
public class Counting {
  static int twice() { Iterator<String> i = List.of("a", "b", "c").iterator(); return i.next().length() + i.next().length() + i.next().length(); }
  static int once() { return List.of("a").iterator().next().length(); }
  public static void main(String[] arguments) { System.out.println(once() + twice()); for (String s : List.of("x", "y")) System.out.println(s); }
}
`;

const programs = {
  Counting: [counting, [counted]],
  Views: [program, asking],
  OwnMap: [own, [ownMaps]],
} as const satisfies Readonly<Record<string, readonly [string, readonly Property[]]>>;

describe('events that conditions in Java may refuse', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-refused-'));
    for (const [name, [source]] of Object.entries(programs))
      compileSources({ [`${name}.java`]: source }, join(folder, name), join(folder, name, 'before'), ['-g']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const woven = (
    name: keyof typeof programs,
    variant: string,
    options: Partial<InstrumentRequest>,
    properties: readonly Property[] = programs[name][1],
  ) => {
    const folders = [join(folder, name, 'before'), join(folder, name, variant)] as const;
    const { report: points } = instrumentDirectory(...folders, properties, options);
    return { points: points.points, ...runMonitored(folders[1], name) };
  };

  const violations = ({ report }: ReturnType<typeof woven>) =>
    report.properties.flatMap(({ name: property, violations: all }) =>
      all.map(({ site, count }) => [property, site.line, count]),
    );

  test('stay where a slice that has them may report, and are silent for plain collections that are in none', () => {
    const { points } = woven('Views', 'decided', { analysis: 'sound' });
    const expected = [...program.matchAll(/\/\/ (\w+) (\w+)[^\n]*\n {2}static [\w<>]+ (\w+)\(/g)].flatMap(
      ([, collection, map, method]) => [`${method} collection ${collection}`, `${method} map ${map}`],
    );
    const ofLibrary = points.filter(({ property }) => property !== 'SafeIterator');
    const byMethod = groupBy(ofLibrary, ({ property, method }) => `${property} ${method}`);
    const found = [...byMethod].map(([key, some]) => {
      const [property, method] = key.split(' ');
      const stays = some.some(({ kept, silent }) => kept && silent !== true);
      const word = stays ? 'stays' : some.some(({ kept }) => kept) ? 'silent' : 'removed';
      return `${method} ${property === library[0]!.name ? 'collection' : 'map'} ${word}`;
    });
    const isLooked = (line: string): boolean =>
      !/^(?:all|main|update|<\w+>|values|iterator|size) /.test(line);
    expect(found.filter(isLooked).sort()).toEqual(expected.sort());
    expect(expected).toHaveLength(12);
  });

  test('that count stay where they may count up to a report', () => {
    const { points } = woven('Counting', 'decided', { analysis: 'sound' });
    const stays = (name: string) => points.filter(({ method, kept }) => method === name && kept).length;
    expect([stays('once'), stays('twice'), stays('main')]).toEqual([0, 3, 1]);
  });

  test('are told where no loop asks for another property', () => {
    const asked = woven('Views', 'asked', { analysis: 'sound' });
    const told = woven('Views', 'told', { analysis: 'sound' }, library);
    const silentOf = ({ points }: typeof asked) => points.filter(({ silent }) => silent === true);
    expect(silentOf(asked).some(({ property }) => property === library[0]!.name)).toBe(true);
    expect(silentOf(told)).toEqual([]);
    const ofLibrary = violations(asked).filter(([property]) => property !== 'SafeIterator');
    expect(ofLibrary.length).toBeGreaterThan(1);
    expect(violations(told)).toEqual(ofLibrary);
  });

  test('where the views of maps are plain collections, nothing is silent', () => {
    const { points } = woven('OwnMap', 'decided', { analysis: 'sound' });
    expect(points.filter(({ silent }) => silent === true)).toEqual([]);
    expect(points.some(({ kept }) => kept)).toBe(true);
  });

  test('stay where another thread may have an event in between, also where threads are taken to be confined', () => {
    const source = `import java.util.*;
public class Twice {
  static int twice(Collection<String> c) { Iterator<String> i = c.iterator(); i.next(); return i.next().length(); }
  static void more(Collection<String> c) { c.add("x"); }
}
`;
    compileSources({ 'Twice.java': source }, folder, join(folder, 'twice'), ['-g']);
    const properties = [
      updatedBetween('Plain', ''),
      updatedBetween('Coded', ' && condition(Thread.holdsLock(i))'),
    ];
    const { report } = instrumentDirectory(join(folder, 'twice'), join(folder, 'twice-woven'), properties, {
      analysis: 'sound',
    });
    const stay = report.points.filter(
      ({ method, kept, silent }) => method === 'twice' && kept && silent !== true,
    );
    expect(stay.map(({ property, event }) => `${property} ${event}`)).toEqual([
      'Coded walk',
      'Coded use',
      'Coded use',
    ]);
  });

  test.each(Object.keys(programs) as (keyof typeof programs)[])(
    'reports are the same, and an audit agrees: %s',
    (name) => {
      const full = woven(name, 'none', { analysis: 'none' });
      const closed = { kind: 'closed', entries: ['**#main'], reflection: [] } as const;
      const others = [
        woven(name, 'sound', { analysis: 'sound' }),
        woven(name, 'closed', { analysis: 'sound', world: closed }),
        woven(name, 'audited', { analysis: 'sound', audit: true }),
      ];
      expect(violations(full).length).toBeGreaterThan(1);
      for (const other of others) {
        expect(other.run.stderr).not.toMatch(/audit/);
        expect(other.run.stdout).toBe(full.run.stdout);
        expect(violations(other)).toEqual(violations(full));
      }
    },
  );
});
