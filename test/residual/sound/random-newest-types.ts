import type { ProgramWriter } from './random-java.ts';

/** What the types of random programs of Java 25 are written with. */
export interface TypeWriter extends Pick<ProgramWriter, 'pick' | 'chance' | 'size'> {
  readonly lines: (...recorded: readonly string[]) => void;
  /** What a method does besides, mostly with an object. */
  readonly effect: (object: string) => void;
  /** The same for what `touch` asks. */
  readonly asked: (object: string) => void;
  /** Whether there is a method `touch`, which updates or walks whatever it is given. */
  readonly touches: boolean;
}

interface Methods {
  /** A method with an effect and the end of its body. */
  readonly method: (head: string, object: string, end: string) => void;
  /** There with a probability. */
  readonly maybe: (probability: number, head: string, object: string, end: string) => void;
}

function methodsOf({ chance, lines, effect }: TypeWriter): Methods {
  const method = (head: string, object: string, end: string): void => {
    lines(`${head} { R.tick();`);
    effect(object);
    lines(`${end} }`);
  };
  return {
    method,
    maybe: (probability, head, object, end) => {
      if (chance(probability)) method(head, object, end);
    },
  };
}

/** Records, a sealed type, an enum, an interface, constructors, threads, a gatherer and methods that take them apart. */
export function writeTypes(writer: TypeWriter): void {
  const { pick, chance, lines, effect, asked, touches } = writer;
  const { method, maybe } = methodsOf(writer);
  lines(
    'static Object seen; static Shape shape; static final ScopedValue<Object> SCOPE = ScopedValue.newInstance();',
    'sealed interface Shape permits Leaf, Node, Many, Way { }',
  );
  lines(
    'static boolean raise(Object o) { R.tick(); if (!(o instanceof Collection<?> c)) return false; Collection<Object> d = (Collection<Object>) c;',
    'R.add(@, d, "r");',
    'return true; } static Object raised(Object... all) { return raise(all[all.length - 1]); }',
  );
  if (touches)
    lines(
      'static void touch(Object o) { R.tick(); switch (o) {',
      'case null -> R.tick();',
      'case Iterator<?> i when guard(i) -> { Iterator<Object> j = (Iterator<Object>) i;',
      'R.next(@, j);',
      '}',
      'case Iterator<?> i -> { Iterator<Object> j = (Iterator<Object>) i;',
      'R.hasNext(@, j);',
      '}',
      'case SequencedCollection<?> c when guard(c) -> { SequencedCollection<Object> d = (SequencedCollection<Object>) c;',
      pick([
        'R.addLast(@, d, "t");',
        'R.addFirst(@, d, "t");',
        'R.removeLast(@, d);',
        'R.removeFirst(@, d);',
      ]),
      '}',
      'case Collection<?> c -> { Collection<Object> d = (Collection<Object>) c;',
      'R.add(@, d, "t");',
      '}',
      'case Map<?, ?> m -> { Map<Object, Object> n = (Map<Object, Object>) m;',
      'R.put(@, n, "t", "v");',
      '}',
      'case Leaf(var of) -> touch(of);',
      'case Node(Leaf(Collection<?> of), _) when of.size() > 1 -> touch(of);',
      'case Node(_, Object right) -> touch(right);',
      'default -> R.tick(); } }',
    );
  // It is asked by `touch`, which so runs to its end.
  lines('static boolean guard(Object o) { R.tick();');
  asked('o');
  lines('return R.flip(); }');
  method(
    'static Object firstOf(Object... all)',
    'all.length == 0 ? null : all[0]',
    'return all.length == 0 ? null : all[0];',
  );

  lines('record Leaf(Object of) implements Shape { ');
  maybe(0.5, 'Leaf', 'of', '');
  maybe(0.6, 'public Object of()', 'of', 'return of;');
  maybe(0.3, 'public String toString()', 'of', 'return "leaf";');
  lines('}', 'record Node(Shape left, Object right) implements Shape {');
  maybe(0.4, 'Node', 'right', `left = left == null ? ${pick(['new Leaf(right)', 'Way.UP'])} : left;`);
  maybe(0.5, 'public Shape left()', 'left', 'return left;');
  maybe(0.5, 'public Object right()', 'right', 'return right;');
  lines('}', 'record Many(Object... all) implements Shape { }', 'enum Way implements Shape { UP {');
  method('Object go(Object o)', 'o', 'return o;');
  lines('}, DOWN {');
  method('Object go(Object o)', 'o', 'return seen;');
  lines('}; abstract Object go(Object o); }', 'interface Walks {');
  method('private void step(Object o)', 'o', '');
  method('default Object walk(Object o)', 'o', 'step(o); return o;');
  lines(
    'static Walks of(Runnable r) { R.tick(); return new Walks() { public Object walk(Object o) { R.tick(); r.run(); return Walks.super.walk(o); } }; } }',
    'static class Parent { Object of; Parent(Object of) { R.tick(); this.of = of; made(); }',
  );
  method('void made()', 'of', '');
  lines('} static class Child extends Parent { Object own; Child(Object o) { R.tick();');
  effect('o');
  lines('own = o; if (R.flip()) {');
  effect('o');
  lines(`} super(${pick(['o', 'firstOf(o)', 'firstOf("c", o)', 'new Leaf(o).of()'])});`);
  effect('own');
  lines('} Child(Object o, Object... more) { R.tick();');
  effect('o');
  lines('this(more.length == 0 ? o : more[0]); }');
  maybe(0.6, 'void made()', 'own', '');
  lines(
    '}',
    'static void join(Thread t) { try { t.join(); } catch (InterruptedException _) { R.fail(); } }',
    `static void pool(Runnable r) { try (var x = Executors.${pick(['newVirtualThreadPerTaskExecutor()', 'newSingleThreadExecutor()', 'newThreadPerTaskExecutor(Thread.ofVirtual().factory())'])}) { x.${pick(['submit', 'execute'])}(r); } }`,
    'static class Own implements Gatherer<Object, List<Object>, Object> {',
    'public Supplier<List<Object>> initializer() { return () -> { R.tick();',
  );
  effect('sl');
  lines(`return ${pick(['new ArrayList<Object>()', 'new ArrayList<Object>(sl)', 'sl'])}; }; }`);
  lines(
    'public Integrator<List<Object>, Object, Object> integrator() { return Integrator.ofGreedy((s, e, d) -> { R.tick();',
  );
  effect('e');
  if (chance(0.5)) lines('R.add(@, s, e);');
  lines(
    'return d.push(e); }); }',
    'public BiConsumer<List<Object>, Gatherer.Downstream<? super Object>> finisher() { return (s, d) -> { R.tick();',
  );
  effect('s');
  lines('for (Object e : R.each(@, s)) {', 'R.tick(); d.push(e); } }; } }');

  lines(
    'static class Text implements CharSequence { public int length() { return 2; } public CharSequence subSequence(int from, int to) { return this; }',
  );
  method('public char charAt(int n)', 'seen', "return 'c';");
  lines('}');
}

/** Sequenced collections and maps. What these do not declare, they inherit, from the interface where nothing else has it. */
export function writeCollections(writer: TypeWriter): void {
  const { pick, size, lines } = writer;
  const { method, maybe } = methodsOf(writer);
  const constructorOf = (owner: string): string => `${owner}(${size === '' ? '' : 'int made'}) { R.tick(); }`;
  lines(`static class OwnSequence extends ArrayList<Object> { ${constructorOf('OwnSequence')}`);
  maybe(
    0.4,
    'public List<Object> reversed()',
    'this',
    `return ${pick(['super.reversed()', 'this', 'sl.reversed()', 'sl'])};`,
  );
  maybe(0.4, 'public Object get(int n)', 'this', 'return super.get(n);');
  maybe(0.4, 'public void addFirst(Object o)', 'o', 'super.addFirst(o);');
  maybe(0.4, 'public Object removeLast()', 'this', 'return super.removeLast();');
  maybe(0.3, 'public ListIterator<Object> listIterator(int n)', 'this', 'return super.listIterator(n);');
  lines('}', `static class OwnDeque extends ArrayDeque<Object> { ${constructorOf('OwnDeque')}`);
  const walked = pick(['super.descendingIterator()', 'super.iterator()', 'si', 'R.walk(sl)']);
  maybe(0.6, 'public Iterator<Object> descendingIterator()', 'this', `return ${walked};`);
  maybe(0.4, 'public void addFirst(Object o)', 'o', 'super.addFirst(o);');
  maybe(0.4, 'public Object removeLast()', 'this', 'return super.removeLast();');
  lines('}', `static class OwnSet extends LinkedHashSet<Object> { ${constructorOf('OwnSet')}`);
  maybe(0.5, 'public boolean add(Object o)', 'o', 'return super.add(o);');
  maybe(
    0.4,
    'public SequencedSet<Object> reversed()',
    'this',
    `return ${pick(['super.reversed()', 'this'])};`,
  );
  maybe(
    0.4,
    'public Iterator<Object> iterator()',
    'this',
    `return ${pick(['super.iterator()', 'si', 'R.walk(sl)'])};`,
  );
  lines(
    '}',
    `static class OwnBoth extends AbstractCollection<Object> implements SequencedCollection<Object> { ${constructorOf('OwnBoth')} int left = 2;`,
    'public int size() { return left; }',
  );
  method('public boolean add(Object o)', 'o', 'left++; return true;');
  method(
    'public SequencedCollection<Object> reversed()',
    'this',
    `return ${pick(['this', 'sl', 'sl.reversed()'])};`,
  );
  method('public Iterator<Object> iterator()', 'this', `return ${pick(['R.walk(sl)', 'si', 'R.walk(sl)'])};`);
  const order = pick(['LinkedHashMap', 'TreeMap']);
  lines('}', `static class OwnOrder extends ${order}<Object, Object> { ${constructorOf('OwnOrder')}`);
  if (order === 'LinkedHashMap') {
    maybe(0.5, 'protected boolean removeEldestEntry(Map.Entry<Object, Object> e)', 'e', 'return size() > 3;');
    maybe(
      0.5,
      'public SequencedMap<Object, Object> reversed()',
      'this',
      `return ${pick(['super.reversed()', 'this'])};`,
    );
    maybe(0.4, 'public Object putFirst(Object k, Object v)', 'v', 'return super.putFirst(k, v);');
  }
  maybe(
    0.4,
    'public Set<Object> keySet()',
    'this',
    `return ${pick(['super.keySet()', `new OwnSet(${size})`])};`,
  );
  maybe(
    0.4,
    'public Collection<Object> values()',
    'this',
    `return ${pick(['super.values()', 'sl', `new OwnBoth(${size})`])};`,
  );
  lines(
    '}',
    `static class OwnPairs extends AbstractMap<Object, Object> implements SequencedMap<Object, Object> { ${constructorOf('OwnPairs')}`,
    'LinkedHashMap<Object, Object> in = new LinkedHashMap<Object, Object>(Map.of("k0", sl));',
  );
  method('public Set<Map.Entry<Object, Object>> entrySet()', 'this', 'return R.entries(in);');
  method(
    'public SequencedMap<Object, Object> reversed()',
    'this',
    `return ${pick(['this', 'in.reversed()'])};`,
  );
  maybe(0.5, 'public Object put(Object k, Object v)', 'v', 'return null;');
  lines('}');
}
