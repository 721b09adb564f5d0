/**
 * Ways of Java 21 to 25 in which code that a line does not name updates a collection: `own` begins the names that it declares; `collection` is a
 * final variable. Lines of the recorded version.
 */
export function updatesOf(program: string, collection: string, own: string): readonly (readonly string[])[] {
  const add = `R.add(@, ${collection}, "u");`;
  const type = `L${own}`;
  const local = (members: string, use: string): readonly string[] => [`${members} ${use}`];
  const list = `new AbstractList<Object>() { public int size() { return 2; } public Object get(int n) { raise(${collection}); return "e"; } }`;
  const walked = [
    'reversed().getFirst();',
    'reversed().forEach(e -> R.tick());',
    'reversed().indexOf("x");',
    'reversed().subList(0, 1).toArray();',
    'getLast();',
    'reversed().stream().toList();',
    'reversed().reversed().getLast();',
    'reversed().equals(List.of("e", "e"));',
  ];
  const sequence = `class ${type} extends AbstractCollection<Object> implements SequencedCollection<Object> { public int size() { return 2; }`;
  const ordered = `new TreeMap<Object, Object>((a, b) -> { if (R.flip()) raise(${collection}); return ((String) a).compareTo((String) b); })`;
  return [
    ['join(Thread.ofVirtual().start(() -> {', add, '}));'],
    ['join(Thread.ofPlatform().start(() -> {', add, '}));'],
    ['pool(() -> {', add, '});'],
    [`ScopedValue.where(SCOPE, ${collection}).run(() -> raise(SCOPE.get()));`],
    [`ScopedValue.where(SCOPE, "s").call(() -> raise(${collection}));`],
    [
      'List.of("a").stream().gather(Gatherer.<Object, Object>ofSequential((_, e, d) -> {',
      add,
      'return d.push(e); })).toList();',
    ],
    [
      'List.of("a").stream().gather(Gatherer.<Object, Object>ofSequential((_, e, d) -> d.push(e), (_, _) -> {',
      add,
      '})).toList();',
    ],
    [
      'List.of("a").stream().gather(Gatherer.<Object, Object, Object>ofSequential(() -> {',
      add,
      'return "s"; }, (_, e, d) -> d.push(e)).andThen(Gatherers.windowSliding(2))).toList();',
    ],
    [
      `List.of("a", "b").stream().gather(Gatherers.<Object, Object>scan(() -> "s", (_, e) -> raise(${collection}) ? e : "f")).toList();`,
    ],
    ['List.<Object>of("a").stream().<Object>mapMulti((e, d) -> {', add, 'd.accept(e); }).toList();'],
    ['List.of("a").stream().takeWhile(e -> {', add, 'return false; }).toList();'],
    [
      `switch ((Shape) new Leaf(${collection})) { case Leaf(Collection<?> c) when raise(c) -> R.tick(); case Shape _ -> R.tick(); }`,
    ],
    [
      `if (new Node(new Leaf("a"), ${collection}) instanceof Node(Leaf(String _), Collection<?> c)) raise(c);`,
    ],
    local(
      `record ${type}(Object o) { public Object o() { raise(o); return o; } }`,
      `if ((Object) new ${type}(${collection}) instanceof ${type}(Object o) && o == sl) R.tick();`,
    ),
    local(`record ${type}(Object o) { ${type} { raise(o); } }`, `new ${type}(${collection});`),
    local(
      `record ${type}(Object o) { public String toString() { raise(o); return "l"; } }`,
      `R.print(1 + " " + new ${type}(${collection}));`,
    ),
    local(
      `record ${type}(Object o) { public int hashCode() { raise(o); return 1; } } record ${type}o(${type} in, int n) { }`,
      `new ${type}o(new ${type}(${collection}), 1).hashCode();`,
    ),
    local(
      `enum ${type} { ONE { void go(Object o) { raise(o); } }, TWO; void go(Object o) { } }`,
      `for (var one : ${type}.values()) one.go(${collection});`,
    ),
    local(
      `interface ${type} { private void step(Object o) { raise(o); } default void go(Object o) { step(o); } static ${type} of() { return new ${type}() { }; } }`,
      `${type}.of().go(${collection});`,
    ),
    local(
      `class ${type} extends Parent { ${type}(Object o) { if (raise(o)) R.tick(); super("p"); } }`,
      `new ${type}(${collection});`,
    ),
    local(
      `class ${type} extends Parent { ${type}(Object o) { R.tick(); super(o); } void made() { raise(of); } }`,
      `new ${type}(${collection});`,
    ),
    local(
      `class ${type} implements CharSequence { public int length() { return 2; } public CharSequence subSequence(int a, int b) { return this; } public char charAt(int n) { raise(${collection}); return 'c'; } }`,
      `try { java.io.Reader.of(new ${type}()).read(); } catch (java.io.IOException _) { R.fail(); }`,
    ),
    local(
      `${sequence} public Iterator<Object> iterator() { raise(${collection}); return R.walk(sl); } public SequencedCollection<Object> reversed() { return this; } }`,
      `new ${type}().getFirst();`,
    ),
    local(
      `${sequence} public Iterator<Object> iterator() { return R.walk(sl); } public SequencedCollection<Object> reversed() { raise(${collection}); return this; } }`,
      `new ${type}().getLast();`,
    ),
    ...walked.map((use) => [`${list}.${use}`]),
    [
      `new LinkedHashMap<Object, Object>() { protected boolean removeEldestEntry(Map.Entry<Object, Object> e) { raise(${collection}); return false; } }.sequencedKeySet();`,
    ],
    local(
      `var ${type} = new LinkedHashMap<Object, Object>() { protected boolean removeEldestEntry(Map.Entry<Object, Object> e) { raise(${collection}); return false; } };`,
      `R.putLast(@, ${type}, "a", "b");`,
    ),
    ...[
      'reversed().containsKey("b")',
      'sequencedKeySet().contains("b")',
      'reversed().sequencedKeySet().contains("b")',
      'headMap("b").size()',
    ].map((use) => [
      `TreeMap<Object, Object> ${type} = ${ordered};`,
      `R.put(@, ${type}, "a", "v");`,
      `${type}.${use};`,
    ]),
    [
      `Object ${own}o = switch (R.pick(2)) { case 0 -> { try { yield ${collection}; } finally {`,
      add,
      `} } default -> raise(${collection}); };`,
    ],
    [`Supplier<Supplier<Object>> ${own}s = () -> () -> raise(${collection}); ${own}s.get().get();`],
    [`((BiFunction<Object, Object, Object>) ${program}::raised).apply("a", ${collection});`],
  ];
}
