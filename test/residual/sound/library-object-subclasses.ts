import type { Dice } from './dice.ts';
import { fieldOf, type KindName, kinds } from './library-object-kinds.ts';

/** Subclasses, whose methods mostly do what they do above them. */
export function ownClasses(dice: Dice): string {
  const { below, pick } = dice;
  const effect = (kind: KindName): string =>
    below(2) === 0
      ? ''
      : pick([
          `${fieldOf(kind)} = this;`,
          'steps++;',
          `try { if (more()) ${fieldOf(kind)}.${kinds[kind].closing}; } catch (Exception e) { steps++; }`,
          `try { if (more()) ${kinds[kind].closing}; } catch (Exception e) { steps++; }`,
          `try { if (more()) ${kinds[kind].asking}; } catch (Exception e) { steps++; }`,
          `try { if (more()) ${kinds[kind].asking}; } catch (Exception e) { steps++; }`,
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
