import { expect, test } from 'vitest';
import { libraryProperty } from '../../../src/property/library/index.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { compile, javaProgram } from '../sound/java-program.ts';

type Body = readonly [parameters: string, body: string, fate: 'removed' | 'kept'];

/** By method: what becomes of its points. One that stays says that the method is not as good as without monitors. */
const streams: Readonly<Record<string, Body>> = {
  chain: ['List<String> l', 'all = l.stream().filter(s -> s.isEmpty()).map(s -> s + s).toList();', 'removed'],
  numbers: [
    'int[] a',
    'n = Arrays.stream(a).boxed().mapToInt(i -> i).sorted().sum() + IntStream.range(0, 9).map(i -> -i).max().getAsInt();',
    'removed',
  ],
  inLoop: ['List<String> l', 'for (String s : l) n += Stream.of(s, s).peek(t -> n++).count();', 'removed'],
  variable: [
    'Set<String> l',
    'Stream<String> s = l.stream(); s = s.sorted(); n += s.count(); s.close();',
    'removed',
  ],
  oneOfTwo: [
    'List<String> l, boolean b',
    'Stream<String> s = l.parallelStream(); if (b) s = s.limit(2); n += s.count();',
    'removed',
  ],
  lines: [
    'BufferedReader r',
    'n = r.lines().mapToInt(String::length).sum(); n += "a".chars().sum();',
    'removed',
  ],
  sequential: [
    'List<String> l',
    'n += l.stream().parallel().onClose(() -> n++).filter(s -> true).count();',
    'removed',
  ],
  twice: ['List<String> l', 'Stream<String> s = l.stream(); n += s.count(); n += s.count();', 'kept'],
  branches: [
    'List<String> l',
    'Stream<String> s = l.stream(); Stream<String> t = n > 1 ? s : s.sorted(); n += t.count(); n += s.count();',
    'kept',
  ],
  skipped: [
    'List<String> l',
    'Stream<String> s = l.stream(); Stream<String> t = s.skip(n); n += s.count();',
    'kept',
  ],
  sequentialTwice: [
    'List<String> l',
    'Stream<String> s = l.stream(); n += s.sequential().count(); s.count();',
    'kept',
  ],
  held: ['List<String> l', 'field = l.stream().sorted(); n += field.count();', 'kept'],
  given: ['Stream<String> s', 'n += s.count();', 'kept'],
  concatenated: ['Stream<String> s', 'n += Stream.concat(s, Stream.of("a")).count();', 'kept'],
  captured: [
    'List<String> l',
    'Stream<String> s = l.stream(); Runnable r = () -> field = s; r.run(); n += s.count();',
    'kept',
  ],
  own: ['Own l', 'n += l.stream().count();', 'kept'],
  wrapped: ['Own l', 'n += Collections.unmodifiableCollection(l).stream().count();', 'kept'],
};

/** Streams of bytes and characters, and archives: one property by kind. */
const inputOutput: Readonly<Record<string, Body>> = {
  read: [
    'File f',
    'try (BufferedReader r = new BufferedReader(new FileReader(f))) { while (r.readLine() != null) n++; }',
    'removed',
  ],
  written: [
    'File f',
    'PrintWriter w = new PrintWriter(f, "UTF-8"); w.println("a"); w.printf("b").append("c"); w.close();',
    'removed',
  ],
  bytes: [
    'byte[] b',
    'DataInputStream in = new DataInputStream(new ByteArrayInputStream(b)); n = in.readInt(); in.close();',
    'removed',
  ],
  entries: [
    'InputStream i',
    'try (ZipInputStream z = new ZipInputStream(i)) { while (z.getNextEntry() != null) n += z.read(); }',
    'removed',
  ],
  properties: [
    'File f',
    'Properties p = new Properties(); try (InputStream i = new FileInputStream(f)) { p.load(i); }',
    'removed',
  ],
  readLater: [
    'File f',
    'BufferedReader r = new BufferedReader(new FileReader(f)); r.close(); n += r.read();',
    'kept',
  ],
  heldReader: [
    'File f',
    'reader = new BufferedReader(new FileReader(f)); reader.read(); reader.close();',
    'kept',
  ],
  givenReader: ['Reader r', 'n = r.read(); r.close();', 'kept'],
  below: [
    'File f',
    'Reader r = new FileReader(f); LineNumberReader l = new LineNumberReader(r); r.close(); n = l.read();',
    'kept',
  ],
  overridden: ['Reader r', 'Telling t = new Telling(r); n = t.read(); t.close();', 'kept'],
  piped: ['PipedWriter w', 'PipedReader r = new PipedReader(w); n = r.read(); r.close();', 'kept'],
};

const rest = `abstract class Own extends AbstractCollection<String> { Stream<String> kept; public Stream<String> stream() { return kept; } }
class Telling extends BufferedReader {
  static Telling last;
  Telling(Reader r) { super(r); }
  public int read() throws IOException { last = this; return super.read(); }
}`;

test.each([
  ['operations of java.util.stream', streams, ['Stream_UseOnce']],
  [
    'streams of java.io',
    inputOutput,
    ['Reader_ManipulateAfterClose', 'Writer_ManipulateAfterClose', 'InputStream_ManipulateAfterClose'],
  ],
] as const)('%s that a method keeps to itself are followed, others are not', (_, methods, names) => {
  const text = Object.entries(methods).map(
    ([name, [parameters, body]]) => `void ${name}(${parameters}) throws IOException { ${body} }`,
  );
  const classes = compile({
    'Text.java': `import java.io.*; import java.util.*; import java.util.stream.*; import java.util.zip.*;
      class Text { int n; List<String> all; Stream<String> field; Reader reader;\n${text.join('\n')}\n}\n${rest}`,
  });
  const properties = names.map(libraryProperty);
  const { program, points } = javaProgram(classes, properties);
  const found = new Map<string, string>();
  for (const property of properties) {
    const own = points.filter((point) => point.property === property && point.method in methods);
    const decisions = sound(program, property, own, {
      threads: 'confined',
      facts: [],
      world: { kind: 'open' },
    });
    for (const { id, method } of own)
      if (found.get(method) !== 'kept') found.set(method, decisions.get(id)!.kept ? 'kept' : 'removed');
  }
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(methods).map(([name, [, , fate]]) => [name, fate])),
  );
});
