import { expect, test } from 'vitest';
import { libraryProperty } from '../../../src/property/library/index.ts';
import { pointsLeft } from './points-left.ts';

type Body = readonly [parameters: string, body: string, left: number];

/** By method: how many of its points are left. */
const streams: Readonly<Record<string, Body>> = {
  chain: ['List<String> l', 'all = l.stream().filter(s -> s.isEmpty()).map(s -> s + s).toList();', 0],
  numbers: [
    'int[] a',
    'n = Arrays.stream(a).boxed().mapToInt(i -> i).sorted().sum() + IntStream.range(0, 9).map(i -> -i).max().getAsInt();',
    0,
  ],
  inLoop: ['List<String> l', 'for (String s : l) n += Stream.of(s, s).peek(t -> n++).count();', 0],
  variable: ['Set<String> l', 'Stream<String> s = l.stream(); s = s.sorted(); n += s.count(); s.close();', 0],
  oneOfTwo: [
    'List<String> l, boolean b',
    'Stream<String> s = l.parallelStream(); if (b) s = s.limit(2); n += s.count();',
    0,
  ],
  lines: ['BufferedReader r', 'n = r.lines().mapToInt(String::length).sum(); n += "a".chars().sum();', 0],
  sequential: [
    'List<String> l',
    'n += l.stream().parallel().onClose(() -> n++).filter(s -> true).count();',
    0,
  ],
  twice: ['List<String> l', 'Stream<String> s = l.stream(); n += s.count(); n += s.count();', 2],
  branches: [
    'List<String> l',
    'Stream<String> s = l.stream(); Stream<String> t = n > 1 ? s : s.sorted(); n += t.count(); n += s.count();',
    3,
  ],
  skipped: [
    'List<String> l',
    'Stream<String> s = l.stream(); Stream<String> t = s.skip(n); n += s.count();',
    2,
  ],
  sequentialTwice: [
    'List<String> l',
    'Stream<String> s = l.stream(); n += s.sequential().count(); s.count();',
    2,
  ],
  held: ['List<String> l', 'field = l.stream().sorted(); n += field.count();', 1],
  given: ['Stream<String> s', 'n += s.count();', 1],
  concatenated: ['Stream<String> s', 'n += Stream.concat(s, Stream.of("a")).count();', 2],
  captured: [
    'List<String> l',
    'Stream<String> s = l.stream(); Runnable r = () -> field = s; r.run(); n += s.count();',
    1,
  ],
  own: ['Own l', 'n += l.stream().count();', 1],
  wrapped: ['Own l', 'n += Collections.unmodifiableCollection(l).stream().count();', 1],
};

/** Streams of bytes and characters, and archives: one property by kind. */
const inputOutput: Readonly<Record<string, Body>> = {
  read: [
    'File f',
    'try (BufferedReader r = new BufferedReader(new FileReader(f))) { while (r.readLine() != null) n++; }',
    0,
  ],
  written: [
    'File f',
    'PrintWriter w = new PrintWriter(f, "UTF-8"); w.println("a"); w.printf("b").append("c"); w.close();',
    0,
  ],
  bytes: [
    'byte[] b',
    'DataInputStream in = new DataInputStream(new ByteArrayInputStream(b)); n = in.readInt(); in.close();',
    0,
  ],
  entries: [
    'InputStream i',
    'try (ZipInputStream z = new ZipInputStream(i)) { while (z.getNextEntry() != null) n += z.read(); }',
    0,
  ],
  properties: [
    'File f',
    'Properties p = new Properties(); try (InputStream i = new FileInputStream(f)) { p.load(i); }',
    0,
  ],
  readLater: [
    'File f',
    'BufferedReader r = new BufferedReader(new FileReader(f)); r.close(); n += r.read();',
    2,
  ],
  heldReader: ['File f', 'reader = new BufferedReader(new FileReader(f)); reader.read(); reader.close();', 2],
  givenReader: ['Reader r', 'n = r.read(); r.close();', 2],
  below: [
    'File f',
    'Reader r = new FileReader(f); LineNumberReader l = new LineNumberReader(r); r.close(); n = l.read();',
    1,
  ],
  overridden: ['Reader r', 'Telling t = new Telling(r); n = t.read(); t.close();', 1],
  returned: [
    'StringWriter s',
    'Writer w = n > 1 ? new BufferedWriter(s) : new PrintWriter(s); Writer v = w.append("a"); v.close(); w.write(1);',
    2,
  ],
  printed: [
    'StringWriter s',
    'PrintWriter w = new PrintWriter(s); PrintWriter v = w.printf("a"); v.close(); w.write(1);',
    2,
  ],
  piped: ['PipedWriter w', 'PipedReader r = new PipedReader(w); n = r.read(); r.close();', 2],
};

const rest = `abstract class Own extends AbstractCollection<String> { Stream<String> kept; public Stream<String> stream() { return kept; } }
class Appending extends BufferedWriter {
  Appending(Writer w) { super(w); }
  public Writer append(CharSequence c) { return new StringWriter(); }
}
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
  const source = `import java.io.*; import java.util.*; import java.util.stream.*; import java.util.zip.*;
    class Text { int n; List<String> all; Stream<String> field; Reader reader;\n${text.join('\n')}\n}\n${rest}`;
  const properties = names.map(libraryProperty);
  expect(pointsLeft({ 'Text.java': source }, properties, Object.keys(methods))).toEqual(
    Object.fromEntries(Object.entries(methods).map(([name, [, , expected]]) => [name, expected])),
  );
});
