import { askedByTables } from './asked-by-tables.ts';
import { type FactsFile, readFactsFile } from './facts-file.ts';
import { listed } from './named-calls.ts';
import { quietConstructors } from './quiet-constructors.ts';
import { quietProviders } from './quiet-providers.ts';

/**
 * What common code of the class library may call back: facts that only say what runs, for the effects of
 * calls. They claim less than java-class-library.ts (nothing about results, and little about who keeps an
 * argument), so they can be broad. A method that may be overridden by the application is looked at where it
 * is called; these lines are about the class library's own code. Not considered: agents.
 */
const exceptions = [
  ...'Throwable Exception RuntimeException Error IllegalArgumentException IllegalStateException NullPointerException IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException UnsupportedOperationException ClassCastException NumberFormatException ArithmeticException CloneNotSupportedException InterruptedException SecurityException AssertionError NoSuchMethodException NoSuchFieldException ClassNotFoundException InstantiationException IllegalAccessException InternalError'
    .split(' ')
    .map((name) => `java.lang.${name}`),
  ...'NoSuchElementException ConcurrentModificationException EmptyStackException MissingResourceException'
    .split(' ')
    .map((name) => `java.util.${name}`),
  ...'IOException FileNotFoundException EOFException UnsupportedEncodingException'
    .split(' ')
    .map((name) => `java.io.${name}`),
];

const atomicNumbers = [
  ['AtomicInteger', 'int'],
  ['AtomicLong', 'long'],
].flatMap(([owner, type]) => [
  `${owner}.get()`,
  `${owner}.set(${type})`,
  `${owner}.getAndSet(${type})`,
  `${owner}.compareAndSet(${type}, ${type})`,
  `${owner}.incrementAndGet()`,
  `${owner}.getAndIncrement()`,
  `${owner}.decrementAndGet()`,
  `${owner}.getAndDecrement()`,
  `${owner}.addAndGet(${type})`,
  `${owner}.getAndAdd(${type})`,
]);

/** All but parallelMultiply: of several facts about one call, that with the shortest list counts. */
const bigIntegerMethods = [...[...'abcdefghijklmnoqrstuvwxyz'].map((letter) => `${letter}*`), 'po*', 'pr*'];

/**
 * What gives secure random numbers: a provider; and those of the class library take digests, codes and ciphers
 * from whichever provider has them, and read a seed from an address.
 */
const seeds = listed([
  'java.io.InputStream',
  'java.net.URLConnection',
  'java.net.URLStreamHandler',
  'java.security.MessageDigestSpi',
  'java.security.Provider',
  'java.security.Provider$Service',
  'java.security.SecureRandomSpi',
  'javax.crypto.CipherSpi',
  'javax.crypto.MacSpi',
]);

const text = `version: 1
implementations: class library

facts:
  - calls:
${listed(exceptions.flatMap((name) => ['', 'String', 'int', 'char'].map((type) => `${name}.new(${type})`)))}
    does-not-retain: receiver
    calls-back: ['java.lang.Throwable#fillInStackTrace']
    because: sets fields and fills in the stack trace
  - calls:
${listed(exceptions.map((name) => `${name}.new(..)`))}
    does-not-retain: receiver
    calls-back: [java.lang.Throwable, java.lang.Object#toString]
    because: fills in the stack trace, and may ask the cause or the detail for its text
  - calls:
      - java.util.AbstractCollection.new()
      - java.util.AbstractList.new()
      - java.util.AbstractSequentialList.new()
      - java.util.AbstractSet.new()
      - java.util.AbstractQueue.new()
      - java.util.AbstractMap.new()
    does-not-retain: receiver
    calls-back: never
    because: empty constructors
  - calls:
${listed([...quietProviders, 'java.util.ListResourceBundle'].map((name) => `${name}.new(..)`))}
    does-not-retain: receiver
    calls-back: [java.lang.SecurityManager]
    because: empty constructors, of which some ask for permission first
  - calls:
      - java.lang.Throwable.getMessage()
      - java.lang.Throwable.getLocalizedMessage()
      - java.lang.Throwable.getCause()
      - java.lang.Throwable.initCause(Throwable)
      - java.lang.Throwable.addSuppressed(Throwable)
      - java.lang.Throwable.getStackTrace()
    calls-back: [java.lang.Throwable, java.lang.Object#toString]
    because: reads or sets fields
  - calls:
      - java.lang.Throwable.fillInStackTrace()
      - java.lang.Throwable.setStackTrace(java.lang.StackTraceElement[])
    calls-back: never
    because: the JVM fills in the stack trace; an array of objects of a final class is copied
  - calls: [java.lang.Object.equals(Object), java.lang.Object.hashCode(), java.lang.Object.toString()]
    calls-back:
      - java.lang.Object#equals
      - java.lang.Object#hashCode
      - java.lang.Object#toString
      - java.lang.CharSequence
      - java.lang.Comparable
      - java.util.Comparator
      - java.util.Collection
      - java.util.Map
      - java.util.Map$Entry
      - java.util.Iterator
      - java.util.Enumeration
      - java.lang.Throwable
      - java.lang.Number
      - java.net.URLStreamHandler
    because: values and collections ask their parts for the same
  - calls: ["java.lang.Object.clone()", "java.lang.Object.notify()", "java.lang.Object.notifyAll()", "java.lang.Object.wait(..)"]
    calls-back: never
    because: implemented by the JVM
  - calls:
      - java.lang.Boolean.*(..)
      - java.lang.Boolean.new(..)
      - java.lang.Byte.*(..)
      - java.lang.Byte.new(..)
      - java.lang.Short.*(..)
      - java.lang.Short.new(..)
      - java.lang.Character.*(..)
      - java.lang.Character.new(..)
      - java.lang.Integer.*(..)
      - java.lang.Integer.new(..)
      - java.lang.Long.*(..)
      - java.lang.Long.new(..)
      - java.lang.Float.*(..)
      - java.lang.Float.new(..)
      - java.lang.Double.*(..)
      - java.lang.Double.new(..)
    calls-back: [java.lang.CharSequence, java.lang.SecurityManager, java.util.Properties]
    because: final classes over primitive values; some parse a character sequence or read a system property
  - calls:
${listed(bigIntegerMethods.map((method) => `java.math.BigInteger.${method}(..)`))}
      - java.math.BigInteger.new(..)
      - java.math.BigDecimal.*(..)
      - java.math.BigDecimal.new(..)
    calls-back:
      - java.lang.Number
      - java.util.Random
      - java.util.random.RandomGenerator
${seeds}
    because: arithmetic, on random numbers as well
  - calls: java.math.BigInteger.parallelMultiply(..)
    calls-back:
      - java.lang.Runnable
      - java.util.concurrent.Callable
      - java.util.concurrent.ForkJoinPool$ForkJoinWorkerThreadFactory
      - java.util.concurrent.ForkJoinTask
      - java.util.concurrent.ForkJoinWorkerThread
    because: makes threads of the common pool, and in one of these runs other tasks while it waits
  - calls: [java.lang.String.*(..), java.lang.String.new(..)]
    calls-back:
      - java.lang.CharSequence
      - java.lang.Object#toString
      - java.lang.Object#hashCode
      - java.lang.Iterable
      - java.lang.Number
      - java.util.Iterator
      - java.util.Calendar
      - java.util.Date
      - java.util.TimeZone
      - java.util.Formattable
      - java.util.function.Function
      - java.time.temporal.TemporalAccessor
      - java.nio.charset.Charset
      - java.nio.charset.CharsetEncoder
      - java.nio.charset.CharsetDecoder
      - java.nio.charset.spi.CharsetProvider
      - java.time.zone.ZoneRulesProvider
      - java.util.spi.LocaleServiceProvider
    because: >-
      works on characters; format, join and contains ask their arguments for text, hash and what dates are made of; the name of a
      charset, the rules of a time zone and the words of a language are looked up among those of providers
  - calls:
      - java.lang.StringBuilder.*(..)
      - java.lang.StringBuilder.new(..)
      - java.lang.StringBuffer.*(..)
      - java.lang.StringBuffer.new(..)
    calls-back: [java.lang.CharSequence, java.lang.Object#toString]
    because: works on characters, and asks arguments for their text
  - calls: [java.util.StringTokenizer.*(..), java.util.StringTokenizer.new(..), java.util.BitSet.*(..)]
    calls-back: [java.util.StringTokenizer, java.util.BitSet]
    because: works on characters and bits of its own
  - calls: [java.util.regex.Pattern.*(..), java.util.regex.Matcher.*(..)]
    calls-back:
      - java.lang.CharSequence
      - java.lang.Appendable
      - java.text.BreakIterator
      - java.util.function.Function
      - java.util.spi.LocaleServiceProvider
    because: reads the characters given, and writes names of properties in small letters (a sigma by words)
  - calls: [java.util.Random.*(..), java.util.Random.new(..)]
    calls-back:
      - java.util.Random
      - java.util.random.RandomGenerator
${seeds}
    because: arithmetic on next(int), or on what a provider gives
  - calls:
      - java.util.Arrays.asList(Object[])
      - java.util.Arrays.fill(..)
      - java.util.Arrays.copyOf(..)
      - java.util.Arrays.copyOfRange(..)
      - java.util.Arrays.equals(..)
      - java.util.Arrays.hashCode(..)
      - java.util.Arrays.toString(..)
      - java.util.Arrays.sort(..)
      - java.util.Arrays.binarySearch(..)
      - java.util.Collections.unmodifiable*(..)
      - java.util.Collections.synchronized*(..)
      - java.util.Collections.empty*(..)
      - java.util.Collections.singleton*(..)
      - java.util.Collections.nCopies(..)
      - java.util.Collections.reverseOrder(..)
      - java.util.Collections.enumeration(..)
      - java.util.List.of(..)
      - java.util.Set.of(..)
      - java.util.Map.of(..)
      - java.util.SortedMap.*(..)
      - java.util.SortedSet.*(..)
      - java.util.NavigableMap.*(..)
      - java.util.NavigableSet.*(..)
      - java.util.TreeMap.*(..)
      - java.util.TreeSet.*(..)
      - java.util.List.subList(..)
      - java.util.List.toArray(..)
      - java.util.Collection.toArray(Object[])
      - java.util.ArrayList.clone()
      - java.util.LinkedList.clone()
      - java.util.HashMap.clone()
      - java.util.HashSet.clone()
      - java.util.Vector.*(..)
      - java.util.Stack.*(..)
      - java.util.Dictionary.*(..)
      - java.util.Hashtable.*(..)
      - java.util.Properties.getProperty(..)
      - java.util.Properties.setProperty(..)
    calls-back:
      - java.lang.Object#equals
      - java.lang.Object#hashCode
      - java.lang.Object#toString
      - java.lang.Comparable
      - java.util.Comparator
      - java.util.Collection
      - java.util.Map
      - java.util.Map$Entry
      - java.util.Iterator
      - java.util.Enumeration
      - java.util.Dictionary
      - java.util.function.Consumer
      - java.util.function.IntFunction
      - java.util.function.Predicate
      - java.util.function.UnaryOperator
      - java.util.function.Function
      - java.util.function.BiFunction
      - java.util.function.BiConsumer
${askedByTables}
    because: >-
      compares and moves elements; a table of Swing's makes its values, and tells listeners; one of a provider of security
      asks for permission
  - calls:
      - java.lang.Class.getSuperclass()
      - java.lang.Class.getInterfaces()
      - java.lang.Class.getComponentType()
      - java.lang.Class.isArray()
      - java.lang.Class.isInterface()
      - java.lang.Class.isPrimitive()
      - java.lang.Class.isAssignableFrom(Class)
      - java.lang.Class.getModifiers()
      - java.lang.Class.getPackage()
      - java.lang.Class.cast(Object)
      - java.lang.Class.hashCode()
      - java.lang.Class.toString()
      - java.lang.reflect.Member.*(..)
      - java.lang.reflect.Method.getParameterTypes()
      - java.lang.reflect.Method.getReturnType()
      - java.lang.reflect.Constructor.getParameterTypes()
      - java.lang.reflect.Field.getType()
      - java.lang.Enum.compareTo(..)
      - java.lang.Enum.equals(Object)
      - java.lang.Enum.hashCode()
      - java.lang.Enum.toString()
      - java.lang.Enum.getDeclaringClass()
      - java.lang.Number.*(..)
      - java.lang.Thread.getName()
      - java.lang.Thread.isInterrupted()
      - java.lang.Thread.interrupted()
      - java.lang.Thread.sleep(..)
      - java.lang.System.lineSeparator()
      - java.util.Optional.get()
      - java.util.Optional.isPresent()
      - java.util.Optional.of(..)
      - java.util.Optional.ofNullable(..)
      - java.util.Optional.empty()
${listed(atomicNumbers.map((method) => `java.util.concurrent.atomic.${method}`))}
    calls-back: [java.lang.Enum, java.lang.Number, java.util.function.DoubleBinaryOperator, java.util.function.LongBinaryOperator]
    because: reads what the JVM knows, or a field
  - calls:
${listed(quietConstructors)}
    calls-back: never
    because: sets its own fields
  - calls: [java.lang.System.exit(int)]
    calls-back: [java.lang.SecurityManager, java.lang.Thread, java.lang.Runnable]
    because: starts the hooks, and waits for them
  - calls:
      - java.lang.System.getProperty(..)
      - java.lang.System.setProperty(..)
      - java.lang.System.getenv(..)
      - java.io.File.*(..)
      - java.io.File.new(..)
    calls-back:
      - java.lang.SecurityManager
      - java.util.Properties
      - java.io.FileFilter
      - java.io.FilenameFilter
      - java.io.File
      - java.nio.file.FileSystem
      - java.nio.file.spi.FileSystemProvider
${seeds}
    because: >-
      asks the security manager where there is one; listing asks the filter; the name of a temporary file is drawn from a
      provider
`;

let facts: FactsFile | undefined;

/** The facts; parsed once, and in `dist` by the build (scripts/build.mjs). */
export function quietLibraryCode(): FactsFile {
  facts ??= readFactsFile(text, 'quiet-library-code.yaml');
  return facts;
}
