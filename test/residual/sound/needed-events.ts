import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOne } from '../../property/load-support.ts';
import { compile, javaProgram } from './java-program.ts';

/** A program whose only report needs all events of its property. */
export interface NeedingProgram {
  /** Events and formula; `@match` reports. */
  readonly property: string;
  /** Of the property. */
  readonly parameters: string;
  /** Of the class `P`, whose `main` is what runs. */
  readonly members: string;
  /** `shared`: other threads have events of a slice, too. Default `confined`. */
  readonly threads?: 'confined' | 'shared';
  /** Classes that `members` need, by name, and the program does not have. */
  readonly missing?: Readonly<Record<string, string>>;
}

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

/** Per world, the events that have points, each as `name kept` or `name removed`, in the order of the names. */
export function decidedEvents({
  property,
  parameters,
  members,
  threads = 'confined',
  missing = {},
}: NeedingProgram): readonly (readonly string[])[] {
  const needed = loadOne(
    `import java.util.*;\nNeeded(${parameters}) { ${property} @match { System.err.println("needed"); } }`,
  );
  const sources = { P: `class P { ${members} }`, ...missing };
  const files = Object.entries(sources).map(([name, text]) => [
    `${name}.java`,
    `import java.util.*;\n${text}\n`,
  ]);
  const classes = new Map(compile(Object.fromEntries(files)));
  for (const name of Object.keys(missing)) classes.delete(name);
  const { program, points } = javaProgram(classes, [needed]);
  return worlds.map((world) => {
    const decisions = sound(program, needed, points, { threads, facts: [], world });
    const decided = points.map(
      ({ id, event }) => `${event.name} ${decisions.get(id)!.kept ? 'kept' : 'removed'}`,
    );
    return [...new Set(decided)].sort();
  });
}

/** The same where all events of the property stay. */
export function allKept({ property }: NeedingProgram): readonly (readonly string[])[] {
  const events = [...property.matchAll(/\bevent (\w+)/g)].map(([, name]) => `${name} kept`).sort();
  return worlds.map(() => events);
}

const told = 'event told before(Collection c) : call(* tell(..)) && args(c) { }';
const asked = 'event asked before(Collection c) : call(* ask(..)) && args(c) { }';
const askedOther = 'event asked before(Collection d) : call(* ask(..)) && args(d) { }';
const both = 'event both before(Collection c, Object o) : call(* both(..)) && args(c, o) { }';
const methods =
  'static void tell(Object c) { } static void ask(Object c) { } static void both(Object c, Object o) { }';

/** Of one collection, which is told between two questions. */
function toldBetween(members: string): NeedingProgram {
  return {
    parameters: 'Collection c',
    property: `${told} ${asked} ere : asked told asked`,
    members: `${methods} ${members}`,
  };
}

/** Of one collection, which is asked and told later. */
function toldLater(members: string, missing: Readonly<Record<string, string>> = {}): NeedingProgram {
  return {
    parameters: 'Collection c',
    property: `${told} ${asked} ere : asked told`,
    members: `${methods} ${members}`,
    missing,
  };
}

/** Of an iterator that is told twice; `Each` is a class of iterators. */
function toldTwice(members: string): NeedingProgram {
  return {
    parameters: 'Iterator i',
    property: 'event told before(Iterator i) : call(* tell(..)) && args(i) { } ere : told told',
    members: `${methods} static class Each extends RuntimeException implements Iterator<Object> {
      public boolean hasNext() { return false; } public Object next() { return null; } }
      static Iterator<Object> shared = new Each(); ${members}`,
  };
}

const walk = `event create after(Collection c) returning(Iterator i) : call(* Iterable+.iterator()) && target(c) { }
  event update after(Collection c) : call(* Collection+.add(..)) && target(c) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }`;

/** Of a list `all` that is updated between two elements of an iterator. */
function updatedBetween(members: string): NeedingProgram {
  return {
    parameters: 'Collection c, Iterator i',
    property: `${walk} ere : update* create next* update update* next`,
    members: `static List<Object> all = new ArrayList<>(); ${members}`,
  };
}

/** Each shows one thing that calls, values, models or a closed world have to count on. */
export const needingPrograms: Readonly<Record<string, NeedingProgram>> = {
  // What calls return.
  'null that a method may return in place of a new object': {
    parameters: 'Collection c',
    property: `${told} ere : told told`,
    members: `${methods}
      static Collection<Object> make(boolean isNew) { return isNew ? new ArrayList<>() : none(isNew); }
      static Collection<Object> none(boolean isNew) { return isNew ? new ArrayList<>() : null; }
      static void go(boolean isNew) { tell(make(isNew)); }
      public static void main(String[] a) { go(false); go(false); }`,
  },
  'what a function object returns, where a class returns new objects': toldTwice(
    `interface Makes { Iterator<Object> make(); }
      static class Own implements Makes { public Iterator<Object> make() { return new Each(); } }
      static void go(Makes makes) { Iterator<Object> i = makes.make(); tell(i); }
      public static void main(String[] a) { go(new Own()); Makes makes = () -> shared; go(makes); go(makes); }`,
  ),
  'what the second of two classes returns': toldTwice(
    `static class Same extends AbstractCollection<Object> {
        public int size() { return 0; } public Iterator<Object> iterator() { return shared; } }
      static void go(boolean isNew) {
        Collection<Object> c = isNew ? new ArrayList<>() : new Same(); Iterator<Object> i = c.iterator(); tell(i); }
      public static void main(String[] a) { go(false); go(false); }`,
  ),
  'what is caught and returned': toldTwice(
    `static void fail(boolean fails) { if (fails) throw (Each) shared; }
      static Iterator<Object> make(boolean fails) { try { fail(fails); } catch (Each e) { return e; } return new Each(); }
      static void go() { Iterator<Object> i = make(true); tell(i); }
      public static void main(String[] a) { go(); go(); }`,
  ),
  'what a method that a method calls returns': toldBetween(
    `static class One extends ArrayList<Object> { void use() { } }
      static class Two extends One { void use() { tell(this); } }
      static One first(boolean isOne) { return isOne ? new One() : second(); }
      static One second() { return third(); }
      static One third() { return new Two(); }
      public static void main(String[] a) { One one = first(false); ask(one); one.use(); ask(one); }`,
  ),
  'what a call hands on': toldBetween(
    `public static void main(String[] a) {
      Collection<Object> c = new ArrayList<>(); ask(c); Object same = Objects.requireNonNull(c); tell(same); ask(c); }`,
  ),
  'the object that a called method makes by a call': {
    parameters: 'Collection c',
    property: `event told after() returning(Collection c) : call(* make()) { } ${asked} ere : told asked`,
    members: `${methods} static Collection<Object> make() { return new ArrayList<>(); }
      static Collection<Object> maker() { return make(); }
      public static void main(String[] a) { Collection<Object> c = maker(); ask(c); }`,
  },
  'what is kept by the method that makes it': toldLater(
    `static Collection<Object> kept;
      static Collection<Object> make() { Collection<Object> c = new ArrayList<>(); kept = c; return c; }
      static Collection<Object> maker() { return make(); }
      public static void main(String[] a) { Collection<Object> c = maker(); ask(c); tell(kept); }`,
  ),

  // What calls do with objects.
  'the same method, which is given objects of two classes': toldBetween(
    `static void look(Collection<Object> c) { c.size(); }
      static class Own extends ArrayList<Object> { public int size() { tell(this); return 0; } }
      public static void main(String[] a) {
        Collection<Object> c = new ArrayList<>(); for (int n = 0; n < 2; n++) { tell(c); ask(c); } look(c);
        Own own = new Own(); ask(own); look(own); ask(own); }`,
  ),
  'an object of one of two classes': toldBetween(
    `static class One extends ArrayList<Object> { void use() { } }
      static class Two extends One { void use() { tell(this); } }
      static One make(boolean isOne) { return isOne ? new One() : new Two(); }
      public static void main(String[] a) { One one = make(false); ask(one); one.use(); ask(one); }`,
  ),
  'an object of one of many classes, the last of which leaves more to the class library': toldBetween(
    `static class One extends AbstractCollection<Object> {
        public int size() { return 0; } public boolean isEmpty() { return true; } public Iterator<Object> iterator() { return null; } }
      ${'ABCDEFGHIJKLMNORS'.replaceAll(/./g, 'static class $& extends One { } ')}
      static class Two extends AbstractCollection<Object> {
        public int size() { tell(this); return 0; } public Iterator<Object> iterator() { return null; } }
      static Collection<Object> make(int n) {
        ${'ABCDEFGHIJKLMNORS'.replaceAll(/./g, 'if (n-- == 0) return new $&(); ')} return new Two(); }
      public static void main(String[] a) { Collection<Object> c = make(20); ask(c); c.isEmpty(); ask(c); }`,
  ),
  'what the class library calls on the object itself': toldBetween(
    `static class Own extends AbstractCollection<Object> {
        public int size() { tell(this); return 0; } public Iterator<Object> iterator() { return null; } }
      static void look(Collection<Object> c) { c.isEmpty(); }
      public static void main(String[] a) { Own own = new Own(); ask(own); look(own); ask(own); }`,
  ),
  'also where the class calls it with super': toldBetween(
    `static class Own extends AbstractCollection<Object> {
        public int size() { return 0; } public Iterator<Object> iterator() { return null; }
        public boolean add(Object o) { tell(this); return true; }
        public boolean addAll(Collection<?> all) { return false; }
        void go() { super.addAll(List.of(1)); } }
      public static void main(String[] a) { Own own = new Own(); ask(own); own.go(); ask(own); }`,
  ),
  'and what an iterator of the class library calls that holds it': toldBetween(
    `static class Own extends AbstractList<Object> {
        public int size() { return 1; } public Object get(int n) { tell(this); return null; } }
      public static void main(String[] a) {
        Own own = new Own(); Iterator<Object> i = own.iterator(); ask(own); i.next(); ask(own); }`,
  ),
  'an event of a method that a function object is': {
    parameters: 'Collection c',
    property: `${told} event looked before() : call(* look()) { } ere : told looked told`,
    members: `${methods} static void look() { } interface Act { void act(); } static Act later = P::look;
      static void go() { later.act(); }
      public static void main(String[] a) { Collection<Object> c = new ArrayList<>(); tell(c); go(); tell(c); }`,
  },
  'what the class library compares with an argument': toldBetween(
    `static class Key { public boolean equals(Object o) { tell(o); return false; } public int hashCode() { return 1; } }
      public static void main(String[] a) {
        List<Object> all = new ArrayList<>(); all.add(new Key());
        Collection<Object> c = new ArrayList<>(); ask(c); all.contains(c); Objects.equals(new Key(), c); ask(c); }`,
  ),
  'what a function object keeps that it is given': toldLater(
    `static Collection<Object> kept; interface Takes { void take(Collection<Object> c); }
      public static void main(String[] a) {
        Takes takes = c -> { kept = c; };
        Collection<Object> c = new ArrayList<>(); ask(c); takes.take(c); tell(kept); }`,
  ),
  'what a class that is missing is given': toldLater(
    `static void back(Collection<Object> c) { tell(c); }
      public static void main(String[] a) {
        if (a.length > 9) back(null);
        Collection<Object> c = new ArrayList<>(); ask(c); Gone.take(c); }`,
    { Gone: 'class Gone { static void take(Collection<Object> c) { P.back(c); } }' },
  ),

  // Which slices events belong to, and whether they happen.
  'null beside a new object': {
    parameters: 'Collection c, Object o',
    property: `${both} ere : both both`,
    members: `${methods} public static void main(String[] a) {
      Collection<Object> c = new ArrayList<>(); for (int n = 0; n < 2; n++) both(c, null); }`,
  },
  'the thread beside a new object': {
    parameters: 'Collection c, Thread t',
    property:
      'event told before(Collection c, Thread t) : call(* tell(..)) && args(c) && thread(t) { } ere : told told',
    members: `${methods} public static void main(String[] a) {
      Collection<Object> c = new ArrayList<>(); for (int n = 0; n < 2; n++) tell(c); }`,
  },
  'beside a new object another one that a field holds, too': {
    parameters: 'Collection c, Object o',
    property: `${both} ere : both both`,
    members: `${methods} static Object kept; public static void main(String[] a) {
      Collection<Object> c = new ArrayList<>(); Object o = new Object(); kept = o; for (int n = 0; n < 2; n++) both(c, o); }`,
  },
  'an event of another slice in between': {
    parameters: 'Collection c, Object o',
    property: `${both} ${told} ere : both told told`,
    members: `${methods} static Object[] some = { new Object(), new Object() };
      public static void main(String[] a) {
        Collection<Object> c = new ArrayList<>(); for (Object o : some) { both(c, o); tell(c); } }`,
  },
  'two objects that one place makes': {
    parameters: 'Collection c, Collection d',
    property: `event told before(Collection c) : call(* size()) && target(c) { }
      event asked before(Collection d) : call(* isEmpty()) && target(d) { } ere : told asked told asked`,
    members: `public static void main(String[] a) {
      Collection<Object> first, c = null;
      for (int n = 0; ; n++) { first = c; c = new ArrayList<>(); if (n > 0) break; }
      first.size(); c.isEmpty(); first.size(); c.isEmpty(); }`,
  },
  'one object that two parameters are bound to': {
    parameters: 'Collection c, Collection d',
    property: `${told} ${askedOther} ere : told asked told asked`,
    members: `${methods} public static void main(String[] a) {
      Collection<Object> c = new ArrayList<>(); tell(c); ask(c); tell(c); ask(c); }`,
  },
  'an object of a place that has made another one before': {
    parameters: 'Collection c, Collection d',
    property: `${told} ${askedOther} ere : asked told asked told`,
    members: `${methods} public static void main(String[] a) {
      Collection<Object> d = new LinkedList<>();
      for (int n = 0; n < 2; n++) {
        Collection<Object> c = new ArrayList<>(); if (n == 0) ask(d); else { tell(c); ask(d); tell(c); } } }`,
  },
  'an event before a call that ends the method by an exception': {
    parameters: 'Collection c',
    property: `${told} event looked before() : call(* look()) { } ere : told looked`,
    members: `static void tell(Object c) { throw new IllegalStateException(); } static void look() { }
      static void go() { Collection<Object> c = new ArrayList<>(); for (;;) tell(c); }
      public static void main(String[] a) { try { go(); } catch (IllegalStateException e) { look(); } }`,
  },
  'one in such a call': {
    parameters: 'Collection c',
    property: `${told} ${asked} event looked before() : call(* look()) { } ere : told asked looked`,
    members: `${methods} static void look() { }
      static void fail(Collection<Object> c) { ask(c); throw new IllegalStateException(); }
      static void go() { Collection<Object> c = new ArrayList<>(); tell(c); for (;;) fail(c); }
      public static void main(String[] a) { try { go(); } catch (IllegalStateException e) { look(); } }`,
  },
  'an event that a type test leaves out': {
    parameters: 'Collection c',
    property: `event told before(Collection c) : call(* both(..)) && args(c, String) { } ${asked} ere : asked asked`,
    members: `${methods} static Object some = 1; public static void main(String[] a) {
      Collection<Object> c = new ArrayList<>(); ask(c); both(c, some); ask(c); }`,
  },
  'one that a condition on an argument leaves out': {
    parameters: 'Collection c',
    property: `event told before(Collection c, boolean is) : call(* set(..)) && args(c, is) && condition(is) { }
      ${asked} ere : asked asked`,
    members: `${methods} static void set(Object c, boolean is) { } static boolean some;
      public static void main(String[] a) { Collection<Object> c = new ArrayList<>(); ask(c); set(c, some); ask(c); }`,
  },
  'also where the call returns what the next instruction branches on': {
    parameters: 'Collection c',
    property: `event told after(Collection c, boolean is) returning : call(* set(..)) && args(c, is) && condition(is) { }
      ${asked} ere : asked asked`,
    members: `${methods} static boolean set(Object c, boolean is) { return true; } static boolean some;
      public static void main(String[] a) { Collection<Object> c = new ArrayList<>(); ask(c); if (set(c, some)) ask(c); }`,
  },

  // What happens to objects of other methods.
  'an update by a method that runs while an iterator is walked': updatedBetween(
    `static void grow() { all.add(1); }
      public static void main(String[] a) { grow(); Iterator<Object> i = all.iterator(); grow(); i.next(); }`,
  ),
  'or while a field holds one': updatedBetween(
    `static Iterator<Object> kept;
      static void begin() { kept = all.iterator(); } static void end() { kept.next(); }
      static void grow() { all.add(1); }
      public static void main(String[] a) { begin(); grow(); end(); }`,
  ),
  'or by another run of the method that walks it': updatedBetween(
    `static void go(int n) {
        Iterator<Object> i = all.iterator(); if (n > 0) go(n - 1); if (n == 0) { all.add(1); return; } i.next(); }
      public static void main(String[] a) { go(1); }`,
  ),
  'an event that joins two objects, before iterators of the second': {
    parameters: 'Map m, Collection c, Iterator i',
    property: `event view after(Map m) returning(Collection c) : call(* Map+.keySet()) && target(m) { }
      event put after(Map m) : call(* Map+.put(..)) && target(m) { }
      event create after(Collection c) returning(Iterator i) : call(* Iterable+.iterator()) && target(c) { }
      event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
      ere : put* view put* create next* put put* next`,
    members: `static Map<Object, Object> all = new HashMap<>(); static Set<Object> keys;
      static void go() { Iterator<Object> i = keys.iterator(); all.put(1, 2); i.next(); }
      public static void main(String[] a) { keys = all.keySet(); go(); }`,
  },
  'objects that no event joins': {
    parameters: 'Collection c, Iterator i',
    property: `${walk} event ask before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
      ere : update* (create | ask) next* update update* next`,
    members: `static List<Object> all = new ArrayList<>();
      static class Each implements Iterator<Object> { public boolean hasNext() { return true; } public Object next() { return 1; } }
      static void grow() { all.add(1); }
      static void go() { Iterator<Object> i = new Each(); i.hasNext(); grow(); i.next(); }
      static void walk() { Iterator<Object> i = all.iterator(); all.add(1); i.next(); }
      public static void main(String[] a) { walk(); go(); }`,
  },
  'an event of another thread between two of a called method': {
    parameters: 'Collection c',
    threads: 'shared',
    property: `${told} ${asked} event looked before() : call(* look()) { } ere : told asked looked asked`,
    members: `${methods} static void look() { }
      static void twice(Collection<Object> c) { ask(c); ask(c); }
      public static void main(String[] a) {
        new Thread() { public void run() { look(); } }.start();
        Collection<Object> c = new ArrayList<>(); tell(c); twice(c); }`,
  },
  'an event on a map that the method which makes the collection does not join with it': {
    parameters: 'Collection c, Map m',
    property: `${told} event asked before(Map m) : call(* ask()) && target(m) { }
      event both before(Map m, Collection c) : call(* both(..)) && target(m) && args(c) { }
      ere : told asked told | both both both`,
    members: `static void tell(Collection<Object> c) { }
      static class Own extends HashMap<Object, Object> { void ask() { } void both(Collection<Object> c) { } }
      static Own first = new Own(), second = new Own();
      public static void main(String[] a) {
        Collection<Object> c = new ArrayList<>(); for (int n = 0; n < 3; n++) first.both(c);
        tell(c); second.ask(); tell(c); }`,
  },
  'an argument of a call that is the receiver of another one': {
    parameters: 'Collection c',
    property: `event added after(Collection c) returning : call(* Collection+.add(..)) && target(c) { } ${told} ere : added told`,
    members: `static void tell(Collection<Object> c) { } static Collection<Object> all = new ArrayList<>();
      public static void main(String[] a) { all.add(1); tell(all); }`,
  },
  'an event without an object behind one with one': {
    parameters: 'Collection c',
    property: `${told} event looked before() : call(* look()) { } ere : told looked`,
    members: `${methods} static void look() { } static Collection<Object> all = new ArrayList<>();
      public static void main(String[] a) { tell(all); look(); }`,
  },
  'null that a call returns and null that one is given': {
    parameters: 'Collection c',
    property: `event made after() returning(Collection c) : call(* none()) { } ${asked} ere : made asked`,
    members: `${methods} static Collection<Object> none() { return null; } static Collection<Object> some;
      public static void main(String[] a) { some = new ArrayList<>(); none(); ask(a.length == 0 ? null : some); }`,
  },
};
