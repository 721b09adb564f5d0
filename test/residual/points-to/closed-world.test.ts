import { beforeAll, expect, test } from 'vitest';
import { libraryProperty } from '../../../src/property/library/index.ts';
import type { World } from '../../../src/residual/analysis.ts';
import { defaultAnalysisLimits } from '../../../src/residual/limits.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import {
  builtinProperties,
  safeIterator,
  safeListIterator,
  safeMapIterator,
} from '../../support/named-properties.ts';
import { compile, javaProgram } from '../sound/java-program.ts';

/**
 * Each line with events says in a comment what becomes of them in a closed world that starts at `main`. `LI`: SafeListIterator, `MI`: SafeMapIterator.
 */
const source = `import java.util.*;
import java.util.function.*;
public class Closed {
  static List<Object> counted = new ArrayList<>();
  static List<Object> walked = new ArrayList<>();
  static List<Object> printed = new ArrayList<>();
  static List<Object> called = new ArrayList<>();
  static List<Object> sorted = new ArrayList<>();
  static Map<Object, Map<Object, Object>> tables = new HashMap<>();
  static Map<Object, List<Object>> lists = new TreeMap<>();
  static Object[] kept = new Object[2];
  static List<Object> given;
  static class Held { List<Object> mine = new LinkedList<>(); List<Object> shared; }

  public static void main(String[] arguments) throws Exception {
    counted.add("x");                                        // LI: removed
    walked.add("x");                                         // LI: kept
    for (Object o : walked) { walked.add(o); }               // LI: kept
    System.out.println(Optional.of(printed));
    printed.add("x");                                        // LI: kept
    Held held = new Held(); held.shared = walked;
    held.mine.add("x");                                      // LI: removed
    held.shared.add("x");                                    // LI: kept
    Map<Object, Object> table = new HashMap<>();
    table.put("k", "v");                                     // MI: removed, as it is new
    tables.put("t", table);                                  // MI: kept
    for (Object key : tables.keySet())                       // MI: kept
      tables.put(key, null);                                 // MI: kept
    table = tables.get("t");
    table.put("k", "w");                                     // MI: removed
    List<Object> inner = new ArrayList<>();
    inner.add("x");                                          // LI: removed, as it is new
    lists.put("l", inner);                                   // MI: removed
    for (Object o : lists.get("l")) lists.get("l").add(o);   // LI: kept
    kept[0] = new ArrayList<>();
    ((List<Object>) kept[1]).add("x");                       // LI: removed
    Closed.class.getDeclaredMethod("take", List.class).invoke(null, called);
    called.add("x");                                         // LI: kept
    Collections.sort(sorted, Closed::compare);
    sorted.add("x");                                         // LI: removed
    Supplier<List<Object>> supplier = () -> walked;
    supplier.get().add("x");                                 // LI: kept
  }

  static int compare(Object left, Object right) { return 0; }
  static void take(List<Object> list) {
    for (Object o : list) list.add(o);                       // LI: kept
  }
  static void from(List<Object> list) {
    list.add("x");                                           // LI: kept
  }
}
`;

/** The same for a program with collections and iterators of its own, and no reflection. */
const ownSource = `import java.util.*;
public class Own {
  static class Steps implements Iterator<Object> {
    int left; Steps(int left) { this.left = left; }
    public boolean hasNext() { return left > 0; }
    public Object next() { return left--; }
  }
  static class Bag extends ArrayList<Object> { Bag(int size) { super(size); } }
  static class View extends AbstractList<Object> {
    List<Object> of; View(List<Object> of) { this.of = of; }
    public int size() { return of.size(); }
    public Object get(int index) { return of.get(index); }
  }
  static class Growing extends AbstractCollection<Object> {
    List<Object> of; Growing(List<Object> of) { this.of = of; }
    public Object[] toArray() { of.add("x"); return null; }       // LI: kept
    public Iterator<Object> iterator() { return null; }
    public int size() { return 0; }
  }
  static class Wrapped extends ArrayList<Object> {
    Wrapped(int size) { }
    public Iterator<Object> iterator() { return new Steps(2); }
  }
  static class Cache extends LinkedHashMap<Object, Object> {
    Cache(int size) { }
    protected boolean removeEldestEntry(Map.Entry<Object, Object> entry) {
      return ((List<Object>) entry.getValue()).add("x");          // LI: kept
    }
  }
  static class Pile extends Vector<Object> {
    Pile(int size) { }
    void grow() { ((List<Object>) elementData[0]).add("x"); }     // LI: kept
  }
  // Of two calls that look alike, one is never made.
  static void step(Collection<Object> growing) {
    Collection<Object> none = null;
    if (asked == growing) none.toArray();
    growing.toArray();
  }
  static abstract class Shape { abstract void draw(List<Object> on); }
  static class Round extends Shape {
    Round(int size) { }
    void draw(List<Object> on) { for (Object o : on) on.add(o); } // LI: kept
  }
  static class Never extends Shape {
    Never(int size) { }
    void draw(List<Object> on) { for (Object o : on) on.add(o); } // LI: removed
  }
  static class Made extends Shape {
    void draw(List<Object> on) { for (Object o : on) on.add(o); } // LI: kept
  }
  static class Key { public boolean equals(Object o) { asked = o; return false; } }
  static Object asked;
  static List<Object> compared = new ArrayList<>();

  public static void main(String[] arguments) {
    Iterator<Object> steps = new Steps(2);
    while (steps.hasNext()) steps.next();                         // LI: removed
    Bag bag = new Bag(1);
    bag.add("x");                                                 // LI: removed
    Bag walked = new Bag(1);
    walked.add("x");                                              // LI: removed
    for (Object o : walked) walked.add(o);                        // LI: kept
    // The wrapper and the view are other objects.
    List<Object> seen = new ArrayList<>();
    for (Object o : Collections.unmodifiableList(seen)) seen.add(o); // LI: removed
    for (Object o : new View(seen)) seen.add(o);                  // LI: removed
    List<Object> outer = new ArrayList<>(), inner = new ArrayList<>();
    outer.add(inner);                                             // LI: removed
    for (Object o : inner) ((List<Object>) new View(outer).get(0)).add(o); // LI: kept
    for (Object o : inner) ((List<Object>) new View(outer).iterator().next()).add(o); // LI: kept
    Arrays.asList(new Key()).contains(compared);
    for (Object o : (List<Object>) asked) compared.add(o);        // LI: kept
    List<Object> grown = new ArrayList<>();
    for (Object o : grown) step(new Growing(grown));              // LI: kept
    Wrapped wrapped = new Wrapped(1);
    for (Object o : wrapped) wrapped.add(o);                      // LI: kept
    List<Object> cached = new ArrayList<>(), stacked = new ArrayList<>();
    Cache cache = new Cache(1);
    for (Object o : cached) cache.put("k", cached);               // LI: kept
    Pile pile = new Pile(1);
    pile.add(stacked);                                            // LI: removed
    for (Object o : stacked) pile.grow();                         // LI: kept
    Shape shape = new Round(1);
    shape.draw(new ArrayList<>());
  }
  static void unused(List<Object> list) { for (Object o : list) list.add(o); } // LI: removed
}
`;

/** Fig. 1 of the paper, in a program that calls it: only the lines of which it says so stay. */
const figure1 = `import java.util.*;
public class Figure1 {
  static boolean someFlag;
  private List<Integer> list = new ArrayList<>();
  List<Integer> getList1() { return list; }
  List<Integer> getList2() { return list; }
  public static void main(String[] arguments) {
    new Figure1().m();
  }
  void m() {
    List<Integer> l1 = getList1();
    List<Integer> l2 = getList2();
    l1.add(1);
    Iterator<Integer> it = l1.iterator(); // stays
    if (someFlag) {
      l2.add(2);                          // stays
      l2.add(3);                          // stays
    }
    it.next();                            // stays
    it = l1.iterator();
    l2.add(4);
  }
}
`;

const main: World = { kind: 'closed', entries: ['main'], reflection: ['**'] };
let classes: ReadonlyMap<string, Uint8Array>;
let ownClasses: ReadonlyMap<string, Uint8Array>;
let figureClasses: ReadonlyMap<string, Uint8Array>;
beforeAll(() => {
  classes = compile({ 'Closed.java': source });
  ownClasses = compile({ 'Own.java': ownSource });
  figureClasses = compile({ 'Figure1.java': figure1 });
});

/** Per line with events of the property: `removed` when all of them are, `kept` when one is not. */
function decided(
  property: typeof safeListIterator,
  world: World,
  compiled = classes,
): Readonly<Record<number, string>> {
  const { program, points } = javaProgram(compiled, builtinProperties);
  const own = points.filter((point) => point.property === property);
  const decisions = sound(program, property, own, { threads: 'confined', facts: [], world });
  const lines: Record<number, string> = {};
  for (const point of own)
    if (decisions.get(point.id)!.kept) lines[point.line!] = 'kept';
    else lines[point.line!] ??= 'removed';
  return lines;
}

function expected(name: string, text = source): Readonly<Record<number, string>> {
  const lines: Record<number, string> = {};
  text.split('\n').forEach((line, index) => {
    const found = new RegExp(`// .*${name}: (kept|removed)`).exec(line);
    if (found !== null) lines[index + 1] = found[1]!;
  });
  return lines;
}

test.each([
  ['LI', safeListIterator],
  ['MI', safeMapIterator],
] as const)('%s: what cannot be reported on any object goes, the rest stays', (name, property) => {
  const found = decided(property, main);
  expect(Object.fromEntries(Object.keys(expected(name)).map((line) => [line, found[Number(line)]]))).toEqual(
    expected(name),
  );
});

test('collections and iterators of the program are told apart, and what is never called goes', () => {
  const found = decided(safeListIterator, { ...main, reflection: [] } as World, ownClasses);
  const lines = expected('LI', ownSource);
  expect(Object.fromEntries(Object.keys(lines).map((line) => [line, found[Number(line)]]))).toEqual(lines);
});

test("the paper's example keeps the four points that the paper keeps", () => {
  const found = decided(safeIterator, main, figureClasses);
  const kept = Object.keys(found).filter((line) => found[Number(line)] === 'kept');
  const expectedLines = figure1
    .split('\n')
    .flatMap((line, index) => (line.endsWith('// stays') ? [String(index + 1)] : []));
  expect(kept).toEqual(expectedLines);
  expect(Object.keys(found)).toHaveLength(7);
});

test('an open world removes none of what goes there but what is new', () => {
  for (const [name, property] of [
    ['LI', safeListIterator],
    ['MI', safeMapIterator],
  ] as const) {
    const found = decided(property, { kind: 'open' });
    for (const [line, decision] of Object.entries(expected(name))) {
      const isNew = source.split('\n')[Number(line) - 1]!.endsWith('as it is new');
      if (decision === 'removed')
        expect(`${line} ${found[Number(line)]}`).toBe(`${line} ${isNew ? 'removed' : 'kept'}`);
    }
  }
});

test('what reflection does not reach is not opened', () => {
  const line = source.split('\n').findIndex((text) => text.includes('called.add')) + 1;
  expect(decided(safeListIterator, main)[line]).toBe('kept');
  expect(decided(safeListIterator, { ...main, reflection: [] })[line]).toBe('kept');
  const method = source.split('\n').findIndex((text) => text.includes('for (Object o : list)')) + 1;
  expect(decided(safeListIterator, { ...main, reflection: [] })[method]).toBe('removed');
});

test.each(['no.such.Class', 'Closed#no', 'Closed#', '#from'])(
  'an entry that names nothing is an error: %s',
  (entry) => {
    expect(() => decided(safeListIterator, { ...main, entries: ['main', entry] })).toThrow(
      `${entry} names no method`,
    );
  },
);

test('a method that is an entry is given objects from outside', () => {
  const line = source.split('\n').findIndex((text) => text.startsWith('    list.add')) + 1;
  expect(decided(safeListIterator, { ...main, entries: ['main', 'Closed#from'] })[line]).toBe('kept');
});

test('of a type that objects of other classes have, too, any may be bound', () => {
  const closing = libraryProperty('Closeable_MultipleClose');
  const text = `import java.io.*;
public class Closing {
  static void close(Closeable c) throws IOException { c.close(); } // kept
  public static void main(String[] arguments) throws IOException {
    InputStream in = new FileInputStream("x");
    close(in);
    close(in);
  }
}
`;
  const { program, points } = javaProgram(compile({ 'Closing.java': text }), [closing]);
  const world: World = { kind: 'closed', entries: ['main'], reflection: [] };
  const decisions = sound(program, closing, points, { threads: 'confined', facts: [], world });
  expect(points.map(({ line }) => line)).toEqual([3]);
  expect(points.map(({ id }) => decisions.get(id)!.kept)).toEqual([true]);
});

test('a program is entered where a launcher may enter it (JEP 512)', () => {
  const text = `import java.util.*;
public class Late {
  static List<Object> list = new ArrayList<>();
  void main() { for (Object o : list) list.add(o); }
  public static void main(String[] arguments) { }
}
`;
  const found = decided(
    safeListIterator,
    { ...main, reflection: [] } as World,
    compile({ 'Late.java': text }),
  );
  expect(found[4]).toBe('kept');
});

test('a field of an interface is found before a private one of the superclass', () => {
  const sources = {
    'Above.java': 'import java.util.*; class Above { private static List<String> all = new ArrayList<>(); }',
    'Names.java':
      'import java.util.*; interface Names { List<String> all = new ArrayList<>(List.of("a", "b")); }',
    'Both.java': `import java.util.*;
public class Both extends Above implements Names {
  public static void main(String[] arguments) {
    Iterator<String> i = all.iterator(); // kept
    Names.all.add("x"); // kept
    i.next(); // kept
  }
}
`,
  };
  const found = decided(safeIterator, { ...main, reflection: [] } as World, compile(sources));
  expect([found[4], found[5], found[6]]).toEqual(['kept', 'kept', 'kept']);
});

test('a program that is too large is told of, and is analysed as in an open world', () => {
  const { program, points } = javaProgram(classes, [safeListIterator]);
  const told: number[] = [];
  const limits = { ...defaultAnalysisLimits, closedWorldPairs: 10 };
  const options = { threads: 'confined', facts: [], limits } as const;
  const onWorldLimit = (closedWorldPairs: number) => told.push(closedWorldPairs);
  const decisions = sound(program, safeListIterator, points, { ...options, world: main, onWorldLimit });
  expect(told).toEqual([10]);
  const open = sound(program, safeListIterator, points, {
    ...options,
    world: { kind: 'open' },
    onWorldLimit,
  });
  expect(told).toEqual([10]);
  expect(points.map(({ id }) => decisions.get(id)!.kept)).toEqual(points.map(({ id }) => open.get(id)!.kept));
});

test.each([
  ['TreeSet<Object>', 'add("q")'],
  ['TreeMap<Object, Object>', 'put("q", "r")'],
])('a %s calls the collection that is its order', (sorted, adding) => {
  const text = `import java.util.*;
public class Ordering extends AbstractCollection<Object> implements Comparator<Object> {
  final List<Object> content = new ArrayList<>(List.of("a"));
  public int size() { return 1; }
  public Iterator<Object> iterator() { return content.listIterator(); }
  public boolean add(Object o) { return true; }
  public int compare(Object left, Object right) {
    add("x"); // kept
    return 0;
  }
  public static void main(String[] arguments) {
    Ordering order = new Ordering();
    Iterator<Object> i = order.iterator(); // kept
    new ${sorted}((Comparator<Object>) order).${adding};
    i.next(); // kept
  }
}`;
  const found = decided(
    safeIterator,
    { ...main, reflection: [] } as World,
    compile({ 'Ordering.java': text }),
  );
  expect([found[8], found[13], found[15]]).toEqual(['kept', 'kept', 'kept']);
});

test('a module may have a method that makes its service provider', () => {
  const classes = compile({
    'P.java': `import java.util.*;
public class P {
  static List<Object> list = new ArrayList<>(List.of("a"));
  static Iterator<Object> i;
  public static List<Object> provider() { i = list.iterator(); return list; }
  public static void main(String[] arguments) {
    for (Object one : ServiceLoader.load(List.class)) grow(one);
    i.next();
  }
  static void grow(Object one) { ((List<Object>) one).add("y"); }
}`,
  });
  const { program, points } = javaProgram(classes, [safeIterator]);
  const options = {
    threads: 'confined',
    facts: [],
    world: { kind: 'closed', entries: ['main'], reflection: [] },
  } as const;
  const decisions = sound(program, safeIterator, points, options);
  const removed = points.flatMap(({ id, method, event }) =>
    method === 'main' || decisions.get(id)!.kept
      ? []
      : [`${method} ${event.name} ${decisions.get(id)!.reason}`],
  );
  expect(removed).toEqual([]);
});

test.each([
  'premain(String options)',
  'premain(String options, java.lang.instrument.Instrumentation instrumentation)',
  'agentmain(String options)',
  'createUI(javax.swing.JComponent component)',
])('the JVM or the class library may call static %s', (declaration) => {
  const text = `import java.util.*;
public class Called {
  static List<Object> list = new ArrayList<>(List.of("a"));
  static Iterator<Object> i;
  public static void ${declaration} {
    i = list.iterator(); }
  public static void main(String[] arguments) {
    list.add("y");
    i.next(); }
}`;
  const world = { ...main, reflection: [] } as World;
  const linesKept = (source: string) =>
    Object.entries(decided(safeIterator, world, compile({ 'Called.java': source })))
      .filter(([, decision]) => decision === 'kept')
      .map(([line]) => Number(line));
  expect(linesKept(text)).toEqual([6, 8, 9]);
  expect(linesKept(text.replace(declaration, 'other(String options)'))).toEqual([]);
});

test('a default method that a proxy has invoked may be any', () => {
  const text = `import java.util.*;
import java.lang.reflect.*;
public class Proxied {
  interface Grows {
    default void grow(List<Object> list) {
      list.add("y"); } // kept
  }
  static List<Object> list = new ArrayList<>(List.of("a"));
  public static void main(String[] arguments) throws Throwable {
    Grows grows = (Grows) Proxy.newProxyInstance(Proxied.class.getClassLoader(), new Class<?>[] {Grows.class},
        (proxy, method, given) -> InvocationHandler.invokeDefault(proxy, method, list));
    Iterator<Object> i = list.iterator();
    Grows.class.getMethods();
    grows.hashCode();
    i.next();
  }
}`;
  const found = decided(safeIterator, main, compile({ 'Proxied.java': text }));
  expect([found[6], found[12], found[15]]).toEqual(['kept', 'kept', 'kept']);
});

test.each([
  [
    'a constant',
    'java.lang.invoke.ConstantBootstraps.getStaticFinal(java.lang.invoke.MethodHandles.lookup(), "list", List.class, Given.class)',
  ],
  [
    'a nominal descriptor',
    'java.lang.constant.ClassDesc.of("Given").resolveConstantDesc(java.lang.invoke.MethodHandles.lookup())',
  ],
  ['an editor of values', 'new javax.swing.plaf.basic.BasicComboBoxEditor().getItem()'],
  ['a formatter of values', 'new javax.swing.text.DefaultFormatter().stringToValue("x")'],
  ['a table', 'new javax.swing.JTable().getValueAt(0, 0)'],
  [
    'an editor of properties',
    'new java.beans.PropertyDescriptor("x", Given.class).createPropertyEditor(list)',
  ],
  [
    'an editor of a property with an index',
    'new java.beans.IndexedPropertyDescriptor("x", Given.class).createPropertyEditor(list)',
  ],
  ['an encoder', 'new java.beans.Encoder().get(list)'],
  ['what is dropped on a component', 'new javax.swing.TransferHandler("items")'],
  [
    'a service of a provider',
    'new java.security.Provider.Service(null, "a", "b", "c", null, null) { }.newInstance(list)',
  ],
  ['a provider', 'java.security.cert.CertStore.getInstance("x", null, "y")'],
  ['a shell for Java', 'jdk.jshell.JShell.create().eval("Given.valueOf(Given.list)")'],
  [
    'a look and feel that is read',
    'new Object() { { new javax.swing.plaf.synth.SynthLookAndFeel().load(new java.net.URL("file:x")); } }',
  ],
  ['a format of metadata', '((javax.imageio.metadata.IIOMetadata) null).getMetadataFormat("x")'],
])('%s may come from any method of the program', (_, channel) => {
  const text = `import java.util.*;
public class Given {
  static final List<Object> list = new ArrayList<>();
  public static List<Object> valueOf(List<Object> given) {
    Iterator<Object> i = given.iterator();
    given.add("y");
    i.next();
    return list;
  }
  public static void main(String[] arguments) throws Throwable {
    Object made = ${channel};
  }
}`;
  const found = decided(safeIterator, main, compile({ 'Given.java': text }));
  expect(found).toEqual({ 5: 'kept', 6: 'kept', 7: 'kept' });
  const without = decided(safeIterator, main, compile({ 'Given.java': text.replace(channel, 'null') }));
  expect(without).toEqual({ 5: 'removed', 6: 'removed', 7: 'removed' });
});

test('what a managed bean is given may be an object of the class library that has collections', () => {
  const text = `import java.util.*;
public class Managed {
  public interface Limits { List<String> getItems(); }
  public interface ServerMXBean { void setLimits(Limits limits); }
  public static class Server implements ServerMXBean {
    public void setLimits(Limits limits) {
      List<String> items = limits.getItems();
      Iterator<String> i = items.iterator();
      items.add("y");
      i.next();
    }
  }
  public static void main(String[] args) throws Exception {
    java.lang.management.ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Server(), new javax.management.ObjectName("a:b=c"));
  }
}`;
  const found = decided(safeIterator, main, compile({ 'Managed.java': text }));
  expect(found).toEqual({ 8: 'kept', 9: 'kept', 10: 'kept' });
});

test('a managed bean may be called by an interface that its class is asked for', () => {
  const text = `import java.util.*;
import javax.management.*;
public class Asked {
  public interface Counter { void step(); }
  static class Steps implements Counter {
    public void step() { all.add("x"); } // kept
  }
  static final List<String> all = new ArrayList<>(List.of("a", "b"));
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static void main(String[] arguments) throws Exception {
    Object steps = new Steps();
    Class type = steps.getClass().getInterfaces()[0];
    MBeanServer server = MBeanServerFactory.newMBeanServer();
    server.registerMBean(new StandardMBean(steps, type), new ObjectName("a:b=c"));
    Iterator<String> i = all.iterator(); // kept
    server.invoke(new ObjectName("a:b=c"), "step", null, null);
    i.next(); // kept
  }
}
`;
  const found = decided(
    safeIterator,
    { ...main, reflection: [] } as World,
    compile({ 'Asked.java': text }, ['-Xlint:none']),
  );
  expect([found[6], found[15], found[17]]).toEqual(['kept', 'kept', 'kept']);
});

test('a setting of an event of Java Flight Recorder is asked by it', () => {
  const text = `import java.util.*;
import jdk.jfr.*;
public class Recorded {
  static List<Object> list = new ArrayList<>(List.of("a"));
  public abstract static class Control extends SettingControl { }
  public static class Filtered extends Event {
    @SettingDefinition protected boolean only(Control control) {
      list.add("y");
      return true; }
  }
  public static void main(String[] arguments) {
    Iterator<Object> i = list.iterator();
    new Filtered().commit();
    i.next(); }
}`;
  const world = { ...main, reflection: [] } as World;
  expect(decided(safeIterator, world, compile({ 'Recorded.java': text }))).toEqual({
    ...{ 8: 'kept', 12: 'kept', 14: 'kept' },
  });
});

test('what a bean context instantiates may be deserialized', () => {
  const text = `import java.beans.beancontext.*;
import java.io.*;
import java.util.*;
public class Given implements Serializable {
  List<Object> list;
  public static void main(String[] arguments) throws Exception {
    Given given = (Given) new BeanContextSupport().instantiateChild("a.bean");
    Iterator<Object> i = given.list.iterator();
    given.list.add("y");
    i.next();
  }
}`;
  expect(decided(safeIterator, main, compile({ 'Given.java': text }))).toEqual({
    ...{ 8: 'kept', 9: 'kept', 10: 'kept' },
  });
});

test('streams of objects that the class library is given are read and written by it', () => {
  const text = `import java.io.*;
import java.util.*;
import javax.swing.text.*;
public class Given implements Serializable {
  List<Object> list = new ArrayList<>();
  public static void main(String[] arguments) throws Exception {
    ObjectInputStream in = new ObjectInputStream(System.in);
    Given given = new Given();
    Iterator<Object> i = given.list.iterator();
    new StyleContext().readAttributeSet(in, null);
    given.list.add("y");
    i.next();
  }
}`;
  const fields = (source: string) => decided(safeIterator, main, compile({ 'Given.java': source }));
  expect(fields(text)).toEqual({ 9: 'kept', 11: 'kept', 12: 'kept' });
});
