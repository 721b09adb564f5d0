import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { defaultJdk } from '../../support/jdk.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** Ways in which objects of the class library call the program, by one class for each. */
const source = `import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.prefs.*;
import java.util.stream.*;
import java.util.zip.Checksum;
import javax.swing.UIDefaults;
import javax.swing.plaf.FontUIResource;
import javax.swing.plaf.metal.DefaultMetalTheme;
import javax.xml.crypto.dsig.spec.XPathType;
class Main {
  static List<Object> list = new ArrayList<>();
  // A stream on the file's descriptor or channel closes it.
  static class Closed extends RandomAccessFile {
    Closed(File file) throws IOException { super(file, "rw"); }
    public void close() { list.add("c"); } // kept
  }
  static void closes(PrintStream stream) {
    Iterator<Object> i = list.iterator(); // kept
    stream.close();
    i.next(); // kept
  }
  // A channel asks its thread.
  static class Worker extends Thread {
    public boolean isInterrupted() { list.add("i"); return false; } // kept
    public Thread.State getState() { list.add("s"); return super.getState(); } // kept
  }
  static void printed(ForkJoinPool pool) {
    Iterator<Object> i = list.iterator(); // kept
    pool.toString();
    i.next(); // kept
  }
  // Fonts of Swing's tables are those of the theme.
  static class Theme extends DefaultMetalTheme {
    public FontUIResource getControlTextFont() { list.add("f"); return null; } // kept
  }
  static void asked(UIDefaults table) {
    Iterator<Object> i = list.iterator(); // kept
    table.get("Button.font");
    i.next(); // kept
  }
  // Lines of a stream that sums up.
  static class Sum implements Checksum {
    public void update(int one) { list.add("u"); } // kept
    public void update(byte[] some, int from, int count) { list.add("u"); } // kept
    public long getValue() { return 0; }
    public void reset() { }
  }
  static class Lines extends AbstractCollection<String> {
    final Iterator<String> lines;
    Lines(Iterator<String> lines) { this.lines = lines; }
    public Iterator<String> iterator() { return lines; }
    public int size() { return 1; }
  }
  static void added(List<String> to, Lines lines) {
    Iterator<Object> i = list.iterator(); // kept
    to.addAll(lines);
    i.next(); // kept
  }
  // Preferences compare themselves with the root that a factory gives.
  public static class Factory implements PreferencesFactory {
    public Preferences systemRoot() { return null; }
    public Preferences userRoot() { list.add("r"); return null; } // kept
  }
  // Transforms compare their paths.
  static class Path extends XPathType {
    Path() { super("/a", XPathType.Filter.UNION); }
    public String getExpression() { list.add("e"); return "/a"; } // kept
  }
  static void compared(Object one, Object other) {
    Iterator<Object> i = list.iterator(); // kept
    one.equals(other);
    i.next(); // kept
  }
  // The hooks are started by the thread that exits.
  static class Hook extends Thread {
    public void start() { list.add("h"); } // kept
  }
  static void exits() {
    Iterator<Object> i = list.iterator(); // kept
    try { System.exit(0); } finally { i.next(); } // kept
  }
  public static void main(String[] arguments) throws Exception {
    closes(new PrintStream(new FileOutputStream(new Closed(new File("f")).getFD())));
    printed(new ForkJoinPool());
    asked(new UIDefaults());
    added(new ArrayList<>(), new Lines(new BufferedReader(new InputStreamReader(
        new java.util.zip.CheckedInputStream(System.in, new Sum()))).lines().iterator()));
    compared(new Factory(), new Path());
    Runtime.getRuntime().addShutdownHook(new Hook());
    new Worker().start();
    new Theme();
    exits();
  }
}
`;

/** The text of a spliterator that is made late asks for it. */
const lateSource = `import java.util.*;
import java.util.stream.*;
class Late {
  static List<Object> list = new ArrayList<>();
  static void text(Object made) {
    Iterator<Object> i = list.iterator(); // kept
    String.valueOf(made);
    i.next(); // kept
  }
  public static void main(String[] arguments) {
    text(StreamSupport.stream(() -> {
      list.add("m"); // kept
      return new ArrayList<Object>().spliterator();
    }, Spliterator.ORDERED, false).spliterator());
  }
}
`;

/** Types of the compiler and nodes of documents, for their text and equality; what a TLS connection and a security manager ask. */
const providedSource = `import java.io.*;
import java.security.*;
import java.util.*;
import javax.tools.*;
class Main {
  static List<Object> list = new ArrayList<>();
  static class Files extends ForwardingJavaFileManager<JavaFileManager> {
    Files(JavaFileManager manager) { super(manager); }
    public String inferBinaryName(Location location, JavaFileObject file) { list.add("b"); return null; } // kept
  }
  static abstract class Element implements org.w3c.dom.Element {
    public boolean isEqualNode(org.w3c.dom.Node other) { list.add("n"); return true; } // kept
  }
  static void asked(Object type) {
    Iterator<Object> i = list.iterator(); // kept
    type.toString();
    i.next(); // kept
  }
  static abstract class Code extends javax.crypto.MacSpi {
    protected void engineUpdate(byte one) { list.add("u"); } // kept
  }
  static class Loggers extends System.LoggerFinder {
    public System.Logger getLogger(String name, Module module) { list.add("l"); return null; } // kept
  }
  static void printed(PrintStream stream) {
    Iterator<Object> i = list.iterator(); // kept
    stream.print("x");
    i.next(); // kept
  }
  static class Rules extends Policy {
    public boolean implies(ProtectionDomain domain, Permission permission) { list.add("p"); return true; } // kept
  }
  static void reads() {
    Iterator<Object> i = list.iterator(); // kept
    System.getProperty("x");
    i.next(); // kept
  }
  public static void main(String[] arguments) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    new Files(compiler.getStandardFileManager(null, null, null));
    new Loggers();
    new Rules();
    asked(new Object());
    printed(System.out);
    reads();
  }
}
`;

/** What walks resources opens them. */
const resourcesSource = `import java.util.*;
class Main {
  static List<Object> list = new ArrayList<>();
  static class Bytes extends java.io.InputStream {
    public int read() { list.add("d"); return -1; } // kept
  }
  // A scanner reads what a TLS connection, a response or a line of sound has.
  static abstract class Trust implements javax.net.ssl.X509TrustManager {
    public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) { list.add("t"); } // kept
  }
  static class Demand implements java.util.concurrent.Flow.Subscription {
    public void request(long count) { list.add("q"); } // kept
    public void cancel() { }
  }
  static abstract class Sound implements javax.sound.sampled.TargetDataLine {
    public int read(byte[] some, int from, int count) { list.add("s"); return 1; } // kept
  }
  // Streams of numbers and entries ask for the next one, enumerations of names for what is bound to it.
  static class Numbers extends Random {
    protected int next(int bits) { list.add("n"); return 1; } // kept
  }
  static class Lookup extends java.util.jar.JarFile {
    Lookup() throws java.io.IOException { super("x"); }
    public java.util.jar.JarEntry getJarEntry(String name) { list.add("j"); return null; } // kept
  }
  static class Factory implements javax.naming.spi.ObjectFactory {
    public Object getObjectInstance(Object o, javax.naming.Name n, javax.naming.Context c, Hashtable<?, ?> e) {
      list.add("f"); // kept
      return o;
    }
  }
  static class Entries extends AbstractCollection<Object> {
    final Iterator<?> entries;
    Entries(Iterator<?> entries) { this.entries = entries; }
    @SuppressWarnings("unchecked")
    public Iterator<Object> iterator() { return (Iterator<Object>) entries; }
    public int size() { return 1; }
  }
  static void added(List<Object> to, Entries entries) {
    Iterator<Object> i = list.iterator(); // kept
    to.addAll(entries);
    i.next(); // kept
  }
  public static void main(String[] arguments) throws Exception {
    new Bytes();
    new Demand();
    new Numbers();
    new Lookup();
    new Factory();
    added(new ArrayList<>(), new Entries(new java.net.URLClassLoader(new java.net.URL[0]).findResources("x").asIterator()));
  }
}
`;

/** What random numbers of the class library are made with, where another provider has it. */
const drawnSource = (made: string): string => `import java.security.*;
import java.util.*;
import javax.crypto.*;
class Main {
  static List<Object> list = new ArrayList<>();
  ${made}
  static void drawn(Random random) {
    Iterator<Object> i = list.iterator(); // kept
    random.nextInt();
    i.next(); // kept
  }
  public static void main(String[] arguments) throws Exception {
    drawn(SecureRandom.getInstance("DRBG"));
  }
}
`;
const makesNumbers: readonly string[] = [
  `public abstract static class Digest extends MessageDigestSpi {
    public Digest() { }
    protected void engineUpdate(byte[] some, int from, int count) { list.add("d"); } // kept
  }`,
  `public abstract static class Code extends MacSpi {
    public Code() { }
    protected void engineUpdate(byte[] some, int from, int count) { list.add("m"); } // kept
  }`,
  `public abstract static class Secret extends CipherSpi {
    public Secret() { }
    protected byte[] engineDoFinal(byte[] some, int from, int count) { list.add("c"); return some; } // kept
  }`,
  `static class Services extends Provider {
    Services() { super("x", "1", "x"); }
    public Service getService(String type, String name) { list.add("p"); return null; } // kept
  }
  static { new Services(); }`,
];

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

const keptLines = (name: string, text: string, world: World): readonly number[] => {
  const { program, points } = javaProgram(compile({ [`${name}.java`]: text }), [safeIterator]);
  const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
  return points.filter(({ id }) => decisions.get(id)!.kept).map(({ line }) => line!);
};

test.each(worlds)('are foreseen in a world that is $kind', (world) => {
  for (const [name, text, count] of [
    ['Main', source, 21],
    ['Late', lateSource, 3],
    ['Main', providedSource, 11],
    ['Main', resourcesSource, 9],
  ] as const) {
    const expected = lineComments(text, /^kept$/).map(([line]) => line);
    expect(expected).toHaveLength(count);
    expect(keptLines(name, text, world)).toEqual(expect.arrayContaining(expected));
  }
});

test.each(worlds)('also what random numbers are made with, in a world that is $kind', (world) => {
  for (const made of makesNumbers) {
    const source = drawnSource(made);
    const expected = lineComments(source, /^kept$/).map(([line]) => line);
    expect(expected).toHaveLength(3);
    expect(keptLines('Main', source, world)).toEqual(expect.arrayContaining(expected));
  }
});

/** What the class library calls by reflection of its own, which no claim about the program's leaves out. */
const reflectedSource = `import java.util.*;
class Main {
  static List<Object> list = new ArrayList<>();
  static void walk() {
    Iterator<Object> i = list.iterator(); // kept
    list.add("w"); // kept
    i.next(); // kept
  }
  public interface CountMBean { int getCount(); }
  public static class Count implements CountMBean {
    public int getCount() { Iterator<Object> i = list.iterator(); list.add("m"); i.next(); return 1; } // kept
  }
  public interface Reader { int getRead(); }
  public interface NamedMXBean extends Reader { Usage getUsage(); void setLimits(Limits limits); }
  public static class Usage {
    Usage(int most) { }
    public int getMost() { Iterator<Object> i = list.iterator(); list.add("u"); i.next(); return 1; } // kept
    public int least() { Iterator<Object> i = list.iterator(); list.add("l"); i.next(); return 1; }
  }
  public static class Limits {
    @javax.management.ConstructorParameters("most") public Limits(int most) { Iterator<Object> i = list.iterator(); list.add("p"); i.next(); } // kept
    public void use() { Iterator<Object> i = list.iterator(); list.add("s"); i.next(); } // kept
    public static Limits from(javax.management.openmbean.CompositeData data) { Iterator<Object> i = list.iterator(); list.add("f"); i.next(); return null; } // kept
    public static Limits of(javax.management.openmbean.CompositeData data) { Iterator<Object> i = list.iterator(); list.add("o"); i.next(); return null; }
  }
  public static class Named implements NamedMXBean {
    public Usage getUsage() { return new Usage(1); }
    public void setLimits(Limits limits) { limits.use(); }
    public int getRead() { Iterator<Object> i = list.iterator(); list.add("n"); i.next(); return 1; } // kept
  }
  @javax.management.MXBean public interface Marked { int getMarked(); }
  public static class Marker implements Marked {
    public int getMarked() { Iterator<Object> i = list.iterator(); list.add("x"); i.next(); return 1; } // kept
  }
  public interface Given { int getGiven(); }
  public static class Giver implements Given {
    public int getGiven() { Iterator<Object> i = list.iterator(); list.add("g"); i.next(); return 1; } // kept
  }
  public interface Other { int other(); }
  public static class Uncalled implements Other {
    public int other() { Iterator<Object> i = list.iterator(); list.add("o"); i.next(); return 1; }
  }
  public static class Allowed extends java.security.BasicPermission {
    public Allowed(String name) { super(name); list.add("a"); } // kept
  }
  public interface Greeter extends java.rmi.Remote { void greet() throws java.rmi.RemoteException; }
  public static class Server implements Greeter {
    Server(int port) { }
    public void greet() { Iterator<Object> i = list.iterator(); list.add("r"); i.next(); } // kept
    public void stop() { Iterator<Object> i = list.iterator(); list.add("s"); i.next(); }
  }
  public abstract static class Sockets extends javax.net.SocketFactory {
    public static javax.net.SocketFactory getDefault() { Iterator<Object> i = list.iterator(); list.add("d"); i.next(); return null; } // kept
  }
  public static class Nested extends Exception {
    Nested(int depth) { }
    public Throwable getException() { Iterator<Object> i = list.iterator(); list.add("e"); i.next(); return null; } // kept
  }
  public static class Broken extends java.io.IOException {
    Broken(int port) { }
    public Broken(String text) { Iterator<Object> i = list.iterator(); list.add("b"); i.next(); } // kept
  }
  public abstract static class Disk extends java.nio.file.spi.FileSystemProvider {
    Disk(java.nio.file.spi.FileSystemProvider below) { Iterator<Object> i = list.iterator(); list.add("d"); i.next(); } // kept
    public String getScheme() { Iterator<Object> i = list.iterator(); list.add("s"); i.next(); return "file"; } // kept
  }
  public static class Loader extends ClassLoader {
    public Loader(ClassLoader above) { super(above); Iterator<Object> i = list.iterator(); list.add("l"); i.next(); } // kept
    public java.net.URL getResource(String name) { Iterator<Object> i = list.iterator(); list.add("g"); i.next(); return null; } // kept
  }
  public abstract static class Noise extends java.security.SecureRandomSpi {
    public Noise(java.security.SecureRandomParameters settings) { Iterator<Object> i = list.iterator(); list.add("p"); i.next(); } // kept
    protected void engineNextBytes(byte[] some) { Iterator<Object> i = list.iterator(); list.add("n"); i.next(); } // kept
  }
  public abstract static class Stored extends java.security.cert.CertStoreSpi {
    public Stored(java.security.cert.CertStoreParameters settings) throws Exception { super(settings); list.add("t"); } // kept
  }
  public abstract static class Logins extends javax.security.auth.login.ConfigurationSpi {
    public Logins(javax.security.auth.login.Configuration.Parameters settings) { list.add("o"); } // kept
    public Logins(int port) { list.add("o"); }
  }
  public abstract static class Cards extends javax.smartcardio.TerminalFactorySpi {
    public Cards(Object settings) { list.add("c"); } // kept
  }
  @interface Label { String value(); }
  public static class Labelled implements Label {
    Labelled(int number) { }
    public String value() { list.add("v"); return ""; } // kept
    public String other() { list.add("v"); return ""; }
    public Class<? extends java.lang.annotation.Annotation> annotationType() { return Label.class; }
  }
  public static class Granted extends java.security.BasicPermission {
    public Granted(String name, String actions) { super(name); }
    public String getActions() { Iterator<Object> i = list.iterator(); list.add("a"); i.next(); return ""; } // kept
  }
  public static class Failure extends RuntimeException {
    public Failure(String text) { super(text); }
    public Failure(Throwable cause) { super(cause); walk(); }
  }
  public static void main(String[] arguments) throws Exception {
    java.lang.management.ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Count(), new javax.management.ObjectName("a:b=c"));
    new Named();
    new Server(1);
    new Nested(1);
    new Labelled(1);
    new Broken(1);
    new Marker();
    new Uncalled();
    new javax.management.StandardMBean(new Giver(), Given.class);
    System.out.println(new Allowed("x"));
    throw new Failure("f");
  }
}
`;

/** Needs Java 17. */
const newerSource = `import java.util.*;
class Main {
  static List<Object> list = new ArrayList<>();
  public record Range(int from) {
    public Range { Iterator<Object> i = list.iterator(); list.add("r"); i.next(); } // kept
    public int from() { Iterator<Object> i = list.iterator(); list.add("f"); i.next(); return from; } // kept
    public static int of() { Iterator<Object> i = list.iterator(); list.add("o"); i.next(); return 0; }
  }
  public interface RangedMXBean { Range getRange(); void setRange(Range range); }
  public static class Ranged implements RangedMXBean {
    public Range getRange() { return null; }
    public void setRange(Range range) { }
  }
  public static class Dice implements java.util.random.RandomGenerator {
    public Dice(long seed) { Iterator<Object> i = list.iterator(); list.add("l"); i.next(); } // kept
    public Dice(byte[] seed) { Iterator<Object> i = list.iterator(); list.add("b"); i.next(); } // kept
    public Dice(int seed) { Iterator<Object> i = list.iterator(); list.add("i"); i.next(); }
    public long nextLong() { return 1; }
  }
  public static void main(String[] arguments) throws Exception {
    new Ranged();
  }
}
`;

test.runIf(defaultJdk().release >= 17)(
  'records of management are translated, and generators of random numbers made with seeds',
  () => {
    const expected = lineComments(newerSource, /^kept$/).map(([line]) => line);
    const kept = new Set(
      keptLines('Main', newerSource, { kind: 'closed', entries: ['main'], reflection: [] }),
    );
    expect([...kept].sort((one, other) => one - other)).toEqual(expected);
  },
);

test('members that the class library finds by itself are called, whatever reflection reaches', () => {
  const expected = lineComments(reflectedSource, /^kept$/).map(([line]) => line);
  const world: World = { kind: 'closed', entries: ['main'], reflection: [] };
  const kept = new Set(keptLines('Main', reflectedSource, world));
  expect([...kept].sort((one, other) => one - other)).toEqual(expected);
});
