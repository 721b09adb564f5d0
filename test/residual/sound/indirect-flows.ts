import type { RandomProgram } from './random-java.ts';
import { recordedProgram } from './recorded-program.ts';

interface IndirectFlow {
  /** Classes, methods and fields. */
  readonly members?: string;
  /** The program: its last `next` reports. */
  readonly body: string;
  /** Whether it needs reflection or serialization. */
  readonly reflects?: true;
}

const resolving = `static List<Object> seen;
static class Resolving extends java.io.ObjectInputStream {
Resolving(java.io.InputStream in) throws java.io.IOException { super(in); enableResolveObject(true); }
protected Object resolveObject(Object o) { if (o instanceof List) seen = (List<Object>) o; return o; } }
static java.io.InputStream written(Object o) throws java.io.IOException {
java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
new java.io.ObjectOutputStream(bytes).writeObject(o);
return new java.io.ByteArrayInputStream(bytes.toByteArray()); }
static class Holder implements java.io.Serializable { List<Object> list = new ArrayList<Object>(Arrays.asList("a", "b")); }
`;
const deserialized = `Iterator<Object> i = R.iterator(@, read.list);
R.add(@, seen, "c");
R.next(@, i);`;

/** A collection of the program, and its iterators. */
const ownCollection = (
  implemented: string,
  method: string,
): string => `static class Own extends AbstractCollection<Object> implements ${implemented} {
Object[] in = new Object[9]; int n;
public int size() { return n; }
public boolean add(Object o) { in[n++] = o; return true; }
public Iterator<Object> iterator() { return new Each(this); }
${method} }
static class Each implements Iterator<Object> { Own of; int at; Each(Own of) { this.of = of; }
public boolean hasNext() { return at < of.n; }
public Object next() { return of.in[at++]; } }
`;
const writing = ownCollection(
  'java.io.Serializable',
  `private void writeObject(java.io.ObjectOutputStream out) { Own own = this;
R.add(@, own, "x");
}`,
);

/** It updates what it is compared with. */
const updatingKey = `static class Key { public int hashCode() { return 128; }
public boolean equals(Object o) { List<Object> list = (List<Object>) o;
R.add(@, list, "x");
return false; } }`;

/** The class of the program, which has another name in each. */
const itself = `static Class<?> itself() throws Exception { return Class.forName(new Exception().getStackTrace()[0].getClassName()); }`;

const sizeAndHash = 'public int size() { return 1; } public int hashCode() { return 97; }';
const setOfTheProgram = `AbstractSet<Object> { Own(int n) { }
${sizeAndHash} public Iterator<Object> iterator() { return null; }`;

/** `Own`, with the hash of the collections that it is compared with, runs `grow` on what it is asked for. */
function asked(own: string, before: string): IndirectFlow {
  return {
    members: `static class Own extends ${own} }
static class Key { public int hashCode() { return 97; } }
static void grow(Object o) { Collection<Object> c = (Collection<Object>) o;
R.add(@, c, "x");
}`,
    body: `Map<Object, Object> table = new HashMap<Object, Object>();
${before}
R.next(@, i);`,
  };
}

/** `member` of the program is, or gives back, the list that `hidden` holds. */
function foundByName(member: string): IndirectFlow {
  return {
    members: `static List<Object> hidden = new LinkedList<Object>(Arrays.asList("a"));
static List<Object> found() { return hidden; }
${itself}`,
    body: `Iterator<Object> i = R.iterator(@, hidden);
List<Object> again = (List<Object>) itself().${member};
R.add(@, again, "x");
R.next(@, i);`,
    reflects: true,
  };
}

/** Ways in which two variables hold one object that the code between them does not show. */
const flows: Readonly<Record<string, IndirectFlow>> = {
  'the view that a copy of a map hands out again': {
    body: `TreeMap<Object, Object> map = new TreeMap<Object, Object>(Collections.singletonMap("a", "b"));
TreeMap<Object, Object> copy = (TreeMap<Object, Object>) map.clone();
Set<Object> view = R.keySet(@, copy);
Set<Object> again = copy.navigableKeySet();
Iterator<Object> i = R.iterator(@, again);
R.put(@, copy, "c", "d");
R.next(@, i);`,
  },
  'what a wrapper around the values of a map compares with what is to be removed': {
    members: `static class Asking { public int hashCode() { return 1; }
public boolean equals(Object o) { if (o instanceof LinkedList) { List<Object> list = (List<Object>) o;
R.add(@, list, "x");
} return false; } }`,
    body: `Map<Object, Object> map = new HashMap<Object, Object>();
List<Object> value = new LinkedList<Object>(Arrays.asList("a"));
map.put("k", value);
Iterator<Object> i = R.iterator(@, value);
Collections.synchronizedCollection(map.values()).remove(new Asking());
R.next(@, i);`,
  },
  'what a wrapper around the keys of a map goes through, and one around its values': {
    body: `Map<Object, Object> map = new IdentityHashMap<Object, Object>();
List<Object> key = new LinkedList<Object>(Arrays.asList("a"));
map.put(key, new HashSet<Object>());
for (Object value : Collections.unmodifiableCollection(map.values()))
((Set<Object>) value).add("x");
Iterator<Object> i = R.iterator(@, key);
for (Object one : Collections.unmodifiableSet(map.keySet())) { List<Object> list = (List<Object>) one;
R.add(@, list, "x");
}
R.next(@, i);`,
  },
  'a row of an array of arrays that a method is given': {
    members: `static void fill(List<Object>[] row) {
R.add(@, row[0], "x");
}`,
    body: `List<Object>[][] table = new List[1][1];
List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
table[0][0] = list;
Iterator<Object> i = R.iterator(@, list);
fill(table[0]);
R.next(@, i);`,
  },
  'a row of an array of arrays that is cast': {
    body: `Object[][][] table = new List[1][1][1];
List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
table[0][0][0] = list;
Iterator<Object> i = R.iterator(@, list);
List<Object>[][] rows = (List<Object>[][]) table[0];
List<Object>[] row = (List<Object>[]) rows[0];
R.add(@, row[0], "x");
R.next(@, i);`,
  },
  'a list that is read, and what the stream has seen, by a call that names an interface': {
    members: resolving,
    body: `java.io.ObjectInput in = new Resolving(written(new Holder()));
Holder read = (Holder) in.readObject();
${deserialized}`,
    reflects: true,
  },
  'by one that names a class of the program': {
    members: resolving,
    body: `Resolving in = new Resolving(written(new Holder()));
Holder read = (Holder) in.readObject();
${deserialized}`,
    reflects: true,
  },
  'a list that a record is made with when it is read': {
    members: `${resolving}static Iterator<Object> early;
record Made(List<Object> list) implements java.io.Serializable {
Made {
early = R.iterator(@, list);
}
public boolean equals(Object o) { return false; }
public int hashCode() { return 1; }
public String toString() { return ""; } }`,
    body: `List<Object> list = new ArrayList<Object>(Arrays.asList("a", "b"));
java.io.ObjectInputStream in = new Resolving(written(new Made(list)));
in.readObject();
R.add(@, seen, "c");
R.next(@, early);`,
    reflects: true,
  },
  'an object that is written because a field holds it': {
    members: `${writing}static class Holder implements java.io.Serializable { Own own = new Own(); }
static Holder holder = new Holder();`,
    body: `holder.own.add("a");
holder.own.add("b");
Iterator<Object> i = R.iterator(@, holder.own);
java.io.ObjectOutput out = new java.io.ObjectOutputStream(new java.io.ByteArrayOutputStream());
out.writeObject(holder);
R.next(@, i);`,
    reflects: true,
  },
  'one that a function object holds, in a list': {
    members: `${writing}interface Act extends java.io.Serializable { int act(); }`,
    body: `Own own = new Own();
own.add("a");
List<Own> held = new ArrayList<Own>();
held.add(own);
Act act = () -> held.size();
Iterator<Object> i = R.iterator(@, own);
new java.io.ObjectOutputStream(new java.io.ByteArrayOutputStream()).writeObject(act);
R.next(@, i);`,
    reflects: true,
  },
  'a set of the program is asked for the elements of one that it is compared with': asked(
    `${setOfTheProgram}
public boolean contains(Object o) { grow(o); return true; }`,
    `List<Object> list = new LinkedList<Object>(Arrays.asList("B"));
Set<Object> set = new HashSet<Object>(); set.add(list);
table.put(set, "v");
Iterator<Object> i = R.iterator(@, list);
table.get(new Own(1));`,
  ),
  'or whether it contains all of that': asked(
    `${setOfTheProgram}
public boolean containsAll(Collection<?> c) { grow(c); return true; }`,
    `Set<Object> set = new HashSet<Object>(Arrays.asList("a"));
table.put(set, "v");
Iterator<Object> i = R.iterator(@, set);
table.get(new Own(1));`,
  ),
  'a map of the program whose keys are that set': asked(
    `HashMap<Object, Object> { Own(int n) { }
public boolean containsKey(Object o) { grow(o); return true; }`,
    `List<Object> list = new LinkedList<Object>(Arrays.asList("B"));
Set<Object> set = new HashSet<Object>(); set.add(list);
table.put(set, "v");
Own own = new Own(1); own.put(new Key(), "x");
Iterator<Object> i = R.iterator(@, list);
table.get(own.keySet());`,
  ),
  'one of the program is asked for the keys of one that it is compared with': asked(
    `AbstractMap<Object, Object> { Own(int n) { }
${sizeAndHash} public Set<Map.Entry<Object, Object>> entrySet() { return null; }
public Object get(Object o) { grow(o); return "x"; }`,
    `List<Object> list = new LinkedList<Object>(Arrays.asList("B"));
Map<Object, Object> map = new HashMap<Object, Object>(); map.put(list, String.valueOf((char) 0));
table.put(new Own(1), "v");
Iterator<Object> i = R.iterator(@, list);
table.get(map);`,
  ),
  'an iterator of a collection that is new or one that a call returns, which hands out one again': {
    members: `static class Each implements Iterator<Object> {
public boolean hasNext() { return true; }
public Object next() { return "a"; } }
static final Iterator<Object> shared = new Each();
static class New extends AbstractCollection<Object> { public int size() { return 1; }
public Iterator<Object> iterator() { return new Each(); } }
static class Same extends New { public Iterator<Object> iterator() { return shared; } }
static New made = new Same();
static New make() { return made; }
static Iterator<Object> walk(boolean isNew) { New all = isNew ? new New() : make(); return all.iterator(); }`,
    body: `Iterator<Object> i = walk(false);
Iterator<Object> j = walk(false);
R.hasNext(@, j);
R.next(@, i);
R.next(@, i);`,
  },
  'what a field holds that is read by reflection': foundByName('getDeclaredField("hidden").get(null)'),
  'what a method returns that is called by reflection': foundByName(
    'getDeclaredMethod("found").invoke(null)',
  ),
  'what a function object of the program gives back': {
    members: 'interface Gives { List<Object> give(); }',
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Gives gives = () -> list;
Iterator<Object> i = R.iterator(@, list);
List<Object> again = gives.give();
R.add(@, again, "x");
R.next(@, i);`,
  },
  'what one is called with': {
    members: 'interface Takes { void take(List<Object> list); }',
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Takes takes = given -> {
R.add(@, given, "x");
};
Iterator<Object> i = R.iterator(@, list);
takes.take(list);
R.next(@, i);`,
  },
  'the keys of a map that another one is made of': {
    members: updatingKey,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Map<Object, Object> same = new IdentityHashMap<Object, Object>(); same.put(list, "v");
Map<Object, Object> table = new HashMap<Object, Object>(same);
Iterator<Object> i = R.iterator(@, list);
table.get(new Key());
R.next(@, i);`,
  },
  'a list in one that is compared is compared': {
    members: updatingKey,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
List<Object> outer = new ArrayList<Object>(); outer.add(list);
List<Object> other = new ArrayList<Object>(); other.add(new Key());
Map<Object, Object> table = new HashMap<Object, Object>(); table.put(outer, "v");
Iterator<Object> i = R.iterator(@, list);
table.get(other);
R.next(@, i);`,
  },
  'what a map is given by a method that nothing is known of': {
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Map<Object, List<Object>> map = new HashMap<Object, List<Object>>();
Iterator<Object> i = R.iterator(@, list);
map.merge("k", list, (a, b) -> a);
List<Object> again = map.get("k");
R.add(@, again, "x");
R.next(@, i);`,
  },
  'what one gives': {
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Map<Object, List<Object>> map = new HashMap<Object, List<Object>>(); map.put("k", list);
Iterator<Object> i = R.iterator(@, list);
List<Object> again = map.putIfAbsent("k", null);
R.add(@, again, "x");
R.next(@, i);`,
  },
  'a copy of a collection of the program': {
    members: ownCollection(
      'Cloneable',
      'public Own clone() { try { return (Own) super.clone(); } catch (CloneNotSupportedException e) { return null; } }',
    ),
    body: `Own own = new Own(); own.add("a"); own.add("b");
Collection<Object> copy = own.clone();
Iterator<Object> i = R.iterator(@, copy);
R.add(@, copy, "x");
R.next(@, i);`,
  },
  'what reflection puts into a field': {
    members: `static List<Object> seen;
${itself}`,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Iterator<Object> i = R.iterator(@, list);
itself().getDeclaredField("seen").set(null, list);
R.add(@, seen, "x");
R.next(@, i);`,
    reflects: true,
  },
  'what the class library sorts by an order of the program': {
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
List<List<Object>> all = new ArrayList<List<Object>>(); all.add(list); all.add(new LinkedList<Object>());
Comparator<List<Object>> order = (a, b) -> {
R.add(@, a, "x");
R.add(@, b, "x");
return 0; };
Iterator<Object> i = R.iterator(@, list);
Collections.sort(all, order);
R.next(@, i);`,
  },
  'what a set keeps in such an order': {
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Comparator<List<Object>> order = (a, b) -> {
R.add(@, a, "x");
return 1; };
Set<List<Object>> set = new TreeSet<List<Object>>(order);
Iterator<Object> i = R.iterator(@, list);
set.add(list);
R.next(@, i);`,
  },
  'or in one by keys': {
    members: `static String key(List<Object> list) {
R.add(@, list, "x");
return ""; }`,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
java.util.function.Function<List<Object>, String> by = one -> key(one);
Set<List<Object>> set = new TreeSet<List<Object>>(Comparator.comparing(by));
Iterator<Object> i = R.iterator(@, list);
set.add(list);
R.next(@, i);`,
  },
  'what an iterator of the program walks through, which a map asks for its hash': {
    members: `static class Each implements Iterator<Object> { List<Object> of; Each(List<Object> of) { this.of = of; }
public boolean hasNext() { return false; }
public Object next() { return null; }
public boolean equals(Object o) { return o == this; }
public int hashCode() { List<Object> list = of;
R.add(@, list, "x");
return 1; } }`,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Iterator<Object> each = new Each(list);
Map<Object, Object> table = new HashMap<Object, Object>();
Iterator<Object> i = R.iterator(@, list);
table.put(each, "x");
R.next(@, i);`,
  },
  'what an iterator of a part of a list of the program gives, which is compared': {
    members: `${updatingKey}
static class Own extends AbstractList<Object> { List<Object> of; Own(List<Object> of) { this.of = of; }
public int size() { return 1; }
public Object get(int n) { return "a"; }
public ListIterator<Object> listIterator(int n) { return new Each(of); } }
static class Each implements ListIterator<Object> { List<Object> of; int at; Each(List<Object> of) { this.of = of; }
public boolean hasNext() { return at < 1; }
public Object next() { at++; return of; }
public boolean hasPrevious() { return false; }
public Object previous() { return null; }
public int nextIndex() { return at; }
public int previousIndex() { return at - 1; }
public void remove() { }
public void set(Object o) { }
public void add(Object o) { } }`,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
List<Object> part = new Own(list).subList(0, 1);
List<Object> other = new ArrayList<Object>(); other.add(new Key());
Map<Object, Object> table = new HashMap<Object, Object>(); table.put(part, "v");
Iterator<Object> i = R.iterator(@, list);
table.get(other);
R.next(@, i);`,
  },
  'an iterator of the program itself, which a map asks for its hash': {
    members: `static class Each implements Iterator<Object> { Each(int n) { }
public boolean hasNext() { return true; }
public Object next() { return "a"; }
public boolean equals(Object o) { return o == this; }
public int hashCode() { Iterator<Object> each = this;
R.next(@, each);
return 1; } }`,
    body: `Iterator<Object> each = new Each(1);
Map<Object, Object> table = new HashMap<Object, Object>();
table.put(each, "x");`,
  },
  'a set of the program, with methods of its own for all that is compared, which one asks for its size': {
    members: `static class Own extends AbstractSet<Object> {
public int size() { Own own = this;
R.add(@, own, "x");
return 1; }
public boolean add(Object o) { return true; }
public int hashCode() { return 97; }
public boolean equals(Object o) { return o == this; }
public String toString() { return ""; }
public Iterator<Object> iterator() { return Collections.emptyListIterator(); } }`,
    body: `Own own = new Own();
Set<Object> set = new HashSet<Object>(); set.add("a");
Map<Object, Object> table = new HashMap<Object, Object>(); table.put(own, "v");
Iterator<Object> i = R.iterator(@, own);
table.get(set);
R.next(@, i);`,
  },
  'what the class library keeps that a method of the program gives it, found by its name': {
    members: `static List<Object> hidden = new LinkedList<Object>(Arrays.asList("a"));
public static class Made { public static Object found() { return hidden; } }
${itself}`,
    body: `Iterator<Object> i = R.iterator(@, hidden);
Object made = new javax.swing.UIDefaults.ProxyLazyValue(itself().getName() + "$Made", "found").createValue(null);
List<Object> again = (List<Object>) made;
R.add(@, again, "x");
R.next(@, i);`,
    reflects: true,
  },
  'what a stream may write another object for': {
    members: `static class Held implements java.io.Serializable { List<Object> list; }
static class Out extends java.io.ObjectOutputStream {
Out() throws java.io.IOException { super(new java.io.ByteArrayOutputStream()); enableReplaceObject(true); }
protected Object replaceObject(Object o) { if (o instanceof List) { List<Object> list = (List<Object>) o;
R.add(@, list, "x");
} return o; } }`,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Held held = new Held(); held.list = list;
Iterator<Object> i = R.iterator(@, list);
new Out().writeObject(held);
R.next(@, i);`,
    reflects: true,
  },
  'an iterator of another list, which a list of the program hands out': {
    members: `static class Own extends ArrayList<Object> { List<Object> of; Own(List<Object> of) { this.of = of; }
public Iterator<Object> iterator() { return of.iterator(); } }`,
    body: `List<Object> list = new LinkedList<Object>(Arrays.asList("a"));
Own own = new Own(list);
Iterator<Object> i = R.iterator(@, own);
R.add(@, own, "x");
R.next(@, i);`,
  },
};

export interface IndirectFlowProgram {
  readonly what: string;
  readonly program: RandomProgram;
}

export const indirectFlowPrograms: readonly IndirectFlowProgram[] = Object.entries(flows).map(
  ([what, { members = '', body, reflects = false }], index) => {
    const text = `\n${members}\nstatic void start() throws Exception {\n${body}\n}`;
    return { what, program: recordedProgram(`F${index}`, text, reflects) };
  },
);
