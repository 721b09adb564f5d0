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

/** The class library asks one whether a sigma ends a word, which it writes in small letters. */
const words = {
  type: 'Object',
  code: `abstract class C extends java.text.BreakIterator { public boolean isBoundary(int i) { ${update} return true; } }`,
};

const bytes = { type: 'String', call: '"text".getBytes(args[0])' };
/** A provider of the program, which META-INF/services names. */
const charsetProvider = (method: string, initialiser: string): string => `import java.nio.charset.*;
import java.util.*;
public class C extends java.nio.charset.spi.CharsetProvider {
  ${initialiser}
  public Iterator<Charset> charsets() { return Collections.emptyIterator(); }
  public Charset charsetForName(String name) { ${method} return null; }
}`;

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
  'an exception, when its stack trace is filled in': {
    type: 'Object',
    call: 'new IllegalStateException()',
    code: `class C extends RuntimeException { public Throwable fillInStackTrace() { ${update} return this; } }`,
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
  'a key of a channel, when its stream is closed': {
    ...stream,
    call: 'one.close()',
    code: `abstract class C extends java.nio.channels.SelectionKey { public void cancel() { ${update} } }`,
  },
  'a selector, when the response of a server is over': {
    ...stream,
    call: 'one.close()',
    code: `abstract class C extends java.nio.channels.Selector {
      public java.nio.channels.Selector wakeup() { ${update} return this; } }`,
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
  'a listener to warnings of a compiler, when a type reads its class': {
    type: 'Object',
    call: 'one.toString()',
    setUp: 'C.set(null)',
    code: `class C { static void set(javax.tools.JavaCompiler c) { c.getTask(null, null, d -> { ${update} }, null, null, null); } }`,
  },
  'what a compiler prints warnings to, when a type reads its class': {
    type: 'Object',
    call: 'one.toString()',
    setUp: 'C.set(null)',
    code: `abstract class C extends java.io.Writer {
      static void set(javax.tools.JavaCompiler c) { c.getTask(null, null, null, null, null, null); }
      public void flush() { ${update} } }`,
  },
  'a provider of charsets': { ...bytes, code: charsetProvider(update, '') },
  'the constructor of a provider of charsets': {
    ...bytes,
    code: charsetProvider('', `public C() { ${update} }`),
  },
  'the initialiser of a provider of charsets': {
    ...bytes,
    code: charsetProvider('', `static { ${update} }`),
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
  'a finder of words, for a letter at the end of one': { ...words, call: '"text".toLowerCase()' },
  'a finder of words, for a regular expression': {
    ...words,
    call: '"text".split(args[0])',
  },
  'the same, for one that is compiled first': {
    ...words,
    call: 'java.util.regex.Pattern.compile(args[0])',
  },
  'the same, for one that is replaced': {
    ...words,
    call: '"text".replaceAll(args[0], "")',
  },
  'a finder of words, for the hash of a secret key': {
    ...words,
    call: 'new HashSet<Object>().add(one)',
  },
  'a file that a compiler writes to': {
    ...stream,
    call: 'one.close()',
    code: `abstract class C implements javax.tools.JavaFileObject { public Kind getKind() { ${update} return null; } }`,
  },
  'the key of a TLS connection': {
    ...stream,
    call: 'one.flush()',
    code: `abstract class C implements java.security.PrivateKey { public String getAlgorithm() { ${update} return ""; } }`,
  },
  'a function that derives the keys of a TLS connection': {
    ...stream,
    release: 25,
    code: `abstract class C extends javax.crypto.KDFSpi { C() throws Exception { super(null); }
      protected byte[] engineDeriveData(java.security.spec.AlgorithmParameterSpec s) { ${update} return null; } }`,
  },
  'what a certificate of a TLS connection has to be': {
    ...stream,
    code: `abstract class C implements java.security.cert.CertSelector {
      public abstract Object clone();
      public boolean match(java.security.cert.Certificate c) { ${update} return true; } }`,
  },
  'a store of keys of a TLS connection': {
    ...stream,
    code: `abstract class C extends java.security.KeyStore.Builder {
      public java.security.KeyStore getKeyStore() { ${update} return null; } }`,
  },
  'who knows the password of such a store': {
    ...stream,
    code: `class C implements javax.security.auth.callback.CallbackHandler {
      public void handle(javax.security.auth.callback.Callback[] c) { ${update} } }`,
  },
  'a selector of proxies, for the list of revoked certificates': {
    ...stream,
    code: `abstract class C extends java.net.ProxySelector {
      public java.util.List<java.net.Proxy> select(java.net.URI u) { ${update} return null; } }`,
  },
  'a store of cookies, for the same': {
    ...stream,
    code: `abstract class C implements java.net.CookieStore {
      public java.util.List<java.net.HttpCookie> get(java.net.URI u) { ${update} return null; } }`,
  },
  'a cache of responses, for the same': {
    ...stream,
    code: `abstract class C extends java.net.ResponseCache {
      public java.net.CacheResponse get(java.net.URI u, String m, java.util.Map<String, java.util.List<String>> h) { ${update} return null; } }`,
  },
  'who knows the password of a server, for the same': {
    ...stream,
    code: `class C extends java.net.Authenticator {
      protected java.net.PasswordAuthentication getPasswordAuthentication() { ${update} return null; } }`,
  },
  'the file system of an archive that grows': {
    ...stream,
    code: `abstract class C extends java.nio.file.spi.FileSystemProvider {
      public java.io.OutputStream newOutputStream(java.nio.file.Path p, java.nio.file.OpenOption... o) { ${update} return null; } }`,
  },
  'what a stream asks for its text': {
    ...stream,
    call: 'one.flush()',
    code: `class C { public String toString() { ${update} return ""; } }`,
  },
  'a manager of errors of a handler of logs': {
    ...stream,
    code: `class C extends java.util.logging.ErrorManager { public void error(String m, Exception e, int c) { ${update} } }`,
  },
  'the stream from which a seed is read': {
    type: 'Random',
    call: 'one.nextInt()',
    code: `class C extends java.io.InputStream { public int read() { ${update} return 1; } }`,
  },
  'a provider of file systems': {
    type: 'java.io.File',
    call: 'one.toPath()',
    code: `abstract class C extends java.nio.file.spi.FileSystemProvider {
      public java.nio.file.FileSystem getFileSystem(java.net.URI u) { ${update} return null; } }`,
  },
  'what makes a provider of charsets in a module': {
    ...bytes,
    code: `class C { public static java.nio.charset.spi.CharsetProvider provider() { ${update} return null; } }`,
  },
  'the initialiser of its class': {
    ...bytes,
    code: `class C { static { ${update} } public static java.nio.charset.spi.CharsetProvider provider() { return null; } }`,
  },
  'the same of a class of which it is not known what it extends': {
    ...bytes,
    code: `class C { public static Gone provider() { ${update} return null; } }
      abstract class Gone extends java.nio.charset.spi.CharsetProvider {}`,
  },
  'native code, for the text of a component': {
    ...text,
    named: true,
    code: `abstract class C extends java.awt.Component { public native String getName(); static void called() { ${update} } }`,
  },
  'the constructor of the default file system': {
    type: 'java.io.File',
    call: 'one.toPath()',
    code: `abstract class C extends java.nio.file.spi.FileSystemProvider {
      C(java.nio.file.spi.FileSystemProvider below) { ${update} } }`,
  },
  'the constructor of a digest of a TLS connection': {
    ...stream,
    code: `abstract class C extends java.security.MessageDigestSpi { C() { ${update} } }`,
  },
  'a value of an annotation that the program implements, for which another one asks': {
    type: 'Object',
    call: 'one.equals(args)',
    code: `class C { static void changed() { ${update} }
      static abstract class One implements Label { public String value() { changed(); return ""; } }
      @interface Label { String value(); } }`,
  },
  'the constructor of a source of random numbers that takes settings': {
    ...stream,
    code: `abstract class C extends java.security.SecureRandomSpi { C(java.security.SecureRandomParameters p) { ${update} } }`,
  },
  'a service of a provider, for a TLS connection': {
    ...stream,
    code: `class C extends java.security.Provider.Service { C() { super(null, "a", "b", "c", null, null); }
      public Object newInstance(Object o) { ${update} return null; } public String toString() { return ""; } }`,
  },
  'the same, for the text of a class that is serialized, which has a digest of its members': {
    type: 'Object',
    call: 'one.toString()',
    code: `class C extends java.security.Provider.Service { C() { super(null, "a", "b", "c", null, null); }
      public Object newInstance(Object o) { ${update} return null; } public String toString() { return ""; } }`,
  },
  'a state of what is accessible, when a set of them is asked for its text': {
    type: 'Object',
    call: 'one.toString()',
    code: `abstract class C extends javax.accessibility.AccessibleState { C() { super("a"); }
      public String toDisplayString() { ${update} return ""; } public String toString() { return ""; } }`,
  },
  'how a debugger is connected, for the text of a connector': {
    type: 'Object',
    call: 'one.toString()',
    code: `abstract class C extends com.sun.jdi.connect.spi.TransportService {
      public String name() { ${update} return ""; } public String toString() { return ""; } }`,
  },
  'a description of a JVM, when another one is compared with it': {
    type: 'Object',
    call: 'new HashSet<Object>().add(one)',
    code: `class C extends com.sun.tools.attach.VirtualMachineDescriptor { C() { super(null, "a"); }
      public String id() { ${update} return ""; } public String toString() { return ""; }
      public boolean equals(Object o) { return o == this; } public int hashCode() { return 1; } }`,
  },
  'what the certificates of a TLS connection are checked with': {
    ...stream,
    code: `class C implements java.security.cert.CertPathParameters { public Object clone() { ${update} return this; } }`,
  },
  'the password of a key of a TLS connection': {
    ...stream,
    code: `class C extends java.security.KeyStore.PasswordProtection { C() { super(null); }
      public char[] getPassword() { ${update} return null; } }`,
  },
  'a factory of handlers of addresses, for the list of revoked certificates': {
    ...stream,
    code: `class C implements java.net.URLStreamHandlerFactory {
      public java.net.URLStreamHandler createURLStreamHandler(String p) { ${update} return null; } }`,
  },
  'the constructor of a finder of loggers': {
    ...stream,
    code: `abstract class C extends System.LoggerFinder { C() { ${update} } }`,
  },
  'a manager of loggers': {
    ...stream,
    code: `class C extends java.util.logging.LogManager { public String getProperty(String n) { ${update} return null; } }`,
  },
  'a logger of the program': {
    ...stream,
    code: `class C extends java.util.logging.Logger { C() { super("a", null); }
      public boolean isLoggable(java.util.logging.Level l) { ${update} return false; } }`,
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
      const pointsIn = (classes: ReadonlyMap<string, Uint8Array>, world: World) => {
        const own = [...classes].filter(([name]) => new RegExp(`^(?:Main|C)${number}(?:\\$|$)`).test(name));
        const { program, points } = javaProgram(new Map(own), [safeIterator]);
        const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
        return points.map(({ className, line, id }) => ({
          place: className === `Main${number}` ? line : className,
          kept: decisions.get(id)!.kept,
        }));
      };
      /** The call itself may be a point, of a new object. */
      const othersIn = (classes: ReadonlyMap<string, Uint8Array>, world: World) =>
        pointsIn(classes, world).filter(({ place }) => place !== 8);
      for (const kind of ['open', 'closed'] as const) {
        const world: World =
          kind === 'open'
            ? { kind }
            : { kind, entries: [`Main${number}#main`], reflection: named === true ? ['**'] : [] };
        const points = othersIn(updating, world);
        expect(
          points.filter(({ kept }) => !kept),
          kind,
        ).toEqual([]);
        expect(points.map(({ place }) => place)).toEqual(expect.arrayContaining([7, 9, `C${number}`]));
      }
      // The call itself keeps nothing.
      expect(othersIn(harmless, { kind: 'open' }).filter(({ kept }) => kept)).toEqual([]);
    },
  );
});

test('an exception that fills in a stack trace of its own runs nothing else', () => {
  const source = `import java.util.*;
class Main {
  static class Bare extends RuntimeException {
    @Override public Throwable fillInStackTrace() { setStackTrace(new StackTraceElement[0]); return super.fillInStackTrace(); }
  }
  static List<String> list;
  static void update() { list.add("x"); }
  static void walk() {
    Iterator<String> i = list.iterator();
    if (list == null) throw new IllegalStateException();
    i.next();
    try { throw new IllegalStateException(); } catch (IllegalStateException e) { i.next(); }
  }
}`;
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [safeIterator]);
  const options = { threads: 'confined', facts: [], world: { kind: 'open' } } as const;
  const decisions = sound(program, safeIterator, points, options);
  const inWalk = points.filter(({ method }) => method === 'walk');
  expect(inWalk).toHaveLength(3);
  expect(inWalk.filter(({ id }) => decisions.get(id)!.kept)).toEqual([]);
});
