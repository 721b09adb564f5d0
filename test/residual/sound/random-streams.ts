import { loadProperties } from '../../../src/property/language/load.ts';
import { type Dice, diceOf } from './dice.ts';
import type { IterablesProperty } from './random-iterables.ts';

/** A program that operates on streams of java.util.stream and of java.io, some of them its own. */
export interface StreamsProgram {
  readonly name: string;
  readonly source: string;
}

const methodCount = 12;
const runsOfMethod = 8;

/** A kind of stream: where one comes from, and what can be asked of one. `of`: an expression for another one. */
interface StreamKind {
  readonly type: string;
  readonly sources: (dice: Dice, of: (kind: KindName) => string) => readonly string[];
  /** Statements. */
  readonly uses: (dice: Dice, it: string, of: (kind: KindName) => string) => readonly string[];
}

type KindName = 'Stream' | 'Reader' | 'Writer' | 'InputStream' | 'OutputStream';

const kinds: Readonly<Record<KindName, StreamKind>> = {
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
      `new StringWriter().append("a")`,
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
      `new PrintStream(${of('OutputStream')}).append("a")`,
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
};

const kindNames = Object.keys(kinds) as readonly KindName[];

/** The program with this seed. */
export function streamsProgram(name: string, seed: number): StreamsProgram {
  const dice = diceOf(seed);
  const methods = Array.from({ length: methodCount }, (_, at) => methodText(at, dice));
  const calls = methods.flatMap(({ kind }, at) =>
    Array.from(
      { length: runsOfMethod },
      () => `reset(); try { m${at}(list(), ${fieldOf(kind)}); } catch (Exception e) { ends(e); }`,
    ),
  );
  return {
    name,
    source: `import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
@SuppressWarnings("unchecked")
public class ${name} {
static int fuel, steps;
${kindNames.map((kind) => `static ${kinds[kind].type} ${fieldOf(kind)};`).join('\n')}
static void reset() { fuel = 30; heldStream = list().stream(); heldReader = new StringReader("held"); heldWriter = new StringWriter();
heldInputStream = new ByteArrayInputStream(new byte[9]); heldOutputStream = new ByteArrayOutputStream(); }
static List<Integer> list() { return new ArrayList<>(List.of(1, 2, 3)); }
static boolean more() { return fuel-- > 0 && (steps++ & 1) == 0; }
static void ends(Exception e) { System.out.println("${name} " + steps + " " + e.getClass().getSimpleName()); }
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

/** A method of a list and a stream, with two variables of that kind and one of another. */
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
  const statement = (depth: number): string => {
    switch (below(depth > 1 ? 8 : 12)) {
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
      case 8:
        return `if (more()) {\n${block(depth)}\n} else {\n${block(depth)}\n}`;
      case 9:
        return `while (more()) {\n${block(depth)}\n}`;
      case 10:
        return `try (var ${fresh()} = ${expression(kind, 1)}) {\n${block(depth)}\n}`;
      case 11:
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

/** Subclasses of streams, whose methods mostly do what they do above them. */
function ownClasses(dice: Dice): string {
  const { below, pick } = dice;
  const effect = (kind: KindName): string =>
    below(2) === 0
      ? ''
      : pick([
          `${fieldOf(kind)} = this;`,
          'steps++;',
          `try { if (more()) ${fieldOf(kind)}.close(); } catch (Exception e) { steps++; }`,
          'try { if (more()) close(); } catch (Exception e) { steps++; }',
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
${below(4) === 0 ? 'public Spliterator<Integer> spliterator() { steps++; return super.spliterator(); }' : ''}
}
static class OwnReader extends ${pick(['BufferedReader', 'FilterReader', 'PushbackReader'])} { OwnReader(Reader in) { super(in); ${effect('Reader')} }
${below(2) === 0 ? `public int read() throws IOException { ${effect('Reader')} return super.read(); }` : ''}
${below(2) === 0 ? `public void close() throws IOException { ${effect('Reader')} super.close(); }` : ''}
}
static class OwnWriter extends ${pick(['BufferedWriter', 'FilterWriter', 'PrintWriter'])} { OwnWriter(Writer out) { super(out); ${effect('Writer')} }
public void write(int c) { steps++; }
public void write(String text, int from, int length) { ${below(2) === 0 ? `${fieldOf('Writer')} = this;` : ''} steps++; }
}
static class OwnInput extends ${pick(['BufferedInputStream', 'FilterInputStream', 'DataInputStream'])} { OwnInput(InputStream in) { super(in); ${effect('InputStream')} }
${below(2) === 0 ? `public void close() throws IOException { ${effect('InputStream')} super.close(); }` : ''}
${below(2) === 0 ? `public boolean markSupported() { ${below(2) === 0 ? 'heldInputStream = this;' : ''} return false; }` : ''}
}
static class OwnOutput extends ${pick(['BufferedOutputStream', 'FilterOutputStream', 'PrintStream'])} { OwnOutput(OutputStream out) { super(out); ${effect('OutputStream')} }
public void write(int b) { ${below(2) === 0 ? `${fieldOf('OutputStream')} = this;` : ''} steps++; }
${below(2) === 0 ? `public void flush() { ${below(2) === 0 ? `${fieldOf('OutputStream')} = this;` : ''} }` : ''}
}`;
}

/** Random properties of one object, each of one kind of stream: what makes one, what uses it, what closes it. */
export function streamsProperties(seed: number, count: number): readonly IterablesProperty[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `Own${at}`;
    const dice = diceOf(seed * 31 + at * 7 + 5);
    const text = propertyText(name, kindNames[at % kindNames.length]!, dice);
    return { property: loadProperties('streams.mop', text, { lookup: isKnown }).properties[0]!, text };
  });
}

function isKnown(name: string): boolean {
  return /^java\.(?:lang\.Object|util\.Collection|util\.stream\.(?:Base)?Stream|io\.(?:Print|Input|Output)?(?:Reader|Writer|Stream))$/.test(
    name,
  );
}

function propertyText(name: string, kind: KindName, { below, pick }: Dice): string {
  const type = kind === 'Stream' ? 'BaseStream' : kind;
  const made =
    kind === 'Stream'
      ? `event made after() returning(${type} s) : call(* Collection+.stream()) || call(* Stream+.filter(..)) || call(* Stream+.sorted()) {}`
      : `event made after() returning(${type} s) : call(${type}+.new(..)) {}`;
  const used = {
    Stream:
      'call(* Stream+.count()) || call(* Stream+.filter(..)) || call(* Stream+.forEach(..)) || call(* Stream+.map(..))',
    Reader: 'call(* Reader+.read*(..)) || call(* Reader+.skip(..))',
    Writer: 'call(* Writer+.write(..)) || call(* Writer+.append(..)) || call(* PrintWriter+.print*(..))',
    InputStream: 'call(* InputStream+.read*(..)) || call(* InputStream+.available())',
    OutputStream: 'call(* OutputStream+.write*(..)) || call(* PrintStream+.print*(..))',
  }[kind];
  const asked = {
    Stream: 'call(* BaseStream+.isParallel()) || call(* BaseStream+.onClose(..)) || call(* Stream+.sorted())',
    Reader: 'call(* Reader+.ready()) || call(* Reader+.markSupported())',
    Writer: 'call(* Writer+.flush())',
    InputStream: 'call(* InputStream+.available())',
    OutputStream: 'call(* OutputStream+.flush())',
  }[kind];
  const events = [
    made,
    `event used ${pick(['before', 'after'])}(${type} s) : (${used}) && target(s) {}`,
    `event asked before(${type} s) : (${asked}) && target(s) {}`,
    `event closed ${pick(['before', 'after'])}(${type} s) : call(* ${type}+.close()) && target(s) {}`,
  ];
  const names = ['made', 'used', 'asked', 'closed'];
  const part = (): string => `${pick(names)}${pick(['', '', '*', '+'])}`;
  const others = `(${names.filter(() => below(2) === 0).join(' | ') || 'made'})*`;
  const pattern = `${pick(['made', 'made', '(made | used)*', ''])} ${part()} ${others} ${pick(names)} ${pick(['', part()])} ${pick(['used', 'closed', 'asked'])}`;
  return `import java.io.*;\nimport java.util.*;\nimport java.util.stream.*;\n${name}(${type} s) {\n  ${events.join('\n  ')}\n  ere : ${pattern}\n  @match { }\n}\n`;
}
