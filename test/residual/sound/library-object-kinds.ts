import type { Dice } from './dice.ts';

/** A kind of object: where one comes from, and what can be asked of one. `of`: an expression for another one. */
export interface ObjectKind {
  readonly type: string;
  /** What the field that holds one has in the beginning. */
  readonly held: string;
  /** A call that ends the life of an object, or has it begin anew. */
  readonly closing: string;
  /** One that it may make on itself. */
  readonly asking: string;
  readonly sources: (dice: Dice, of: (kind: KindName) => string) => readonly string[];
  /** Statements. */
  readonly uses: (dice: Dice, it: string, of: (kind: KindName) => string) => readonly string[];
}

export type KindName =
  | 'Stream'
  | 'Reader'
  | 'Writer'
  | 'InputStream'
  | 'OutputStream'
  | 'Map'
  | 'List'
  | 'Matcher'
  | 'Lock'
  | 'Format';

export const kinds: Readonly<Record<KindName, ObjectKind>> = {
  Stream: {
    type: 'Stream<Integer>',
    held: 'list().stream()',
    closing: 'close()',
    asking: 'isParallel()',
    sources: ({ pick }, of) => {
      const another = of('Stream');
      return [
        'l.stream()',
        'l.parallelStream()',
        'Stream.of(1, 2)',
        'Stream.of(l.size())',
        'Arrays.stream(new Integer[] { 3, 4 })',
        'IntStream.range(0, 3).boxed()',
        'Stream.iterate(0, x -> x + 1).limit(2)',
        'Stream.<Integer>builder().add(1).build()',
        'Collections.unmodifiableCollection(l).stream()',
        'StreamSupport.stream(l.spliterator(), false)',
        'new OwnList(l).stream()',
        'own(l.stream())',
        `own(${another})`,
        'proxy(l.stream())',
        `Stream.concat(${another}, ${of('Stream')})`,
        ...[
          'filter(x -> x > 0)',
          'map(x -> x + 1)',
          'sorted()',
          'distinct()',
          'peek(x -> steps++)',
          'limit(2)',
        ].map((operation) => `${another}.${operation}`),
        ...['skip(steps % 2)', 'skip(1)', 'takeWhile(x -> x < 3)', 'dropWhile(x -> x < 3)', 'parallel()'].map(
          (operation) => `${another}.${operation}`,
        ),
        `${another}.sequential()`,
        `${another}.unordered()`,
        `${another}.onClose(() -> steps++)`,
        `${another}.<Integer>mapMulti((x, to) -> to.accept(x))`,
        `${another}.flatMap(x -> ${pick(['l.stream()', 'Stream.of(x)', 'heldStream'])})`,
        `${another}.mapToInt(x -> x).map(x -> x * 2).boxed()`,
      ];
    },
    uses: ({ pick }, it) => [
      `steps += ${it}.count();`,
      `${it}.forEach(x -> ${pick(['steps++', 'l.get(0)', 'heldStream.close()', 'heldStream.count()'])});`,
      `steps += ${it}.collect(Collectors.toList()).size();`,
      `if (${it}.iterator().hasNext()) steps++;`,
      `if (${it}.findFirst().isPresent()) steps++;`,
      `steps += ${it}.toArray().length;`,
      `${it}.close();`,
      `if (${it}.isParallel()) steps++;`,
    ],
  },
  Reader: {
    type: 'Reader',
    held: 'new StringReader("held")',
    closing: 'close()',
    asking: 'ready()',
    sources: (_, of) => [
      'new StringReader("abc")',
      "new CharArrayReader(new char[] { 'a', 'b' })",
      `new BufferedReader(${of('Reader')})`,
      `new LineNumberReader(${of('Reader')})`,
      `new PushbackReader(${of('Reader')})`,
      `new InputStreamReader(${of('InputStream')})`,
      `new OwnReader(${of('Reader')})`,
    ],
    uses: (_, it) => [
      `steps += ${it}.read();`,
      `if (${it}.ready()) steps++;`,
      `${it}.skip(1);`,
      `if (${it}.markSupported()) ${it}.mark(1);`,
      `steps += ((BufferedReader) ${it}).readLine().length();`,
      `${it}.transferTo(new StringWriter());`,
      `${it}.close();`,
    ],
  },
  Writer: {
    type: 'Writer',
    held: 'new StringWriter()',
    closing: 'close()',
    asking: 'flush()',
    sources: (_, of) => [
      'new StringWriter()',
      'new CharArrayWriter()',
      `new BufferedWriter(${of('Writer')})`,
      `new PrintWriter(${of('Writer')})`,
      `new PrintWriter(${of('OutputStream')})`,
      `new OutputStreamWriter(${of('OutputStream')})`,
      `new OwnWriter(${of('Writer')})`,
      `${of('Writer')}.append("a")`,
      `((PrintWriter) (Writer) ${of('Writer')}).printf("a")`,
    ],
    uses: (_, it) => [
      `${it}.write("a");`,
      `${it}.append('b').append("c").flush();`,
      `${it}.flush();`,
      `((PrintWriter) ${it}).println(1);`,
      `((PrintWriter) ${it}).printf("%d", 1).write(2);`,
      `${it}.close();`,
    ],
  },
  InputStream: {
    type: 'InputStream',
    held: 'new ByteArrayInputStream(new byte[9])',
    closing: 'close()',
    asking: 'available()',
    sources: (_, of) => [
      'new ByteArrayInputStream(new byte[] { 1, 2, 3, 4, 5 })',
      `new BufferedInputStream(${of('InputStream')})`,
      `new DataInputStream(${of('InputStream')})`,
      `new PushbackInputStream(${of('InputStream')})`,
      `new SequenceInputStream(${of('InputStream')}, ${of('InputStream')})`,
      `new OwnInput(${of('InputStream')})`,
    ],
    uses: (_, it) => [
      `steps += ${it}.read();`,
      `steps += ${it}.available();`,
      `steps += ((DataInputStream) ${it}).readByte();`,
      `${it}.readAllBytes();`,
      `new Properties().load(${it});`,
      `${it}.close();`,
    ],
  },
  OutputStream: {
    type: 'OutputStream',
    held: 'new ByteArrayOutputStream()',
    closing: 'close()',
    asking: 'flush()',
    sources: (_, of) => [
      'new ByteArrayOutputStream()',
      `new BufferedOutputStream(${of('OutputStream')})`,
      `new DataOutputStream(${of('OutputStream')})`,
      `new PrintStream(${of('OutputStream')})`,
      `((PrintStream) (OutputStream) ${of('OutputStream')}).append("a")`,
      `new OwnOutput(${of('OutputStream')})`,
    ],
    uses: (_, it) => [
      `${it}.write(1);`,
      `${it}.flush();`,
      `((DataOutputStream) ${it}).writeInt(5);`,
      `((PrintStream) ${it}).println("a");`,
      `new Properties().store(${it}, "a");`,
      `${it}.close();`,
    ],
  },
  Map: {
    type: 'Map<Integer, Integer>',
    held: 'new TreeMap<Integer, Integer>(Map.of(1, 1))',
    closing: 'clear()',
    asking: 'size()',
    sources: (_, of) => [
      'new HashMap<Integer, Integer>(Map.of(1, 2))',
      'new TreeMap<Integer, Integer>(Map.of(1, 2, 3, 4))',
      'new LinkedHashMap<Integer, Integer>()',
      'new OwnMap()',
      'new OwnMap()',
      `new TreeMap<Integer, Integer>(${of('Map')})`,
      `Collections.synchronizedMap(${of('Map')})`,
      `new TreeMap<Integer, Integer>(${of('Map')}).headMap(9)`,
      `new TreeMap<Integer, Integer>(${of('Map')}).descendingMap()`,
    ],
    uses: ({ pick }, it) => [
      `${it}.put(steps, 1);`,
      `${it}.computeIfAbsent(7, k -> ${pick(['k', 'heldMap.size()', 'heldMap.merge(1, 2, Integer::sum)'])});`,
      `${it}.computeIfPresent(1, (k, v) -> v + 1);`,
      `${it}.merge(1, 2, Integer::sum);`,
      `${it}.forEach((k, v) -> ${pick(['steps++', 'heldMap.get(k)', 'heldMap.clear()'])});`,
      `${it}.replaceAll((k, v) -> v);`,
      `steps += ((SortedMap<Integer, Integer>) ${it}).firstKey();`,
      `if (((NavigableMap<Integer, Integer>) ${it}).lowerEntry(3) != null) steps++;`,
      `for (Integer k : ${it}.keySet()) { if (more()) ${it}.put(k + 1, k); }`,
      `for (Integer k : ${it}.values()) { if (more()) ${it}.put(k + 1, k); }`,
      `${it}.clear();`,
    ],
  },
  List: {
    type: 'List<Integer>',
    held: 'list()',
    closing: 'clear()',
    asking: 'size()',
    sources: (_, of) => [
      'new ArrayList<Integer>(l)',
      'new LinkedList<Integer>(l)',
      'new OwnList(l)',
      `new ArrayList<Integer>(${of('List')})`,
      `${of('List')}.subList(0, 1)`,
      `Collections.synchronizedList(${of('List')})`,
    ],
    uses: ({ pick }, it) => [
      `${it}.add(1);`,
      `${it}.replaceAll(x -> ${pick(['x', 'heldList.size()'])});`,
      `steps += ${it}.toArray(Integer[]::new).length;`,
      `${it}.spliterator().tryAdvance(x -> steps++);`,
      `${it}.addAll(l);`,
      `${it}.removeIf(x -> x > 7);`,
      `for (Integer k : ${it}) { if (more()) ${it}.add(k); }`,
      `${it}.subList(0, 1).clear();`,
      `${it}.clear();`,
    ],
  },
  Matcher: {
    type: 'Matcher',
    held: 'Pattern.compile("d").matcher("held")',
    closing: 'reset()',
    asking: 'reset()',
    sources: (_, of) => [
      'Pattern.compile("a").matcher("banana")',
      'Pattern.compile("b").matcher("banana")',
      `${of('Matcher')}.reset()`,
      `${of('Matcher')}.region(0, 3)`,
      `${of('Matcher')}.usePattern(Pattern.compile("n"))`,
    ],
    uses: ({ pick }, it) => [
      `if (${it}.find()) steps++;`,
      `steps += ${it}.group().length();`,
      `${it}.reset("ban");`,
      `if (${it}.toMatchResult() == heldMatcher) steps++;`,
      `${it}.replaceAll(m -> ${pick(['"x"', '(heldMatcher = (Matcher) m).group()'])});`,
      `${it}.appendReplacement(new StringBuilder(), "x").appendTail(new StringBuilder());`,
      `steps += ${it}.results().count();`,
    ],
  },
  Lock: {
    type: 'Lock',
    held: 'new ReentrantLock()',
    closing: 'unlock()',
    asking: 'unlock()',
    sources: () => [
      'new ReentrantLock()',
      'new ReentrantReadWriteLock().readLock()',
      'new ReentrantReadWriteLock().writeLock()',
      'new OwnLock()',
    ],
    uses: (_, it) => [
      `${it}.lock();`,
      `${it}.unlock();`,
      `if (${it}.tryLock()) steps++;`,
      `if (${it}.newCondition() == null) steps++;`,
      `${it}.lock(); try { steps++; } finally { ${it}.unlock(); }`,
    ],
  },
  Format: {
    type: 'DateFormat',
    held: 'new SimpleDateFormat()',
    closing: 'setLenient(true)',
    asking: 'setLenient(false)',
    sources: () => ['new SimpleDateFormat("yy")', 'new SimpleDateFormat()', 'new OwnFormat()'],
    uses: (_, it) => [
      `steps += ${it}.format(new Date(0)).length();`,
      `${it}.parse("12");`,
      `${it}.setLenient(true);`,
      `((SimpleDateFormat) ${it}).applyPattern("MM");`,
      `${it}.setTimeZone(TimeZone.getTimeZone("GMT"));`,
    ],
  },
};

export const kindNames = Object.keys(kinds) as readonly KindName[];

/** The static field that holds an object of the kind. */
export function fieldOf(kind: KindName): string {
  return `held${kind}`;
}
