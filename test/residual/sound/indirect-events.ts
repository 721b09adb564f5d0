import type { RandomProgram } from './random-java.ts';
import { recordedProgram } from './recorded-program.ts';

interface IndirectEvent {
  /** Classes, methods and fields; `touch()` is there already. */
  readonly members: string;
  /** What comes before the iterator. */
  readonly before?: string;
  /** Runs `touch()` while the list is iterated over. */
  readonly trigger: string;
  /** Whether it needs reflection. */
  readonly reflects?: true;
  /** The last release of Java that runs `touch()` there. */
  readonly until?: number;
}

const key = `static class Key implements Comparable<Key> { static int made; int at = made++; public int compareTo(Key k) { touch(); return at - k.at; } }`;

/** A set of the program, asked to remove a list that is iterated over, adds to the list. `beside`: further members. */
function removingFromList(beside: string): IndirectEvent {
  return {
    members: `static class Own extends HashSet<Object> { Own(int n) { }
public int size() { return 5; } public boolean remove(Object o) { grow((List<Object>) o); return true; } }${beside}
static void grow(List<Object> l) {
R.add(@, l, "x");
}
static void walk() {
List<Object> l = new ArrayList<Object>(Arrays.asList("a", "b")); List<Object> all = new ArrayList<Object>(); all.add(l);
Own own = new Own(1);
Iterator<Object> k = R.iterator(@, l);
R.hasNext(@, k);
own.removeAll(all);
R.next(@, k);
}`,
    trigger: 'try { walk(); } catch (ConcurrentModificationException e) { }',
  };
}

/** Ways in which an instruction runs code of the program that its operands and its name do not show. */
const events: Readonly<Record<string, IndirectEvent>> = {
  'the text of an exception asks for its message': {
    members: `static class Failure extends RuntimeException { public String getMessage() { touch(); return "m"; } }
static Object failure;`,
    before: 'failure = new Failure();',
    trigger: 'String s = "" + failure;',
  },
  'the JVM asks what a class initialiser throws for its stack trace': {
    members: `static class Refused extends RuntimeException {
public StackTraceElement[] getStackTrace() { touch(); return super.getStackTrace(); } }
static class Refusing { static { if (true) throw new Refused(); }
static void go() { } }`,
    trigger: 'try { Refusing.go(); } catch (ExceptionInInitializerError e) { }',
  },
  'a proxy is of the interface that a row of an array of arrays names': {
    members: `interface Act { void act(); }
interface Other { void other(); }
static Act made(boolean first) {
Class<?>[][] table = new Class<?>[1][1];
table[0][0] = Act.class;
Class<?>[] row = first ? table[0] : new Class<?>[] { Other.class };
return (Act) java.lang.reflect.Proxy.newProxyInstance(Other.class.getClassLoader(), row, (proxy, method, given) -> { touch(); return null; }); }
static Act act;`,
    before: 'act = made(true);',
    trigger: 'act.act();',
  },
  'so does appending it': {
    members: `static class Failure extends RuntimeException { public String getLocalizedMessage() { touch(); return "m"; } }
static Object failure;`,
    before: 'failure = new Failure();',
    trigger: 'new StringBuilder().append(failure);',
  },
  'the text of a file asks for its path': {
    members:
      'static class Named extends java.io.File { Named() { super("x"); } public String getPath() { touch(); return "x"; } }',
    before: 'Object file = new Named();',
    trigger: 'String s = "" + file;',
  },
  'making a function object initialises an interface with default methods': {
    members: `interface Act { Object FIRST = first(); void run(); default void more() { } }
static Object first() { touch(); return null; }
static Act act;`,
    trigger: 'act = () -> { };',
  },
  'a further interface of a function object, too': {
    members: `interface Act { Object FIRST = first(); default void more() { } }
static Object first() { touch(); return null; }
static Runnable act;`,
    trigger: 'act = (Runnable & Act) () -> { };',
  },
  'a function object called by a further interface, which extends the first': {
    members: `interface Base { void act(); }
interface More extends Base { }
static More more;`,
    before: 'Base base = (Base & More) () -> touch(); more = (More) base;',
    trigger: 'more.act();',
  },
  'and by one that has nothing to do with the first': {
    members: `interface Mark { }
interface Act { void act(); }
static Act act;`,
    before: 'act = (Mark & Act) () -> touch();',
    trigger: 'act.act();',
  },
  'and by the class library': {
    members: `interface Mark { }
static Comparator<String> order;`,
    before: 'order = (Mark & Comparator<String>) (a, b) -> { touch(); return 0; };',
    trigger: 'new ArrayList<>(List.of("a", "b")).sort(order);',
  },
  'reading a static field initialises its class': {
    members: 'static class Late { static Object one; static { touch(); } }',
    trigger: 'Object o = Late.one;',
  },
  'so does setting one': {
    members: 'static class Late { static Object one; static { touch(); } }',
    trigger: 'Late.one = null;',
  },
  'and calling a function object that is a static method of it': {
    members: `static class Late { static { touch(); } static void go() { } }
interface Act { void act(); }
static Act act;`,
    before: 'act = Late::go;',
    trigger: 'act.act();',
  },
  'or one that makes objects of it': {
    members: `static class Late { static { touch(); } }
interface Act { Object made(); }
static Act act;`,
    before: 'act = Late::new;',
    trigger: 'act.made();',
  },
  'a constant found by name initialises its class': {
    members: 'enum Late { A; static { touch(); } }',
    trigger: 'Enum.valueOf(Late.class, "A");',
  },
  'a format asks for the hash': {
    members: 'static class Key { public int hashCode() { touch(); return 1; } }',
    before: 'Object key = new Key();',
    trigger: 'String.format("%h", key);',
  },
  'join walks an iterator of a stream': {
    members: `static class Words implements Iterable<String> { Iterator<String> made;
public Iterator<String> iterator() { return made; } }`,
    before:
      'Words words = new Words(); words.made = java.util.stream.Stream.of("a").peek(o -> touch()).iterator();',
    trigger: 'String.join(",", words);',
  },
  'toArray asks for an array': {
    members: 'static List<Object> other;',
    before: 'other = new ArrayList<Object>();',
    trigger: 'other.toArray(n -> { touch(); return new Object[n]; });',
  },
  'properties are loaded from a reader': {
    members: `static class Input extends java.io.StringReader { Input() { super(""); }
public int read(char[] into, int from, int length) throws java.io.IOException { touch(); return super.read(into, from, length); } }
static Properties properties;
static java.io.Reader input;`,
    before: 'properties = new Properties(); input = new Input();',
    trigger: 'properties.load(input);',
  },
  'a counter is updated by a function': {
    members: 'static java.util.concurrent.atomic.AtomicInteger counter;',
    before: 'counter = new java.util.concurrent.atomic.AtomicInteger();',
    trigger: 'counter.updateAndGet(n -> { touch(); return n; });',
  },
  'a method is called by reflection': {
    members: 'static java.lang.reflect.Method method;',
    before: 'method = I.class.getDeclaredMethod("touch");',
    trigger: 'method.invoke(null);',
    reflects: true,
  },
  'an object is made by reflection': {
    members: 'static class Made { Made() { touch(); } }\nstatic java.lang.reflect.Constructor<?> maker;',
    before: 'maker = Made.class.getDeclaredConstructor();',
    trigger: 'maker.newInstance();',
    reflects: true,
  },
  'a field read by reflection initialises its class': {
    members:
      'static class Late { static Object first = first(); static Object first() { touch(); return null; } }\nstatic java.lang.reflect.Field field;',
    before: 'field = Late.class.getDeclaredField("first");',
    trigger: 'field.get(null);',
    reflects: true,
  },
  'what a class inherits is called with super': {
    members: `static class Own extends HashSet<Object> { Own(int size) { super(size); }
void addTwo(Collection<Object> c) { super.addAll(c); }
public boolean add(Object o) { touch(); return super.add(o); } }`,
    before: 'Own own = new Own(2); List<Object> two = new ArrayList<Object>(Arrays.asList("a", "b"));',
    trigger: 'own.addTwo(two);',
  },
  'clone calls what a class overrides on the copy': {
    members: `static class Own extends LinkedList<Object> { Own(int size) { }
public boolean add(Object o) { last = this; return super.add(o); } }
static Own last;
static void walk(Own copy) {
Iterator<Object> j = R.iterator(@, last);
R.remove(@, copy, "e0");
R.next(@, j);
}`,
    before: 'Own own = new Own(2); own.addAll(sl); own.add("e"); Own copy = (Own) own.clone();',
    trigger: 'touch(); try { walk(copy); } catch (ConcurrentModificationException e) { }',
  },
  'text of a record asks for that of what is in it': {
    members: `static class Own extends AbstractList<Object> { Own(int size) { }
public int size() { return 1; } public Object get(int n) { touch(); return "e"; } }
record Pair(Own own, int n) { }`,
    before: 'Pair pair = new Pair(new Own(1), 2);',
    trigger: 'pair.toString();',
  },
  'the text of a URL asks its handler': {
    members: `static class Handler extends java.net.URLStreamHandler { Handler(int n) { }
protected java.net.URLConnection openConnection(java.net.URL url) { return null; }
protected String toExternalForm(java.net.URL url) { touch(); return "x"; } }`,
    before: 'java.net.URL url = new java.net.URL(null, "x:y", new Handler(1));',
    trigger: 'String s = "" + url;',
  },
  'a map of Swing makes its values': {
    members: '',
    before: `Map<Object, Object> table = new javax.swing.UIDefaults();
javax.swing.UIDefaults.LazyValue made = t -> { touch(); return "v"; }; table.put("k", made);`,
    trigger: 'table.get("k");',
  },
  'and loads bundles of them': {
    members: `public static class Bundle extends ListResourceBundle { public Bundle() { }
protected Object[][] getContents() { touch(); return new Object[][] { { "k", "v" } }; } }`,
    before: `javax.swing.UIDefaults made = new javax.swing.UIDefaults(); made.addResourceBundle(Bundle.class.getName());
Map<Object, Object> table = made;`,
    trigger: 'table.get("k");',
  },
  'an array from elsewhere is cloned': {
    members: `static void grow(Object[] from) { List<Object> list = (List<Object>) from.clone()[0];
R.add(@, list, "x");
}`,
    before:
      'Object[] given = new java.util.concurrent.atomic.AtomicReference<Object[]>(new Object[] { sl }).get();',
    trigger: 'grow(given);',
  },
  'a list is in an array of arrays that a method makes': {
    members: `static class Tables { static Object[][] table = new Object[1][1]; }
static void grow() { List<Object> list = (List<Object>) Tables.table[0][0];
R.add(@, list, "x");
}`,
    before: 'Tables.table[0][0] = sl;',
    trigger: 'grow();',
  },
  'an iterator is caught': {
    members: `static class Thrown extends RuntimeException implements Iterator<Object> { Thrown(int n) { }
public boolean hasNext() { return true; } public Object next() { return "e"; } }
static void use(Iterator<Object> thrown) {
R.next(@, thrown);
R.next(@, thrown);
}`,
    trigger: 'try { throw new Thrown(1); } catch (Thrown thrown) { use(thrown); } sl.isEmpty();',
  },
  'the text of a part of a list asks the list': {
    members: `static class Own extends AbstractList<Object> { Own(int size) { }
public int size() { return 1; } public Object get(int n) { touch(); return "e"; } public String toString() { return "o"; } }`,
    before: 'Object part = new Own(1).subList(0, 1);',
    trigger: 'new StringBuilder().append(part);',
  },
  'the text of the keys of a map asks for entries': {
    members: `static class Own extends AbstractMap<Object, Object> { Own(int size) { }
public Set<Map.Entry<Object, Object>> entrySet() { touch(); return Collections.emptySet(); } public String toString() { return "o"; } }`,
    before: 'Object keys = new Own(1).keySet();',
    trigger: 'new StringBuilder().append(keys);',
  },
  'the text of a part of a sorted map compares keys': {
    members: '',
    before: `NavigableMap<String, Object> map = new TreeMap<>((a, b) -> { touch(); return a.compareTo(b); });
map.put("a", 1); map.put("b", 2); Object part = map.headMap("b");`,
    trigger: 'new StringBuilder().append(part);',
  },
  'the text of a buffer asks the characters that it stands on': {
    members: `static class Chars implements CharSequence { Chars(int n) { }
public char charAt(int n) { return 'a'; } public int length() { return 1; } public String toString() { return "o"; }
public CharSequence subSequence(int a, int b) { touch(); return "a"; } }`,
    before: 'Object buffer = java.nio.CharBuffer.wrap(new Chars(1));',
    trigger: 'new StringBuilder().append(buffer);',
  },
  'a list walks what it is compared with': {
    members: `static class Own extends AbstractList<Object> { Own(int size) { }
public int size() { return 1; } public Object get(int n) { touch(); return "e"; }
public boolean equals(Object o) { return false; } public int hashCode() { return 1; } }`,
    before: 'Object own = new Own(1); Object list = new ArrayList<Object>(List.of("e"));',
    trigger: 'Objects.equals(list, own);',
  },
  'a generic type asks the one that it is compared with': {
    members: `static class Own implements java.lang.reflect.ParameterizedType { Own(int n) { } static List<String> field;
public java.lang.reflect.Type[] getActualTypeArguments() { return new java.lang.reflect.Type[0]; }
public java.lang.reflect.Type getRawType() { touch(); return List.class; } public java.lang.reflect.Type getOwnerType() { return null; } }`,
    before: 'Object type = Own.class.getDeclaredField("field").getGenericType(); Object own = new Own(1);',
    trigger: 'Objects.equals(type, own);',
  },
  'a clone of a map hashes its keys': {
    members: 'static class Key { public int hashCode() { touch(); return 1; } }',
    before: 'HashMap<Object, Object> map = new HashMap<>(); map.put(new Key(), "v");',
    trigger: 'map.clone();',
    until: 26,
  },
  'an iterator of a collection asks it later': {
    members: `static class Own extends AbstractList<Object> { int n = 1; Own(int size) { }
public int size() { return n; } public Object get(int at) { grow(this); return "e"; } public boolean add(Object o) { n++; return true; } }
static void grow(Own own) {
R.add(@, own, "x");
}
static void walk() {
Own own = new Own(1);
Iterator<Object> k = R.iterator(@, own);
R.next(@, k);
R.next(@, k);
}`,
    trigger: 'walk();',
  },
  'so does a stream': {
    members: `static class Own extends AbstractList<Object> { int n = 1; Own(int size) { }
public int size() { return n; } public Object get(int at) { grow(this); return "e"; }
public boolean add(Object o) { n++; modCount++; return true; } }
static void grow(Own own) {
R.add(@, own, "x");
}
static void walk() {
Own own = new Own(1);
java.util.stream.Stream<Object> stream = own.stream();
Iterator<Object> k = R.iterator(@, own);
R.hasNext(@, k);
stream.limit(1).forEach(o -> { });
R.next(@, k);
}`,
    trigger: 'walk();',
  },
  'taking the first of a queue compares the others': {
    members: key,
    before:
      'PriorityQueue<Object> queue = new PriorityQueue<>(); for (int n = 0; n < 4; n++) queue.add(new Key());',
    trigger: 'queue.remove();',
  },
  'so does removing by an iterator': {
    members: key,
    before: `PriorityQueue<Object> queue = new PriorityQueue<>(); for (int n = 0; n < 4; n++) queue.add(new Key());
Iterator<Object> j = queue.iterator(); j.next();`,
    trigger: 'j.remove();',
  },
  'removing by an iterator looks for the key once more': {
    members: `static class Key { Key(int n) { }
public boolean equals(Object k) { touch(); return false; } public int hashCode() { return 1; } }`,
    before: `HashMap<Object, Object> map = new HashMap<>(); map.put(new Key(1), 1); map.put(new Key(2), 2);
Iterator<Object> j = map.values().iterator(); j.next(); j.next();`,
    trigger: 'j.remove();',
  },
  'a part of a tree finds its ends by comparing': {
    members: key,
    before: `TreeMap<Object, Object> map = new TreeMap<>(); map.put(new Key(), 1); Key key = new Key(); map.put(key, 1);
Collection<Object> part = map.tailMap(key).keySet();`,
    trigger: 'part.size();',
  },
  'an accumulator applies its function when it is read': {
    // Updated while it is being updated, it keeps several cells.
    members: `static int depth; static boolean isRead;
static java.util.concurrent.atomic.LongAccumulator all = new java.util.concurrent.atomic.LongAccumulator((x, y) -> apply(x, y), 0);
static long apply(long x, long y) { if (isRead) touch(); if (depth++ == 0) all.accumulate(5); return x + y + 1; }`,
    before: 'all.accumulate(1); isRead = true; Number number = all;',
    trigger: 'number.intValue();',
  },
  'a system property is asked for': {
    members: `static class Own extends Properties { Properties old = System.getProperties(); Own(int n) { }
public String getProperty(String key) { System.setProperties(old); touch(); return "1"; } }`,
    before: 'System.setProperties(new Own(1));',
    trigger: 'Integer.getInteger("k");',
  },
  'a private method is what is called, whatever a subclass has': {
    members: `static class Base { private void act() { touch(); } }
static class Sub extends Base { Sub(int n) { } void act() { } }`,
    before: 'Sub sub = new Sub(1);',
    trigger: '((Base) sub).act();',
  },
  'so is that of an interface': {
    members: `interface Act { private void act() { touch(); } }
static class Sub implements Act { Sub(int n) { } public void act() { } }`,
    before: 'Sub sub = new Sub(1);',
    trigger: '((Act) sub).act();',
  },
  'a private method of a superclass is none of an interface': {
    members: `interface Act { default void act() { touch(); } }
static class Base { private void act() { } }
static class Sub extends Base implements Act { Sub(int n) { } }`,
    before: 'Sub sub = new Sub(1);',
    trigger: '((Act) sub).act();',
  },
  'a function makes a skip list': {
    members: `${key}
static java.util.function.Supplier<NavigableSet<Object>> lists = java.util.concurrent.ConcurrentSkipListSet::new;`,
    before: `NavigableSet<Object> list = lists.get(); list.add(new Key()); Key key = new Key(); list.add(key); list.add(new Key());
Iterator<Object> j = list.headSet(key).iterator();`,
    trigger: 'j.next();',
  },
  'a list shows its elements to the rest of a stream': {
    members: `static void within(java.util.function.Consumer<Object> sink, List<Object> from, List<Object> l) {
Iterator<Object> k = R.iterator(@, l);
R.hasNext(@, k);
from.forEach(sink);
R.next(@, k);
}`,
    before: `List<Object> from = new ArrayList<Object>(Arrays.asList("a")); List<Object> l = sl;
java.util.stream.Stream<Object> stream = java.util.stream.Stream.of(1).<Object>mapMulti((n, sink) -> within(sink, from, l));`,
    trigger: 'stream.map(o -> { touch(); return o; }).toArray();',
  },
  'so does an iterator': {
    members: `static void within(java.util.function.Consumer<Object> sink, List<Object> from, List<Object> l) {
Iterator<Object> k = R.iterator(@, l);
R.hasNext(@, k);
from.iterator().forEachRemaining(sink);
R.next(@, k);
}`,
    before: `List<Object> from = new ArrayList<Object>(Arrays.asList("a")); List<Object> l = sl;
java.util.stream.Stream<Object> stream = java.util.stream.Stream.of(1).<Object>mapMulti((n, sink) -> within(sink, from, l));`,
    trigger: 'stream.map(o -> { touch(); return o; }).toArray();',
  },
  'a proxy asks its handler': {
    members: 'interface Act { void act(); }',
    before: `Act act = (Act) java.lang.reflect.Proxy.newProxyInstance(
  I.class.getClassLoader(), new Class<?>[] { Act.class }, (proxy, method, given) -> { touch(); return null; });`,
    trigger: 'act.act();',
  },
  'whatever default methods there are, and whoever declares them': {
    members: `interface Act { default void act() { } }
interface More extends Runnable, Act { }`,
    before: `java.lang.reflect.InvocationHandler handler = (proxy, method, given) -> { touch(); return null; };
Act act = (Act) java.lang.reflect.Proxy.newProxyInstance(I.class.getClassLoader(), new Class<?>[] { More.class }, handler);`,
    trigger: 'act.act();',
  },
  'a proxy of an interface of the class library does so, too': {
    members: '',
    before: `Comparator<Object> order = (Comparator<Object>) java.lang.reflect.Proxy.newProxyInstance(
  I.class.getClassLoader(), new Class<?>[] { Comparator.class }, (proxy, method, given) -> { touch(); return 0; });`,
    trigger: 'new ArrayList<Object>(List.of("a", "b")).sort(order);',
  },
  'a proxy of whatever it is told': {
    members: `interface Act { void act(); }
static Object proxyOf(Class<?> type) {
return java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, given) -> { touch(); return null; });
}`,
    before: 'Act act = (Act) proxyOf(Act.class);',
    trigger: 'act.act();',
  },
  'a proxy of the interfaces that an object has': {
    members: `interface Act { void act(); }
static class Own implements Act { public void act() { } }
static Act wrapped(Object own) {
return (Act) java.lang.reflect.Proxy.newProxyInstance(
  I.class.getClassLoader(), own.getClass().getInterfaces(), (proxy, method, given) -> { touch(); return null; });
}`,
    before: 'Act act = wrapped(new Own());',
    trigger: 'act.act();',
  },
  'a proxy whose array of interfaces other code has': {
    members: `interface Act { void act(); }
interface Other { }
static void fill(Class<?>[] types) { types[0] = Act.class; }`,
    before: `Class<?>[] types = { Other.class }; fill(types);
Act act = (Act) java.lang.reflect.Proxy.newProxyInstance(
  I.class.getClassLoader(), types, (proxy, method, given) -> { touch(); return null; });`,
    trigger: 'act.act();',
  },
  'a handler uses what it is given': {
    members: `interface Act { void take(Iterator<Object> i); }
static Object use(Object[] given) {
Iterator<Object> k = (Iterator<Object>) given[0];
R.next(@, k);
return null;
}`,
    before: `Act act = (Act) java.lang.reflect.Proxy.newProxyInstance(
  I.class.getClassLoader(), new Class<?>[] { Act.class }, (proxy, method, given) -> use(given));`,
    trigger: 'act.take(i);',
  },
  'a proxy that a method makes which only another proxy has': {
    members: `interface Act { void act(); }
interface Maker { default void make() {
  made = (Act) java.lang.reflect.Proxy.newProxyInstance(
    I.class.getClassLoader(), new Class<?>[] { Act.class }, (proxy, method, given) -> { touch(); return null; });
} }
static Act made;`,
    before: `Maker maker = (Maker) java.lang.reflect.Proxy.newProxyInstance(
  I.class.getClassLoader(), new Class<?>[] { Maker.class },
  (proxy, method, given) -> java.lang.reflect.InvocationHandler.invokeDefault(proxy, method, given));
maker.make();`,
    trigger: 'made.act();',
  },
  'a proxy of a method handle': {
    members: 'public interface Act { void act(); }',
    before: `Act act = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Act.class,
  java.lang.invoke.MethodHandles.lookup().findStatic(I.class, "touch", java.lang.invoke.MethodType.methodType(void.class)));`,
    trigger: 'act.act();',
    reflects: true,
  },
  'a function object that the program asks for by hand': {
    members: `public interface Act { void act(); }
static Act made() throws Exception {
java.lang.invoke.MethodType type = java.lang.invoke.MethodType.methodType(void.class);
java.lang.invoke.MethodHandles.Lookup lookup = java.lang.invoke.MethodHandles.lookup();
java.lang.invoke.CallSite site = java.lang.invoke.LambdaMetafactory.metafactory(lookup, "act", java.lang.invoke.MethodType.methodType(Act.class),
  type, lookup.findStatic(I.class, "touch", type), type);
try { return (Act) site.getTarget().invoke(); } catch (Throwable e) { throw new Error(e); } }`,
    before: 'Act act = made();',
    trigger: 'act.act();',
    reflects: true,
  },
  'a proxy that another program has written': {
    members: `interface Act { void act(); }
static class Handler implements java.lang.reflect.InvocationHandler, java.io.Serializable {
static final long serialVersionUID = 1;
public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] given) { touch(); return null; }
}
/** What writeObject writes for a proxy of Act with a Handler. */
static byte[] written() throws Exception {
java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
java.io.DataOutputStream out = new java.io.DataOutputStream(bytes);
String own = I.class.getName();
out.writeInt(0xACED0005); out.write(0x73); out.write(0x7D); out.writeInt(1); out.writeUTF(own + "$Act"); out.write(0x78);
out.write(0x72); out.writeUTF("java.lang.reflect.Proxy"); out.writeLong(0xE127DA20CC1043CBL); out.write(2); out.writeShort(1);
out.write('L'); out.writeUTF("h"); out.write(0x74); out.writeUTF("Ljava/lang/reflect/InvocationHandler;"); out.write(0x78); out.write(0x70);
out.write(0x73); out.write(0x72); out.writeUTF(own + "$Handler"); out.writeLong(1); out.write(2); out.writeShort(0); out.write(0x78); out.write(0x70);
return bytes.toByteArray(); }`,
    before:
      'Act act = (Act) new java.io.ObjectInputStream(new java.io.ByteArrayInputStream(written())).readObject();',
    trigger: 'act.act();',
  },
  'a view of a collection of the program is walked': {
    members: `static class Own extends AbstractCollection<Object> { Own(int size) { }
public int size() { return 2; } public Iterator<Object> iterator() { return new ArrayList<Object>(Arrays.asList("a", "b")).iterator(); } }
static void walk() {
Collection<Object> view = Collections.unmodifiableCollection(new Own(2));
Iterator<Object> k = R.iterator(@, view);
R.next(@, k);
}`,
    trigger: 'walk();',
  },
  'what a class overrides is called with super, and calls what else it overrides': {
    members: `static class Own extends HashSet<Object> { Own(int size) { }
void addTwo(Collection<Object> c) { super.addAll(c); }
public boolean addAll(Collection<?> c) { return super.addAll(c); }
public boolean add(Object o) { known = this; return true; }
public Iterator<Object> iterator() { return new ArrayList<Object>(Arrays.asList("a", "b")).iterator(); } }
static Own known;
static void grow() {
R.remove(@, known, "x");
}
static void walk() {
Own own = new Own(2); List<Object> two = new ArrayList<Object>(Arrays.asList("a", "b"));
own.addTwo(two);
Iterator<Object> k = R.iterator(@, own);
R.hasNext(@, k);
grow();
R.next(@, k);
}`,
    trigger: 'walk();',
  },
  'a set on a map of the program hands on an iterator of its keys': {
    members: `static Iterator<Object> one = new ArrayList<Object>(Arrays.asList("a", "b", "c")).iterator();
static class Keys extends AbstractCollection<Object> implements Set<Object> { Keys(int n) { }
public int size() { return 1; } public Iterator<Object> iterator() { return one; } }
static class Own extends AbstractMap<Object, Boolean> { Own(int n) { } public boolean isEmpty() { return true; }
public Set<Map.Entry<Object, Boolean>> entrySet() { return null; } public Set<Object> keySet() { return new Keys(1); } }
static void look(AbstractSet<Object> s) {
Iterator<Object> k = R.iterator(@, s);
R.hasNext(@, k);
}
static void take(AbstractSet<Object> s) {
Iterator<Object> k = R.iterator(@, s);
R.next(@, k);
}`,
    before: 'AbstractSet<Object> s = (AbstractSet<Object>) Collections.newSetFromMap(new Own(1));',
    trigger: 'look(s); take(s); take(s);',
  },
  'a part of a collector runs what the collector was made of': {
    members: '',
    before: `Hashtable<Object, Object> table = new Hashtable<>(); table.put(new int[1], "v");
java.util.function.BiConsumer accumulator = java.util.stream.Collectors.summingInt(o -> { touch(); return 1; }).accumulator();`,
    trigger: 'table.forEach(accumulator);',
  },
  'a random number is asked of a provider': {
    members: `static class Given extends java.security.SecureRandomSpi { Given(int n) { }
protected void engineSetSeed(byte[] seed) { } protected byte[] engineGenerateSeed(int n) { return new byte[n]; }
protected void engineNextBytes(byte[] bytes) { touch(); } }
static class Own extends java.security.SecureRandom { Own(Given given) { super(given, null); } }`,
    before: 'Random random = new Own(new Given(1));',
    trigger: 'new java.math.BigInteger(8, random);',
  },
  'attributes of a directory are compared': {
    members: `static class Own implements javax.naming.directory.Attributes { Own(int n) { }
public boolean isCaseIgnored() { touch(); return false; } public int size() { return 5; }
public javax.naming.directory.Attribute get(String s) { return null; }
public javax.naming.NamingEnumeration<? extends javax.naming.directory.Attribute> getAll() { return null; }
public javax.naming.NamingEnumeration<String> getIDs() { return null; }
public javax.naming.directory.Attribute put(String s, Object o) { return null; }
public javax.naming.directory.Attribute put(javax.naming.directory.Attribute a) { return null; }
public javax.naming.directory.Attribute remove(String s) { return null; }
public Object clone() { return this; } }`,
    before: 'Object attributes = new javax.naming.directory.BasicAttributes(); Object own = new Own(1);',
    trigger: 'Objects.equals(attributes, own);',
  },
  'the text of a protection domain asks the policy': {
    members: `static class Own extends java.security.Policy { Own(int n) { }
public java.security.PermissionCollection getPermissions(java.security.ProtectionDomain d) {
java.security.Policy.setPolicy(null); touch(); return super.getPermissions(d); } }`,
    before: `Object domain = new java.security.ProtectionDomain(null, null, null, null);
java.security.Policy.setPolicy(new Own(1));`,
    trigger: 'String s = "" + domain;',
    until: 23,
  },
  'a table of a provider asks the security manager': {
    members: `static class Own extends SecurityManager { Own(int n) { }
public void checkPermission(java.security.Permission p) { } public void checkSecurityAccess(String target) { System.setSecurityManager(null); touch(); } }`,
    before: `Hashtable<Object, Object> table = java.security.Security.getProviders()[0];
System.setSecurityManager(new Own(1));`,
    trigger: 'table.remove("none");',
    until: 23,
  },
  'what is printed is summed up': {
    members: `static class Sum implements java.util.zip.Checksum { Sum(int n) { } public long getValue() { return 1; } public void reset() { }
public void update(int b) { touch(); } public void update(byte[] b, int from, int length) { touch(); } }`,
    before:
      'java.io.PrintStream out = new java.io.PrintStream(new java.util.zip.CheckedOutputStream(new java.io.ByteArrayOutputStream(), new Sum(1)));',
    trigger: 'out.println("x");',
  },
  'what is printed goes to a channel': {
    members: `static class Own implements java.nio.channels.WritableByteChannel { Own(int n) { } public boolean isOpen() { return true; } public void close() { }
public int write(java.nio.ByteBuffer b) { touch(); int n = b.remaining(); b.position(b.limit()); return n; } }`,
    before:
      'java.io.PrintStream out = new java.io.PrintStream(java.nio.channels.Channels.newOutputStream(new Own(1)));',
    trigger: 'out.println("x");',
  },
  'an iterator reads XML': {
    members: `static class Input extends java.io.StringReader { Input() { super("<a>" + "x".repeat(100000) + "</a>"); }
public int read(char[] into, int from, int length) throws java.io.IOException { touch(); return super.read(into, from, length); } }
static class Own extends AbstractCollection<Object> { Own(int n) { } Iterator made;
public int size() { return 0; } public Iterator<Object> iterator() { return made; } }`,
    before: `Own own = new Own(1); own.made = javax.xml.stream.XMLInputFactory.newInstance().createXMLEventReader(new Input());
List<Object> list = new ArrayList<Object>();`,
    trigger: 'list.addAll(own);',
  },
  'a search compares with its key': {
    members: `static class Order implements Comparator<Object> { Order(int n) { }
public int compare(Object a, Object b) { grow((List<Object>) b); return 0; } }
static void grow(List<Object> l) {
R.add(@, l, "x");
}
static void walk(Comparator<Object> order) {
List<Object> key = new ArrayList<Object>(Arrays.asList("a", "b")); List<Object> data = new ArrayList<Object>(Arrays.asList("e"));
Iterator<Object> k = R.iterator(@, key);
R.hasNext(@, k);
Collections.binarySearch(data, key, order);
R.next(@, k);
}`,
    trigger: 'try { walk(new Order(1)); } catch (ConcurrentModificationException e) { }',
  },
  'a set walks one of the program that it is compared with': {
    members: `static class Own extends AbstractSet<Object> { Own(int n) { }
public int size() { grow(this); return 1; } public Iterator<Object> iterator() { return new ArrayList<Object>(Arrays.asList("a", "b")).iterator(); }
public boolean equals(Object o) { return false; } public int hashCode() { return 1; } public String toString() { return "o"; }
public boolean add(Object o) { return true; } }
static void grow(Own own) {
R.add(@, own, "x");
}
static void walk() {
Own own = new Own(1); Set<Object> set = new HashSet<Object>(Arrays.asList("a"));
Iterator<Object> k = R.iterator(@, own);
R.hasNext(@, k);
Objects.equals(set, own);
R.next(@, k);
}`,
    trigger: 'walk();',
  },
  'a set on a map of the program hands on what is to be removed': {
    members: `static class Keys extends AbstractCollection<Object> implements Set<Object> { Keys(int n) { }
public int size() { return 1; } public Iterator<Object> iterator() { return new ArrayList<Object>(Arrays.asList("a")).iterator(); }
public boolean removeAll(Collection<?> c) { grow((Collection<Object>) c); return true; } }
static class Own extends AbstractMap<Object, Boolean> { Own(int n) { } public boolean isEmpty() { return true; }
public Set<Map.Entry<Object, Boolean>> entrySet() { return null; } public Set<Object> keySet() { return new Keys(1); } }
static void grow(Collection<Object> c) {
R.add(@, c, "x");
}
static void walk(AbstractSet<Object> s) {
List<Object> l = new ArrayList<Object>(Arrays.asList("a", "b"));
Iterator<Object> k = R.iterator(@, l);
R.hasNext(@, k);
s.removeAll(l);
R.next(@, k);
}`,
    before: 'AbstractSet<Object> s = (AbstractSet<Object>) Collections.newSetFromMap(new Own(1));',
    trigger: 'try { walk(s); } catch (ConcurrentModificationException e) { }',
  },
  'a collection of the program is asked for the elements of another one': {
    members: `static class Own extends AbstractCollection<Object> { Own(int n) { }
public int size() { return 1; } public Iterator<Object> iterator() { return null; }
public boolean contains(Object o) { grow((List<Object>) o); return false; } }
static void grow(List<Object> l) {
R.add(@, l, "x");
}
static void walk() {
List<Object> l = new ArrayList<Object>(Arrays.asList("a", "b")); List<Object> all = new ArrayList<Object>(); all.add(l);
Iterator<Object> k = R.iterator(@, l);
R.hasNext(@, k);
all.removeAll(new Own(1));
R.next(@, k);
}`,
    trigger: 'try { walk(); } catch (ConcurrentModificationException e) { }',
  },
  'and a map for its keys': {
    members: `static class Own extends AbstractMap<Object, Object> { Own(int n) { }
public int size() { return 1; } public Set<Map.Entry<Object, Object>> entrySet() { return null; }
public Object get(Object o) { grow((List<Object>) o); return null; } }
static void grow(List<Object> l) {
R.add(@, l, "x");
}
static void walk() {
List<Object> l = new ArrayList<Object>(Arrays.asList("a", "b")); Map<Object, Object> map = new HashMap<Object, Object>(); map.put(l, "v");
Iterator<Object> k = R.iterator(@, l);
R.hasNext(@, k);
map.equals(new Own(1));
R.next(@, k);
}`,
    trigger: 'try { walk(); } catch (ConcurrentModificationException e) { }',
  },
  'a set of the program removes the elements of another one': removingFromList(''),
  'so does one whose subclass asks it to with super': removingFromList(`
static class Below extends Own { Below(int n) { super(n); }
public boolean removeAll(Collection<?> c) { return super.removeAll(c); } }`),
  'an iterator walks a tree': {
    members: `static class Node extends javax.swing.tree.DefaultMutableTreeNode { Node(int n) { }
public Enumeration<javax.swing.tree.TreeNode> children() { touch(); return super.children(); } }
static class Own extends AbstractCollection<Object> { Own(int n) { } Iterator made;
public int size() { return 0; } public Iterator<Object> iterator() { return made; } }`,
    before: `Own own = new Own(1); own.made = new Node(1).preorderEnumeration().asIterator();
List<Object> list = new ArrayList<Object>();`,
    trigger: 'list.addAll(own);',
  },
  'the name of a temporary file is drawn from a provider': {
    members: `public static class Given extends java.security.SecureRandomSpi { public Given() { }
protected void engineSetSeed(byte[] seed) { } protected byte[] engineGenerateSeed(int n) { return new byte[n]; }
protected void engineNextBytes(byte[] bytes) { java.security.Security.removeProvider("own"); touch(); } }
static class Own extends java.security.Provider { Own() { super("own", "1", ""); put("SecureRandom.Own", Given.class.getName()); } }`,
    before: 'java.security.Security.insertProviderAt(new Own(), 1);',
    trigger: 'java.io.File.createTempFile("abc", "x").delete();',
    reflects: true,
  },
  'text that an object has from Object shows its hash': {
    members: 'static class Own { public int hashCode() { touch(); return 1; } }',
    before: 'List<Object> list = new ArrayList<Object>(); list.add(new Own());',
    trigger: 'String s = list.toString();',
  },
  'appending such an object does': {
    members: 'static class Own { public int hashCode() { touch(); return 1; } }',
    before: 'Object own = new Own();',
    trigger: 'new StringBuilder().append(own);',
  },
  'also where a fact speaks of all methods of a class between': {
    members:
      'static class Own extends Random { Own(int n) { } public int hashCode() { touch(); return 1; } }',
    before: 'Random random = new Own(1);',
    trigger: 'String s = random.toString();',
  },
  'and where a class between adds to that text': {
    members: `static class Own extends java.util.concurrent.CompletableFuture<Object> { Own(int n) { }
public int hashCode() { touch(); return 1; } }`,
    before: 'Object own = new Own(1);',
    trigger: 'new StringBuilder().append(own);',
  },
  'equality that calls super asks for properties': {
    members: `static class Own extends java.awt.geom.Point2D.Double { Own(int n) { }
public double getX() { touch(); return 1; } public int hashCode() { return 1; } public String toString() { return ""; }
public boolean equals(Object o) { return super.equals(o); } }`,
    before: 'Object own = new Own(1); Object other = new Own(2);',
    trigger: 'own.equals(other);',
  },
  'a part of a tree compares when it is copied': {
    members:
      'static class Order implements Comparator<Object> { public int compare(Object a, Object b) { touch(); return a.toString().compareTo(b.toString()); } }',
    before:
      'TreeSet<Object> tree = new TreeSet<Object>(new Order()); tree.add("a"); tree.add("b"); SortedSet<Object> part = tree.headSet("b");',
    trigger: 'new ArrayList<Object>(part);',
  },
  'so does a view of one that is added': {
    members:
      'static class Order implements Comparator<Object> { public int compare(Object a, Object b) { touch(); return a.toString().compareTo(b.toString()); } }',
    before:
      'TreeMap<Object, Object> tree = new TreeMap<Object, Object>(new Order()); tree.put("a", "b"); Collection<Object> part = tree.headMap("b").values(); LinkedList<Object> list = new LinkedList<Object>();',
    trigger: 'list.addAll(part);',
  },
  'a method of an interface that a collection of the program has, too, is called on another object': {
    members: `interface Act { void act(); }
static class Own extends AbstractCollection<Object> implements Act { public void act() { }
public int size() { return 0; } public Iterator<Object> iterator() { return null; } }
static class Plain implements Act { Plain(int n) { } public void act() { touch(); } }
static Act act;`,
    before: 'act = new Own(); act = new Plain(1);',
    trigger: 'act.act();',
  },
  'also by a method that is called': {
    members: `interface Act { void act(); }
static class Own extends AbstractCollection<Object> implements Act { public void act() { }
public int size() { return 0; } public Iterator<Object> iterator() { return null; } }
static class Plain implements Act { Plain(int n) { } public void act() { touch(); } }
static Act act;
static void through() { act.act(); }`,
    before: 'act = new Own(); act = new Plain(1);',
    trigger: 'through();',
  },
};

export interface IndirectEventProgram {
  readonly what: string;
  readonly program: RandomProgram;
}

/** Those that show something on a JDK of this release. */
export const indirectEventPrograms = (release: number): readonly IndirectEventProgram[] =>
  Object.entries(events)
    .filter(([, { until = release }]) => release <= until)
    .map(([what, { members, before = '', trigger, reflects = false }], index) => {
      const name = `I${index}`;
      const body = `
static void touch() {
R.add(@, sl, "x");
}
${members}
static void start() throws Exception {
${before}
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
${trigger}
R.next(@, i);
}`;
      return { what, program: recordedProgram(name, body.replaceAll('I.class', `${name}.class`), reflects) };
    });
