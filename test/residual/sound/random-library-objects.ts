import { loadProperties } from '../../../src/property/language/load.ts';
import { type Dice, diceOf } from './dice.ts';
import type { IterablesProperty } from './random-iterables.ts';

/** A program that works on objects of the class library, some of them of subclasses of its own. */
export interface ObjectsProgram {
  readonly name: string;
  readonly source: string;
}

const methodCount = 12;
const runsOfMethod = 8;

/** A kind of object: where one comes from, and what can be asked of one. `of`: an expression for another one. */
interface ObjectKind {
  readonly type: string;
  readonly sources: (dice: Dice, of: (kind: KindName) => string) => readonly string[];
  /** Statements. */
  readonly uses: (dice: Dice, it: string, of: (kind: KindName) => string) => readonly string[];
}

type KindName =
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

const kinds: Readonly<Record<KindName, ObjectKind>> = {
  Stream: {
    type: 'Stream<Integer>',
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

const kindNames = Object.keys(kinds) as readonly KindName[];

/** The program with this seed. */
export function objectsProgram(name: string, seed: number): ObjectsProgram {
  const dice = diceOf(seed);
  const methods = Array.from({ length: methodCount }, (_, at) => methodText(at, dice));
  const calls = methods.flatMap(({ kind }, at) =>
    Array.from(
      { length: runsOfMethod },
      () => `reset(); try { m${at}(list(), ${fieldOf(kind)}); } catch (Throwable e) { ends(e); }`,
    ),
  );
  return {
    name,
    source: `import java.io.*;
import java.text.*;
import java.util.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
@SuppressWarnings("unchecked")
public class ${name} {
static int fuel, steps;
${kindNames.map((kind) => `static ${kinds[kind].type} ${fieldOf(kind)};`).join('\n')}
static void reset() { fuel = 30; heldStream = list().stream(); heldReader = new StringReader("held"); heldWriter = new StringWriter();
heldInputStream = new ByteArrayInputStream(new byte[9]); heldOutputStream = new ByteArrayOutputStream();
heldMap = new TreeMap<Integer, Integer>(Map.of(1, 1)); heldList = list(); heldMatcher = Pattern.compile("d").matcher("held"); heldLock = new ReentrantLock(); heldFormat = new SimpleDateFormat(); }
static List<Integer> list() { return new ArrayList<>(List.of(1, 2, 3)); }
static boolean more() { return fuel-- > 0 && (steps++ & 1) == 0; }
static void ends(Throwable e) { System.out.println("${name} " + steps + " " + e.getClass().getSimpleName()); }
${kindNames.map((kind) => `static ${kinds[kind].type} same(${kinds[kind].type} it) { return it; }\nstatic ${kinds[kind].type} hold(${kinds[kind].type} it) { return ${fieldOf(kind)} = it; }`).join('\n')}
${ownClasses(dice)}
${methods.map(({ text }) => text).join('\n')}
static void run() {
// Parallel streams do their work in the thread that asks for it: slices of one thread are compared.
System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "0");
${calls.join('\n')}
System.out.println("${name} " + steps);
}
}
`,
  };
}

function fieldOf(kind: KindName): string {
  return `held${kind}`;
}

/** A method of a list and an object of some kind, with two variables of that kind and one of another. */
function methodText(at: number, dice: Dice): { readonly kind: KindName; readonly text: string } {
  const { below, pick } = dice;
  const kind = pick(['Stream', 'Stream', ...kindNames] as const);
  const other = pick(kindNames);
  const variables: Readonly<Record<string, KindName>> = { p: kind, a: kind, b: kind, c: other };
  const nameOf = (wanted: KindName): string | undefined => {
    const names = Object.keys(variables).filter((one) => variables[one] === wanted);
    return names.length === 0 ? undefined : pick(names);
  };
  const expression = (wanted: KindName, depth = 0): string => {
    const name = nameOf(wanted);
    if (depth > 2 || (depth > 0 && name !== undefined && below(2) === 0))
      return name === undefined || below(6) === 0 ? fieldOf(wanted) : name;
    if (below(12) === 0) return `${pick(['same', 'hold'])}(${expression(wanted, depth + 1)})`;
    return pick(kinds[wanted].sources(dice, (more) => expression(more, depth + 1)));
  };
  const use = (): string => {
    const name = pick(Object.keys(variables));
    return pick(kinds[variables[name]!].uses(dice, name, (wanted) => expression(wanted, 1)));
  };
  let names = 0;
  const fresh = (): string => `t${names++}`;
  const guarded = (text: string): string =>
    below(2) === 0 ? text : `try { ${text} } catch (Exception ${fresh()}) { steps++; }`;
  const assign = (): string => {
    const name = pick(Object.keys(variables));
    return `${name} = ${expression(variables[name]!)};`;
  };
  /** Something that is made of a variable, and both are used. */
  const made = (): string => {
    const [name, one] = [pick(Object.keys(variables)), fresh()];
    const ofName = (wanted: KindName): string => (wanted === variables[name] ? name : expression(wanted, 1));
    const sources = kinds[variables[name]!].sources(dice, ofName).filter((text) => text.includes(name));
    const uses = [one, name].map((it) => guarded(pick(kinds[variables[name]!].uses(dice, it, ofName))));
    return `{ ${kinds[variables[name]!].type} ${one} = ${pick([name, ...sources])};\n${(below(2) === 0 ? uses : uses.reverse()).join('\n')} }`;
  };
  const statement = (depth: number): string => {
    switch (below(depth > 1 ? 9 : 13)) {
      case 4:
      case 5:
        return made();
      case 0:
      case 1:
      case 2:
        return guarded(assign());
      case 3: {
        const name = pick(Object.keys(variables));
        return pick([
          `${fieldOf(variables[name]!)} = ${name};`,
          `{ var kept = ${name}; Supplier<Object> from = () -> kept; steps += from.get() == null ? 1 : 0; }`,
          `a = b;`,
        ]);
      }
      case 9:
        return `if (more()) {\n${block(depth)}\n} else {\n${block(depth)}\n}`;
      case 10:
        return `while (more()) {\n${block(depth)}\n}`;
      case 11:
        if (closing[kind] !== 'close()') return `{\n${block(depth)}\n}`;
        return `try (var ${fresh()} = ${expression(kind, 1)}) {\n${block(depth)}\n}`;
      case 12:
        return `try {\n${block(depth)}\n} catch (IllegalStateException | ClassCastException ${fresh()}) {\n${statement(depth + 1)}\n}`;
      default:
        return guarded(use());
    }
  };
  const block = (depth: number): string =>
    Array.from({ length: 1 + below(2) }, () => statement(depth + 1)).join('\n');
  const first = { a: expression(kind, 0), b: expression(kind, 1), c: expression(other, 1) };
  return {
    kind,
    text: `static void m${at}(List<Integer> l, ${kinds[kind].type} p) throws Exception {
${kinds[kind].type} a = p, b = p;
${kinds[other].type} c = ${fieldOf(other)};
a = ${first.a};
b = ${first.b};
c = ${first.c};
${Array.from({ length: 3 + below(6) }, () => statement(0)).join('\n')}
}`,
  };
}

/** What ends the life of an object, or has it begin anew. */
const closing: Readonly<Record<KindName, string>> = {
  Stream: 'close()',
  Reader: 'close()',
  Writer: 'close()',
  InputStream: 'close()',
  OutputStream: 'close()',
  Map: 'clear()',
  List: 'clear()',
  Matcher: 'reset()',
  Lock: 'unlock()',
  Format: 'setLenient(true)',
};

/** What an object may do with itself. */
const asking: Readonly<Record<KindName, string>> = {
  Stream: 'isParallel()',
  Reader: 'ready()',
  Writer: 'flush()',
  InputStream: 'available()',
  OutputStream: 'flush()',
  Map: 'size()',
  List: 'size()',
  Matcher: 'reset()',
  Lock: 'unlock()',
  Format: 'setLenient(false)',
};

/** Subclasses, whose methods mostly do what they do above them. */
function ownClasses(dice: Dice): string {
  const { below, pick } = dice;
  const effect = (kind: KindName): string =>
    below(2) === 0
      ? ''
      : pick([
          `${fieldOf(kind)} = this;`,
          'steps++;',
          `try { if (more()) ${fieldOf(kind)}.${closing[kind]}; } catch (Exception e) { steps++; }`,
          `try { if (more()) ${closing[kind]}; } catch (Exception e) { steps++; }`,
          `try { if (more()) ${asking[kind]}; } catch (Exception e) { steps++; }`,
          `try { if (more()) ${asking[kind]}; } catch (Exception e) { steps++; }`,
        ]);
  const hasOwn = below(2) === 0;
  const result = pick(['new Own(made)', 'new Own(made)', 'made', 'this']);
  const intermediate = [
    'filter(Predicate<? super Integer> f)',
    'peek(Consumer<? super Integer> f)',
    'sorted(Comparator<? super Integer> f)',
    'limit(long f)',
    'skip(long f)',
  ].map(
    (head) =>
      `public Stream<Integer> ${head} { ${effect('Stream')} Stream<Integer> made = in.${head.split('(')[0]}(f); return ${result}; }`,
  );
  const passing = [
    '<R> Stream<R> map(Function<? super Integer, ? extends R> f)',
    'IntStream mapToInt(ToIntFunction<? super Integer> f)',
    'LongStream mapToLong(ToLongFunction<? super Integer> f)',
    'DoubleStream mapToDouble(ToDoubleFunction<? super Integer> f)',
    '<R> Stream<R> flatMap(Function<? super Integer, ? extends Stream<? extends R>> f)',
    'IntStream flatMapToInt(Function<? super Integer, ? extends IntStream> f)',
    'LongStream flatMapToLong(Function<? super Integer, ? extends LongStream> f)',
    'DoubleStream flatMapToDouble(Function<? super Integer, ? extends DoubleStream> f)',
    'Optional<Integer> min(Comparator<? super Integer> f)',
    'Optional<Integer> max(Comparator<? super Integer> f)',
    'boolean anyMatch(Predicate<? super Integer> f)',
    'boolean allMatch(Predicate<? super Integer> f)',
    'boolean noneMatch(Predicate<? super Integer> f)',
    'Optional<Integer> reduce(BinaryOperator<Integer> f)',
    '<A> A[] toArray(IntFunction<A[]> f)',
    '<R, A> R collect(Collector<? super Integer, A, R> f)',
  ].map((head) => `public ${head} { return in.${/(\w+)\(/.exec(head)![1]}(f); }`);
  const plain = [
    'Stream<Integer> distinct()',
    'Stream<Integer> sorted()',
    'Iterator<Integer> iterator()',
    'Spliterator<Integer> spliterator()',
    'Object[] toArray()',
    'long count()',
    'Optional<Integer> findFirst()',
    'Optional<Integer> findAny()',
    'boolean isParallel()',
  ].map((head) => `public ${head} { ${effect('Stream')} return in.${/(\w+)\(/.exec(head)![1]}(); }`);
  const own = `static class Own implements Stream<Integer> { final Stream<Integer> in; Own(Stream<Integer> in) { this.in = in; }
${[...intermediate, ...passing, ...plain].join('\n')}
public Stream<Integer> sequential() { return this; }
public Stream<Integer> parallel() { ${effect('Stream')} return this; }
public Stream<Integer> unordered() { return this; }
public Stream<Integer> onClose(Runnable f) { in.onClose(f); return this; }
public void close() { ${below(2) === 0 ? 'heldStream = this;' : ''} in.close(); }
public void forEach(Consumer<? super Integer> f) { in.forEach(f); }
public void forEachOrdered(Consumer<? super Integer> f) { in.forEachOrdered(f); }
public Integer reduce(Integer i, BinaryOperator<Integer> f) { return in.reduce(i, f); }
public <U> U reduce(U i, BiFunction<U, ? super Integer, U> f, BinaryOperator<U> c) { return in.reduce(i, f, c); }
public <R> R collect(Supplier<R> s, BiConsumer<R, ? super Integer> a, BiConsumer<R, R> c) { return in.collect(s, a, c); }
}
static Stream<Integer> own(Stream<Integer> in) { return ${pick(['new Own(in)', 'more() ? new Own(in) : in'])}; }`;
  const hasProxy = below(3) === 0;
  const proxy = hasProxy
    ? `static Stream<Integer> proxy(Stream<Integer> in) {
return (Stream<Integer>) java.lang.reflect.Proxy.newProxyInstance(${'Stream.class.getClassLoader()'}, new Class<?>[] { Stream.class }, (it, method, given) -> {
${pick(['', 'heldStream = (Stream<Integer>) it;'])} Object made = method.invoke(in, given); return method.getName().equals("${pick(['sorted', 'filter', 'parallel'])}") ? it : made; }); }`
    : 'static Stream<Integer> proxy(Stream<Integer> in) { return in; }';
  return `${hasOwn ? own : 'static Stream<Integer> own(Stream<Integer> in) { return in; }'}
${proxy}
static class OwnList extends ArrayList<Integer> { Stream<Integer> kept; OwnList(List<Integer> l) { super(l); }
${below(3) === 0 ? 'public Stream<Integer> stream() { return kept != null ? kept : (kept = super.stream()); }' : ''}
${below(4) === 0 ? `public Spliterator<Integer> spliterator() { ${effect('List')} return super.spliterator(); }` : ''}
${below(3) === 0 ? `public Object[] toArray() { ${effect('List')} return super.toArray(); }` : ''}
${below(3) === 0 ? `public Integer get(int k) { ${effect('List')} return super.get(k); }` : ''}
}
static class OwnMap extends ${pick(['HashMap', 'TreeMap', 'LinkedHashMap'])}<Integer, Integer> {
${below(2) === 0 ? `public Integer put(Integer k, Integer v) { ${effect('Map')} return super.put(k, v); }` : ''}
${below(2) === 0 ? `public Integer get(Object k) { ${effect('Map')} return super.get(k); }` : ''}
${below(2) === 0 ? `public Set<Map.Entry<Integer, Integer>> entrySet() { ${effect('Map')} return super.entrySet(); }` : ''}
}
static class OwnLock extends ReentrantLock {
${below(2) === 0 ? `public void lock() { ${effect('Lock')} super.lock(); }` : ''}
${below(2) === 0 ? `public boolean tryLock() { ${effect('Lock')} return super.tryLock(); }` : ''}
}
static class OwnFormat extends SimpleDateFormat {
${below(2) === 0 ? `public StringBuffer format(Date d, StringBuffer to, FieldPosition at) { ${effect('Format')} return super.format(d, to, at); }` : ''}
${below(2) === 0 ? `public Date parse(String text, ParsePosition at) { ${effect('Format')} return super.parse(text, at); }` : ''}
}
static class OwnReader extends ${pick(['BufferedReader', 'FilterReader', 'PushbackReader'])} { OwnReader(Reader in) { super(in); ${effect('Reader')} }
${below(2) === 0 ? `public int read() throws IOException { ${effect('Reader')} return super.read(); }` : ''}
${below(2) === 0 ? `public void close() throws IOException { ${effect('Reader')} super.close(); }` : ''}
}
static class OwnWriter extends ${pick(['BufferedWriter', 'FilterWriter', 'PrintWriter'])} { OwnWriter(Writer out) { super(out); ${effect('Writer')} }
public void write(int c) { ${effect('Writer')} steps++; }
public void write(String text, int from, int length) { ${effect('Writer')} steps++; }
}
static class OwnInput extends ${pick(['BufferedInputStream', 'FilterInputStream', 'PushbackInputStream'])} { OwnInput(InputStream in) { super(in); ${effect('InputStream')} }
${below(2) === 0 ? `public void close() throws IOException { ${effect('InputStream')} super.close(); }` : ''}
${below(2) === 0 ? `public boolean markSupported() { ${effect('InputStream')} return false; }` : ''}
${below(2) === 0 ? `public int read(byte[] to, int from, int length) throws IOException { ${effect('InputStream')} return super.read(to, from, length); }` : ''}
}
static class OwnOutput extends ${pick(['BufferedOutputStream', 'FilterOutputStream', 'PrintStream'])} { OwnOutput(OutputStream out) { super(out); ${effect('OutputStream')} }
public void write(int b) { ${effect('OutputStream')} steps++; }
${below(2) === 0 ? `public void flush() { ${below(2) === 0 ? `${fieldOf('OutputStream')} = this;` : ''} }` : ''}
}`;
}

/** Random properties of one object, each of one kind: what makes one, what uses it, what closes it. */
export function objectsProperties(seed: number, count: number): readonly IterablesProperty[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `Own${at}`;
    const dice = diceOf(seed * 31 + at * 7 + 5);
    const text = propertyText(name, kindNames[at % kindNames.length]!, dice);
    return { property: loadProperties('objects.mop', text, { lookup: isKnown }).properties[0]!, text };
  });
}

const imported = [
  ...['java.lang.Object', 'java.text.Format', 'java.text.DateFormat', 'java.text.SimpleDateFormat'],
  ...['Collection', 'List', 'Map', 'NavigableMap', 'SortedMap'].map((type) => `java.util.${type}`),
  ...['java.util.concurrent.locks.Lock', 'java.util.concurrent.locks.ReadWriteLock'],
  ...['java.util.regex.Matcher', 'java.util.regex.Pattern'],
  ...['java.util.stream.BaseStream', 'java.util.stream.Stream'],
  ...['Reader', 'Writer', 'PrintWriter', 'InputStream', 'OutputStream', 'PrintStream'].map(
    (type) => `java.io.${type}`,
  ),
];

function isKnown(name: string): boolean {
  return imported.includes(name);
}

interface Pointcuts {
  readonly type: string;
  readonly made: string;
  readonly used: string;
  readonly asked: string;
  readonly closed: string;
}

const pointcuts: Readonly<Record<KindName, Pointcuts>> = {
  Stream: {
    type: 'BaseStream',
    made: 'call(* Collection+.stream()) || call(* Stream+.filter(..)) || call(* Stream+.sorted())',
    used: 'call(* Stream+.count()) || call(* Stream+.filter(..)) || call(* Stream+.forEach(..)) || call(* Stream+.map(..))',
    asked: 'call(* BaseStream+.isParallel()) || call(* BaseStream+.onClose(..)) || call(* Stream+.sorted())',
    closed: 'call(* BaseStream+.close())',
  },
  Reader: {
    type: 'Reader',
    made: 'call(Reader+.new(..))',
    used: 'call(* Reader+.read*(..)) || call(* Reader+.skip(..))',
    asked: 'call(* Reader+.ready()) || call(* Reader+.markSupported())',
    closed: 'call(* Reader+.close())',
  },
  Writer: {
    type: 'Writer',
    made: 'call(Writer+.new(..))',
    used: 'call(* Writer+.write(..)) || call(* Writer+.append(..)) || call(* PrintWriter+.print*(..))',
    asked: 'call(* Writer+.flush())',
    closed: 'call(* Writer+.close())',
  },
  InputStream: {
    type: 'InputStream',
    made: 'call(InputStream+.new(..))',
    used: 'call(* InputStream+.read*(..))',
    asked: 'call(* InputStream+.available())',
    closed: 'call(* InputStream+.close())',
  },
  OutputStream: {
    type: 'OutputStream',
    made: 'call(OutputStream+.new(..))',
    used: 'call(* OutputStream+.write*(..)) || call(* PrintStream+.print*(..))',
    asked: 'call(* OutputStream+.flush())',
    closed: 'call(* OutputStream+.close())',
  },
  Map: {
    type: 'Map',
    made: 'call(Map+.new(..)) || call(* NavigableMap+.descendingMap())',
    used: 'call(* Map+.put(..)) || call(* Map+.compute*(..)) || call(* Map+.merge(..))',
    asked:
      'call(* Map+.size()) || call(* Map+.get(..)) || call(* Map+.forEach(..)) || call(* SortedMap+.firstKey())',
    closed: 'call(* Map+.clear())',
  },
  List: {
    type: 'List',
    made: 'call(List+.new(..)) || call(* List+.subList(..))',
    used: 'call(* List+.add(..)) || call(* List+.replaceAll(..)) || call(* Collection+.iterator())',
    asked: 'call(* List+.size()) || call(* List+.get(..)) || call(* Collection+.spliterator())',
    closed: 'call(* List+.clear())',
  },
  Matcher: {
    type: 'Matcher',
    made: 'call(* Pattern.matcher(..))',
    used: 'call(* Matcher.find(..)) || call(* Matcher.group(..))',
    asked: 'call(* Matcher.replaceAll(..)) || call(* Matcher.results()) || call(* Matcher.toMatchResult())',
    closed: 'call(* Matcher.reset(..))',
  },
  Lock: {
    type: 'Lock',
    made: 'call(Lock+.new(..)) || call(* ReadWriteLock+.*Lock())',
    used: 'call(* Lock+.lock())',
    asked: 'call(* Lock+.tryLock(..)) || call(* Lock+.newCondition())',
    closed: 'call(* Lock+.unlock())',
  },
  Format: {
    type: 'DateFormat',
    made: 'call(DateFormat+.new(..))',
    used: 'call(* Format+.format(..)) || call(* DateFormat+.parse(..))',
    asked: 'call(* SimpleDateFormat+.applyPattern(..)) || call(* DateFormat+.setTimeZone(..))',
    closed: 'call(* DateFormat+.setLenient(..))',
  },
};

function propertyText(name: string, kind: KindName, { below, pick }: Dice): string {
  const { type, made, used, asked, closed } = pointcuts[kind];
  const events = [
    `event made after() returning(${type} s) : ${made} {}`,
    `event used ${pick(['before', 'after'])}(${type} s) : (${used}) && target(s) {}`,
    `event asked before(${type} s) : (${asked}) && target(s) {}`,
    `event closed ${pick(['before', 'after'])}(${type} s) : ${closed} && target(s) {}`,
  ];
  const names = ['made', 'used', 'asked', 'closed'];
  const part = (): string => `${pick(names)}${pick(['', '', '*', '+'])}`;
  const others = `(${names.filter(() => below(2) === 0).join(' | ') || 'made'})*`;
  const pattern = `${pick(['made', 'made', '(made | used)*', ''])} ${part()} ${others} ${pick(names)} ${pick(['', part()])} ${pick(['used', 'closed', 'asked'])}`;
  return `import java.io.*;\nimport java.text.*;\nimport java.util.*;\nimport java.util.concurrent.locks.*;\nimport java.util.regex.*;\nimport java.util.stream.*;\n${name}(${type} s) {\n  ${events.join('\n  ')}\n  ere : ${pattern}\n  @match { }\n}\n`;
}
