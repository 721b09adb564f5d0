import { loadProperties } from '../../../src/property/language/load.ts';
import type { Property } from '../../../src/property/model.ts';
import type { Weakening } from '../../../src/residual/weakening.ts';
import type { RandomProgram } from './random-java.ts';
import { recordedProperties } from './random-programs.ts';
import { recordedProgram } from './recorded-program.ts';

const caching = `static class Caching extends ArrayList<Object> {
Iterator<Object> cached = super.iterator();
public Iterator<Object> iterator() { return cached; }
}
`;

/**
 * One small program per mistake that an analysis could make: on it, the mistake loses or invents a report.
 * Written as the recorded version (`@` is the line); the analysed one follows from it.
 */
const bodies: Partial<Record<Weakening, string>> = {
  forgetExceptionalEdges: `
static void start() {
Iterator<Object> i = R.iterator(@, sl);
try {
R.hasNext(@, i);
R.fail();
} catch (RuntimeException e) {
R.next(@, i);
R.next(@, i);
} }`,
  swapResults: `
static void start() {
List<Object> none = new ArrayList<Object>();
Iterator<Object> i = R.iterator(@, none);
try {
if (!
R.hasNext(@, i)
)
R.next(@, i);
} catch (NoSuchElementException e) { }
}`,
  exceptionsAfterEvents: `
static class Failing implements Iterator<Object> {
public boolean hasNext() { if (sl != null) throw new IllegalStateException(); return true; }
public Object next() { return null; }
}
static void start() {
Failing i = new Failing();
try {
R.hasNext(@, i);
} catch (RuntimeException e) {
R.next(@, i);
} }`,
  forgetClassInitialisers: `
static class Init { static int value; static {
R.add(@, sl, "x");
} }
static void start() {
Iterator<Object> i = R.iterator(@, sl);
Init.value++;
R.next(@, i);
}`,
  forgetCallBacks: `
static class Key { public boolean equals(Object o) {
R.add(@, sl, "x");
return true; } }
static List<Object> other = new ArrayList<Object>(Arrays.asList("e"));
static void start() {
Iterator<Object> i = R.iterator(@, sl);
other.contains(new Key());
R.next(@, i);
}`,
  forgetLeaving: `
static List<Object> shown;
static Iterator<Object> walk() {
Iterator<Object> i = R.iterator(@, shown);
return i; }
static void start() {
List<Object> l = new ArrayList<Object>(sl);
shown = l;
Iterator<Object> i = walk();
R.add(@, l, "x");
R.next(@, i);
}`,
  forgetEarlierEvents: `
static Iterator<Object> shown;
static void start() {
List<Object> l = new ArrayList<Object>(sl);
Iterator<Object> i = R.iterator(@, l);
R.add(@, l, "x");
shown = i;
R.next(@, shown);
}`,
  forgetRecreation: `
static void start() {
Iterator<Object> a = null; Iterator<Object> b = null;
for (int k = 0; k < 2; k++) {
b = R.iterator(@, sl);
if (k == 0) a = b;
}
R.hasNext(@, b);
R.next(@, a);
}`,
  forgetReturns: `
static Iterator<Object> make() {
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
return i; }
static void start() {
Iterator<Object> i = make();
R.next(@, i);
}`,
  forgetThrows: `
static class Thrown extends RuntimeException implements Iterator<Object> {
public boolean hasNext() { return true; }
public Object next() { return null; }
}
static void fail() {
Thrown t = new Thrown();
R.hasNext(@, t);
throw t; }
static void start() {
try { fail(); } catch (Thrown t) {
R.next(@, t);
} }`,
  forgetFields: `
static Iterator<Object> kept;
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
kept = i;
R.next(@, kept);
}`,
  forgetArrays: `
static void start() {
Iterator<Object>[] all = new Iterator[1];
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
all[0] = i;
Iterator<Object> j = all[0];
R.next(@, j);
}`,
  forgetCaptures: `
static void start() {
final Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
Runnable r = () -> {
R.next(@, i);
};
r.run();
}`,
  forgetOwnCallBacks: `
static class Chatty extends AbstractCollection<Object> implements Iterator<Object> {
public Iterator<Object> iterator() { return this; }
public int size() { return 0; }
public boolean hasNext() { return false; }
public Object next() { return null; }
public boolean add(Object o) {
R.next(@, this);
return true; }
}
static void start() {
Chatty c = new Chatty();
R.hasNext(@, c);
c.addAll(sl);
}`,
  forgetEventsOfCallees: `
static class Skipping implements Iterator<Object> {
public boolean hasNext() { return true; }
public Object next() { return null; }
void skip() {
R.next(@, this);
} }
static void start() {
Skipping i = new Skipping();
R.hasNext(@, i);
i.skip();
i.skip();
}`,
  forgetPast: `
static Iterator<Object> make() {
return R.iterator(@, sl);
}
static void start() {
Iterator<Object> i = make();
R.add(@, sl, "x");
R.next(@, i);
}`,
  forgetArguments: `
static void use(Iterator<Object> i) {
R.next(@, i);
}
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
use(i);
}`,
  everyIteratorIsFresh: `
${caching}static void start() {
Caching c = new Caching();
Iterator<Object> a = R.iterator(@, c);
R.hasNext(@, a);
Iterator<Object> b = R.iterator(@, c);
try {
R.next(@, b);
} catch (RuntimeException e) { }
}`,
  forgetHandingOn: `
static class Keeping extends ArrayList<Object> {
Iterator<Object> last;
public Iterator<Object> iterator() { Iterator<Object> i = super.iterator(); last = i; return i; }
}
static void start() {
Keeping c = new Keeping();
c.add("x");
c.add("y");
Iterator<Object> a = R.iterator(@, c);
R.hasNext(@, a);
R.next(@, c.last);
R.next(@, a);
}`,
  forgetOtherReceivers: `
${caching}static List<Object> own = new Caching();
static void start() {
List<Object> c = new ArrayList<Object>();
if (c.isEmpty()) c = own;
Iterator<Object> a = R.iterator(@, c);
R.hasNext(@, a);
Iterator<Object> b = R.iterator(@, own);
try {
R.next(@, b);
} catch (RuntimeException e) { }
}`,
  copiesMove: `
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
R.next(@, i);
R.next(@, i);
}`,
  forgetOverriding: `
static class Base { void touch() { } }
static class Derived extends Base { void touch() {
R.add(@, sl, "x");
} }
static Base b = new Derived();
static void start() {
Iterator<Object> i = R.iterator(@, sl);
b.touch();
R.next(@, i);
}`,
  forgetLambdas: `
interface Own { void go(); }
static void start() {
Own r = () -> {
R.add(@, sl, "x");
};
Iterator<Object> i = R.iterator(@, sl);
r.go();
R.next(@, i);
}`,
  forgetProxies: `
interface Own { void go(); }
static void start() {
Own r = (Own) java.lang.reflect.Proxy.newProxyInstance(Own.class.getClassLoader(), new Class<?>[] { Own.class }, (proxy, method, given) -> {
R.add(@, sl, "x");
return null;
});
Iterator<Object> i = R.iterator(@, sl);
r.go();
R.next(@, i);
}`,
  forgetOtherKinds: `
static class OwnIterator implements Iterator<Object> {
public boolean hasNext() {
R.next(@, this);
return true; }
public Object next() { return null; } }
static class Own extends ArrayList<Object> { public Iterator<Object> iterator() { return new OwnIterator(); } }
static List<Object> own = new Own();
static void start() {
Iterator<Object> i = R.iterator(@, own);
R.hasNext(@, i);
R.hasNext(@, i);
R.next(@, i);
}`,
  forgetWalking: `
static class View extends AbstractList<Object> {
public int size() { return 2; }
public Object get(int n) {
R.add(@, sl, "x");
return "e"; } }
static List<Object> view = new View();
static void start() {
Iterator<Object> i = R.iterator(@, view);
Iterator<Object> j = R.iterator(@, sl);
R.next(@, i);
R.next(@, j);
}`,
  forgetExternalEvents: `
static void touch() {
R.add(@, sl, "x");
}
static void start() {
Iterator<Object> i = R.iterator(@, sl);
touch();
R.next(@, i);
}`,
  forgetInventedReports: `
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
if (R.flip())
R.hasNext(@, i);
R.next(@, i);
Iterator<Object> j = R.iterator(@, sl);
if (R.never())
R.hasNext(@, j);
R.next(@, j);
Iterator<Object> k = R.iterator(@, sl);
if (!R.never())
R.hasNext(@, k);
R.next(@, k);
}`,
  forgetLostReports: `
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.next(@, i);
}`,
  forgetInheritedText: `
static class View extends AbstractList<Object> { public int size() { return 1; } public Object get(int n) {
R.add(@, sl, "x");
return "e"; } }
static void start() {
Iterator<Object> i = R.iterator(@, sl);
new StringBuilder().append((Object) new View());
R.next(@, i);
}`,
  forgetKeyExtractors: `
static String key(Object o) {
R.add(@, sl, "x");
return "k"; }
static void start() {
List<Object> all = Arrays.asList("a", "b"); Comparator<Object> order = Comparator.comparing(o -> key(o));
Iterator<Object> i = R.iterator(@, sl);
Collections.max(all, order);
R.next(@, i);
}`,
  forgetReturningSubclasses: `
static class Fixed extends AbstractCollection<Object> {
public int size() { return 0; }
public Iterator<Object> iterator() { return new ArrayList<Object>(Arrays.asList("e0", "e1")).iterator(); }
public boolean add(Object o) { throw new UnsupportedOperationException(); }
}
static class Loose extends Fixed { public boolean add(Object o) { return true; } }
static Fixed held = new Loose();
static void start() {
Iterator<Object> i = R.iterator(@, held);
R.add(@, held, "x");
R.next(@, i);
}`,
  everyPointIsCandidate: `
static Iterator<Object> kept;
static void ask() {
R.hasNext(@, kept);
}
static void start() {
kept = R.iterator(@, sl);
ask();
R.next(@, kept);
R.next(@, kept);
}`,
};

const updater = `
static void start() {
List<Object> l = new ArrayList<Object>(Arrays.asList("e0", "e1"));
`;
const heldInField = `
static List<Object> held;
static void touch() {
R.add(@, held, "x");
}${updater}held = l;
Iterator<Object> i = R.iterator(@, l);
touch();
R.next(@, i);
}`;
/** A mistake that the four named properties do not show. */
const ownBodies: Partial<
  Record<
    Weakening,
    {
      readonly monitor: string;
      readonly body: string;
      readonly isClosedWorld: boolean;
      /** Of the collection; Collection where there is none. */
      readonly type?: string;
    }
  >
> = {
  forgetLaterEvents: {
    isClosedWorld: false,
    monitor: 'ere: create update',
    body: `
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.add(@, sl, "x");
}`,
  },
  forgetSubclasses: {
    isClosedWorld: false,
    monitor: 'ere: update create update next',
    type: 'java.util.ArrayDeque',
    body: `
static class Both extends ArrayDeque<Object> implements Set<Object> { }
static Set<Object> held = new Both();
static void start() {
R.add(@, held, "x");
Iterator<Object> i = R.iterator(@, held);
R.add(@, held, "y");
R.next(@, i);
}`,
  },
  forgetNull: {
    isClosedWorld: true,
    monitor: 'ere: create create',
    body: `
static class None extends ArrayList<Object> { public Iterator<Object> iterator() { return null; } }
static void start() {
Collection<Object> c = new None();
R.iterator(@, c);
R.iterator(@, c);
}`,
  },
};

/** A property of a collection and its iterator. */
function ownProperty(mistake: string, monitor: string, type = 'Collection'): Property {
  return loadProperties(
    `${mistake}.mop`,
    `import java.util.Collection;
    import java.util.Iterator;
    ${mistake}(${type} c, Iterator i) {
      event create after(${type} c) returning(Iterator i) : call(Iterator Collection+.iterator()) && target(c) {}
      event update before(${type} c) : call(* Collection+.add*(..)) && target(c) {}
      event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
      ${monitor}
      @match { }
    }`,
  ).properties[0]!;
}

/** Mistakes of points-to, which only a closed world makes. */
const closedWorldBodies: Partial<Record<Weakening, string>> = {
  forgetFieldFlows: heldInField,
  forgetArrayFlows: `
static Object[] held = new Object[1];
static void touch() { List<Object> h = (List<Object>) held[0];
R.add(@, h, "x");
}${updater}held[0] = l;
Iterator<Object> i = R.iterator(@, l);
touch();
R.next(@, i);
}`,
  forgetArgumentFlows: `
static void touch(List<Object> h) {
R.add(@, h, "x");
}${updater}Iterator<Object> i = R.iterator(@, l);
touch(l);
R.next(@, i);
}`,
  forgetElements: `
static List<Object> held = new ArrayList<Object>();
static void touch() { List<Object> h = (List<Object>) held.get(0);
R.add(@, h, "x");
}${updater}R.add(@, held, l);
Iterator<Object> i = R.iterator(@, l);
touch();
R.next(@, i);
}`,
  forgetCallBackFlows: `
static class Touch implements java.util.function.Consumer<Object> {
public void accept(Object o) { List<Object> h = (List<Object>) o;
R.add(@, h, "x");
} }${updater}Iterator<Object> i = R.iterator(@, l);
Optional.of((Object) l).ifPresent(new Touch());
R.next(@, i);
}`,
  forgetReflection: `
static void touch(List<Object> h) {
R.add(@, h, "x");
}${updater}Iterator<Object> i = R.iterator(@, l);
try { D.class.getDeclaredMethod("touch", List.class).invoke(null, l); } catch (Exception e) { R.fail(); }
R.next(@, i);
}`,
  forgetComparing: `
static Object kept;
static class Key { public boolean equals(Object o) { kept = o; return false; } }
static List<Object> bag = new ArrayList<Object>();
static void touch() { List<Object> h = (List<Object>) kept;
R.add(@, h, "x");
}${updater}R.add(@, bag, l);
Iterator<Object> i = R.iterator(@, l);
bag.contains(new Key());
touch();
R.next(@, i);
}`,
  forgetInheritedCode: `
static class View extends AbstractList<Object> { View(int n) { } public int size() { return 1; } public Object get(int n) {
R.add(@, sl, "x");
return "e"; } }
static void start() {
Iterator<Object> v = new View(0).iterator();
Iterator<Object> i = R.iterator(@, sl);
v.next();
R.next(@, i);
}`,
  forgetOutsideObjects: `
public static class Made extends AbstractCollection<Object> { public Made() { } public int size() {
R.add(@, sl, "x");
return 0; } public Iterator<Object> iterator() { return Collections.emptyIterator(); } }
static void start() {
Collection<Object> v = null;
try { v = (Collection<Object>) Class.forName("D$Made").newInstance(); } catch (Exception e) { R.fail(); }
Iterator<Object> i = R.iterator(@, sl);
v.size();
R.next(@, i);
}`,
  forgetShownObjects: `
static class Bag extends AbstractCollection<Object> { Bag(int n) { } public int size() { return 0; }
public Iterator<Object> iterator() {
R.add(@, sl, "x");
return Collections.emptyIterator(); } }
static List<Object> other = new ArrayList<Object>();
static void start() {
Iterator<Object> i = R.iterator(@, sl);
other.containsAll(new Bag(0));
R.next(@, i);
}`,
  forgetDispatch: `
static class Touch { void touch() {
R.add(@, sl, "x");
} }
static void start() {
Touch t = new Touch();
Iterator<Object> i = R.iterator(@, sl);
t.touch();
R.next(@, i);
}`,
  everyPointIsFresh: heldInField,
  forgetReentry: `
static List<Object> held = new ArrayList<Object>(Arrays.asList("e0", "e1"));
static void walk(int n) {
R.add(@, held, "x");
Iterator<Object> i = R.iterator(@, held);
if (n > 0) walk(n - 1);
R.next(@, i);
}
static void start() { walk(1); }`,
  containersAreQuiet: `
static List<Object> held;
static class Key { public int hashCode() {
R.add(@, held, "x");
return 1; } }${updater}held = l;
Map<Object, Object> m = new HashMap<Object, Object>(Collections.singletonMap("k", "v"));
Iterator<Object> i = R.iterator(@, l);
m.get(new Key());
R.next(@, i);
}`,
};

export interface DirectedProgram {
  readonly mistake: Weakening;
  /** The mistake is one of an analysis of a closed world. */
  readonly isClosedWorld: boolean;
  readonly properties: readonly Property[];
  readonly program: RandomProgram;
}

/** The programs by mistake, as class `D<number>`. */
export const directedPrograms: readonly DirectedProgram[] = [
  ...Object.entries(bodies).map(([mistake, body]) => ({ mistake, body, isClosedWorld: false })),
  ...Object.entries(closedWorldBodies).map(([mistake, body]) => ({ mistake, body, isClosedWorld: true })),
  ...Object.entries(ownBodies).map(([mistake, { monitor, body, isClosedWorld, type }]) => ({
    mistake,
    body,
    isClosedWorld,
    properties: [ownProperty(mistake, monitor, type)],
  })),
].map(({ mistake, body, isClosedWorld, ...own }, index) => {
  const name = `D${index}`;
  const named = body.replaceAll('D.class', `${name}.class`).replaceAll('D$Made', `${name}$Made`);
  return {
    mistake: mistake as Weakening,
    isClosedWorld,
    properties: recordedProperties,
    ...own,
    program: recordedProgram(name, named, mistake === 'forgetReflection'),
  };
});
