import { describe, expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { defaultJdk } from '../../support/jdk.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** Code of the class library that calls the program where one does not expect it. An iterator is used on either side of the call. */
interface CallBackCase {
  readonly call: string;
  /** What `Main.one` is: the receiver or argument of the call. */
  readonly type: string;
  /** Class C, in which an update runs. */
  readonly code: string;
  /** How the program makes it known. */
  readonly setUp?: string;
  /** Whether the program says so in a string: what `--reflection` is about. */
  readonly named?: boolean;
  /** Needed for the class to compile. */
  readonly release?: number;
}

const stream = { type: 'java.io.PrintStream', call: 'one.println("x")' };
const text = { type: 'Object', call: 'String.format("%s", one)' };
const update = 'Main.list.add("x");';

const cases: Readonly<Record<string, CallBackCase>> = {
  'a trust manager, by the first byte of a TLS connection': {
    ...stream,
    code: `abstract class C implements javax.net.ssl.X509TrustManager {
      public void checkServerTrusted(java.security.cert.X509Certificate[] c, String s) { ${update} } }`,
  },
  'a function that selects the protocol of a TLS connection': {
    ...stream,
    setUp: 'C.set(null)',
    code: `class C { static void set(javax.net.ssl.SSLEngine e) { e.setHandshakeApplicationProtocolSelector((a, b) -> { ${update} return ""; }); } }`,
  },
  'an inflater': {
    ...stream,
    code: `class C extends java.util.zip.Inflater { public boolean needsInput() { ${update} return true; } }`,
  },
  'a socket, when its stream is closed': {
    ...stream,
    call: 'one.close()',
    code: `class C extends java.net.Socket { public void close() { ${update} } }`,
  },
  'a thread, when printing was interrupted': {
    ...stream,
    code: `class C extends Thread { public void interrupt() { ${update} } }`,
  },
  'a future of an asynchronous channel': {
    ...stream,
    code: `abstract class C implements java.util.concurrent.Future<Integer> { public Integer get() { ${update} return 1; } }`,
  },
  'a handler of logs': {
    ...stream,
    code: `abstract class C extends java.util.logging.Handler { public void publish(java.util.logging.LogRecord r) { ${update} } }`,
  },
  'a provider of time zones': {
    ...text,
    code: `abstract class C extends java.time.zone.ZoneRulesProvider {
      protected java.time.zone.ZoneRules provideRules(String z, boolean c) { ${update} return null; } }`,
  },
  'a provider of symbols of a language': {
    ...text,
    code: `abstract class C extends java.text.spi.DecimalFormatSymbolsProvider {
      public java.text.DecimalFormatSymbols getInstance(java.util.Locale l) { ${update} return null; } }`,
  },
  'a provider of names of time zones, when a date is asked for its text': {
    type: 'Object',
    call: 'one.toString()',
    code: `abstract class C extends java.util.spi.TimeZoneNameProvider {
      public String getDisplayName(String i, boolean d, int s, java.util.Locale l) { ${update} return null; } }`,
  },
  'a resolver of addresses, when a URL is asked for its hash': {
    type: 'Object',
    call: 'new HashSet<Object>().add(one)',
    release: 18,
    code: `abstract class C implements java.net.spi.InetAddressResolver {
      public String lookupByAddress(byte[] b) { ${update} return null; } }`,
  },
  'what a table of Swing makes by name': {
    type: 'Map<Object, Object>',
    call: 'one.get("k")',
    setUp: 'C.put()',
    named: true,
    code: `class C { static void put() { Main.one.put("k", new javax.swing.UIDefaults.ProxyLazyValue("C", "make")); }
      public static Object make() { ${update} return ""; } }`,
  },
  'the constructor of a bundle that a table of Swing reads': {
    type: 'Map<Object, Object>',
    call: 'one.get("k")',
    code: `abstract class C extends java.util.ListResourceBundle { C() { ${update} } }`,
  },
  'a type of open data': {
    type: 'Map<Object, Object>',
    call: 'one.get("k")',
    code: `abstract class C extends javax.management.openmbean.OpenType<String> {
      C() throws Exception { super("java.lang.String", "b", "c"); } public boolean isValue(Object o) { ${update} return true; }
      public boolean equals(Object o) { return o == this; } public int hashCode() { return 1; } public String toString() { return ""; } }`,
  },
  'a factory of threads, for a product': {
    type: 'java.math.BigInteger',
    call: 'one.parallelMultiply(one)',
    release: 19,
    code: `class C implements java.util.concurrent.ForkJoinPool.ForkJoinWorkerThreadFactory {
      public java.util.concurrent.ForkJoinWorkerThread newThread(java.util.concurrent.ForkJoinPool p) { ${update} return null; } }`,
  },
  'the default file system': {
    type: 'java.io.File',
    call: 'one.toPath()',
    code: `abstract class C extends java.nio.file.FileSystem {
      public java.nio.file.Path getPath(String f, String... m) { ${update} return null; } }`,
  },
  'the constructor of a source of random numbers, for the name of a file': {
    type: 'Object',
    call: 'java.io.File.createTempFile("abc", "x")',
    code: `abstract class C extends java.security.SecureRandomSpi { C() { ${update} } }`,
  },
};

const runnable = Object.entries(cases).filter(([, { release }]) => (release ?? 0) <= defaultJdk().release);

/** Classes of all programs, each with a number in its names, so that the compiler runs once. */
function compileAll(body: string): ReadonlyMap<string, Uint8Array> {
  const sources: Record<string, string> = {};
  runnable.forEach(([, { call, type, code, setUp }], number) => {
    const numbered = (text: string): string => text.replace(/\b(?:Main|C)\b/g, (name) => `${name}${number}`);
    sources[`Main${number}.java`] = numbered(`import java.util.*;
class Main {
  static List<String> list = new ArrayList<>();
  static ${type} one;
  public static void main(String[] args) throws Exception {
    ${setUp ?? ''};
    Iterator<String> i = list.iterator();
    ${call};
    i.next();
  }
}`);
    sources[`C${number}.java`] = numbered(code.replaceAll(update, body));
  });
  return compile(sources);
}

const updating = compileAll(update);
const harmless = compileAll('');

describe('an update in what the class library calls', () => {
  test.each(runnable.map(([what, { named }], number) => ({ what, number, named })))(
    '$what',
    ({ number, named }) => {
      const keptOf = (classes: ReadonlyMap<string, Uint8Array>, world: World): readonly number[] => {
        const own = [...classes].filter(([name]) => new RegExp(`^(?:Main|C)${number}(?:\\$|$)`).test(name));
        const { program, points } = javaProgram(new Map(own), [safeIterator]);
        const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
        return points
          .filter(
            ({ className, line, id }) =>
              className === `Main${number}` && line !== 8 && decisions.get(id)!.kept,
          )
          .map(({ line }) => line ?? 0);
      };
      for (const kind of ['open', 'closed'] as const) {
        const world: World =
          kind === 'open'
            ? { kind }
            : { kind, entries: [`Main${number}#main`], reflection: named === true ? ['**'] : [] };
        expect(keptOf(updating, world), kind).toEqual([7, 9]);
      }
      // The call itself keeps nothing.
      expect(keptOf(harmless, { kind: 'open' })).toEqual([]);
    },
  );
});
