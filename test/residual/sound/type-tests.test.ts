import { expect, test } from 'vitest';
import { loadProperties } from '../../../src/property/language/load.ts';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { compile, javaProgram } from './java-program.ts';

/** What remains of an event behind each call, in an open world and then in a closed one: `none` is no point at all. */
const source = `import java.io.*;
import java.util.*;
class Tested {
  static Map<Object, Object> shown;
  static Map<Object, Object> hash = new HashMap<>();
  static Map<Object, Object> tree = new TreeMap<>();
  static void use(Object o) { }
  static void hash() {
    Map<Object, Object> m = new HashMap<>();
    m.put(1, 1); // gone gone
    shown = m;
  }
  static void tree() {
    Map<Object, Object> m = new TreeMap<>();
    m.put(1, 1); // kept kept
    shown = m;
  }
  static void either(boolean b) {
    Map<Object, Object> m = b ? new HashMap<>() : new TreeMap<>();
    m.put(1, 1); // kept kept
    shown = m;
  }
  static void both(boolean b) {
    Map<Object, Object> m = b ? new HashMap<>() : new LinkedHashMap<>();
    m.put(1, 1); // gone gone
    shown = m;
  }
  static Map<Object, Object> make() { return new Hashtable<>(); }
  static void made() {
    Map<Object, Object> m = make();
    m.put(1, 1); // gone gone
    shown = m;
  }
  static void given(HashMap<Object, Object> m) {
    m.put(1, 1); // gone gone
  }
  static void none(boolean b) {
    Map<Object, Object> m = null;
    if (b) m = new HashMap<>();
    m.put(1, 1); // gone gone
    shown = m;
  }
  static void fields() {
    hash.put(1, 1); // kept gone
    tree.put(1, 1); // kept kept
  }
  static Map<Object, Object> view = new TreeMap<Object, Object>().descendingMap();
  static SortedMap<Object, Object> sorted = new TreeMap<>();
  static Map<Object, Object> head = sorted.headMap(1);
  static void ofLibrary() {
    view.put(1, 1); // kept kept
    head.put(1, 1); // kept kept
  }
  static Iterator<Object> walked;
  static class Walk implements Iterator<Object> {
    public boolean hasNext() { return true; }
    public Object next() { return this; }
  }
  static void walk(boolean b) {
    Iterator<Object> i = b ? new Walk() : new ArrayList<Object>(List.of(1)).listIterator();
    i.next(); // kept kept
    walked = i;
    i = new Walk();
    i.next(); // gone gone
    walked = i;
  }
  static void run(Runnable r) { }
  static void runs(Runnable r) {
    run(r); // kept kept
  }
  static class Navigable extends HashMap<Object, Object> { }
  static void own() {
    Map<Object, Object> m = new Navigable();
    m.put(1, 1); // gone gone
    shown = m;
  }
  static void argument(boolean b) {
    Map<Object, Object> m = null;
    if (b) m = new HashMap<>();
    use(m); // kept kept
    use(new HashMap<Object, Object>()); // gone gone
    m = new TreeMap<>();
    use(m); // kept kept
    shown = m;
  }
  static void negated() {
    Map<Object, Object> m = new TreeMap<>();
    m.clear(); // gone gone
    shown = m;
    m = new HashMap<>();
    m.clear(); // kept kept
    shown = m;
  }
  static void partly(Object key) {
    Map<Object, Object> m = new TreeMap<>();
    m.remove(key); // kept kept
    m.get(key); // gone gone
    shown = m;
    m = new HashMap<>();
    m.remove(key); // kept kept
    m.get(key); // kept kept
    shown = m;
  }
  static void disjoint(StringBuilder b, PrintStream p, Appendable a, PrintWriter w) throws IOException {
    b.append('x'); // none none
    p.append('x'); // none none
    a.append('x'); // kept kept
    w.append('x'); // kept kept
  }
  public static void main(String[] arguments) throws IOException {
    boolean b = arguments.length > 0;
    hash(); tree(); either(b); both(b); made(); given(new HashMap<>()); none(b); fields(); own(); argument(b); negated(); ofLibrary(); walk(b); runs(null); partly(b ? 1 : "x");
    disjoint(new StringBuilder(), System.out, System.out, new PrintWriter(System.out));
  }
}
`;

const { properties } = loadProperties(
  'tested.mop',
  `import java.io.Writer;
import java.util.Iterator;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
Tested(Object o) {
  event put before(NavigableMap o) : call(* Map+.put(..)) && target(o) {}
  event used before(NavigableMap o) : call(* Tested.use(Object)) && args(o) {}
  event cleared before(Map o) : call(* Map+.clear()) && target(o) && !target(SortedMap) {}
  event appended before(Writer o) : call(* Appendable+.append(..)) && target(o) {}
  event walked before(ListIterator o) : call(* Iterator+.next()) && target(o) {}
  event removed before(Map o) : call(* Map+.remove(Object)) && target(o) && !(target(SortedMap) && args(Integer)) {}
  event got before(Map o) : call(* Map+.get(..)) && target(o) && !(target(SortedMap) || args(Integer)) {}
  event ran before(Writer o) : call(* Tested.run(Runnable)) && args(o) {}
  ere : (put | used | cleared | appended | walked | removed | got | ran) (put | used | cleared | appended | walked | removed | got | ran)
  @match { }
}`,
  {
    lookup: (name) =>
      /^(?:Tested|java\.(?:lang\.(?:Object|Integer|Appendable|Runnable)|io\.Writer|util\.\w*(?:Map|Iterator)))$/.test(
        name,
      ),
  },
);
const property = properties[0]!;

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test('what fails its type test on every object that it may meet is no event', () => {
  const { program, points } = javaProgram(compile({ 'Tested.java': source }), [property]);
  const found = new Map<number, string[]>();
  for (const world of worlds) {
    const decisions = sound(program, property, points, { threads: 'shared', facts: [], world });
    for (const { id, line } of points)
      found.set(line!, [...(found.get(line!) ?? []), decisions.get(id)!.kept ? 'kept' : 'gone']);
  }
  const expected = lineComments(source, /^\w+ \w+$/);
  expect(expected.map(([line]) => [line, found.get(line)?.join(' ') ?? 'none none'])).toEqual(expected);
});

test('the reason says so', () => {
  const { program, points } = javaProgram(compile({ 'Tested.java': source }), [property]);
  const decisions = sound(program, property, points, {
    threads: 'shared',
    facts: [],
    world: { kind: 'open' },
  });
  const reasons = points.map(({ id }) => decisions.get(id)!.reason);
  expect(reasons).toContain(
    'removed: never an event: the object is a new java.util.HashMap, and is tested for java.util.NavigableMap',
  );
});
