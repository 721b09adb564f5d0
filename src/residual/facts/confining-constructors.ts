import { constructorsOf } from './named-calls.ts';

/**
 * Constructors of the class library that hand the object they make to nobody, by their byte code in JDK 17 and 25
 * (test/residual/facts/confining-constructors.slow.test.ts, which names those that its value analysis cannot
 * follow). Constructors of collections and of texts have facts that say more.
 */
const byPackage: Readonly<Record<string, string>> = {
  'java.io': `
    BufferedInputStream(..) BufferedOutputStream(..) BufferedReader(..) BufferedWriter(..)
    ByteArrayInputStream(..) ByteArrayOutputStream(..) CharArrayReader(..) CharArrayWriter(..)
    DataInputStream(..) DataOutputStream(..) FileInputStream(java.io.File) FileInputStream(String)
    FileOutputStream(java.io.File) FileOutputStream(java.io.File, boolean) FileOutputStream(String)
    FileOutputStream(String, boolean) FileReader(java.io.File) FileReader(String)
    FileReader(java.io.File, java.nio.charset.Charset) FileReader(String, java.nio.charset.Charset)
    FileWriter(java.io.File) FileWriter(java.io.File, boolean) FileWriter(String) FileWriter(String, boolean)
    FileWriter(java.io.File, java.nio.charset.Charset) FileWriter(java.io.File, java.nio.charset.Charset, boolean)
    FileWriter(String, java.nio.charset.Charset) FileWriter(String, java.nio.charset.Charset, boolean)
    FilterInputStream(..) FilterOutputStream(..) FilterReader(..) FilterWriter(..) InputStream(..)
    InputStreamReader(..) LineNumberReader(..) OutputStream(..) OutputStreamWriter(..) PipedInputStream()
    PipedInputStream(int) PipedOutputStream() PipedReader() PipedReader(int) PipedWriter() PrintStream(..)
    PrintWriter(..) PushbackInputStream(..) PushbackReader(..) RandomAccessFile(..) Reader(..)
    SequenceInputStream(..) StringReader(..) StringWriter(..) Writer(..)`,
  'java.lang': `
    InheritableThreadLocal(..) ProcessBuilder(..) ThreadLocal(..)`,
  'java.net': `
    DatagramPacket(..) HttpURLConnection(..) JarURLConnection(..) URLConnection(..)`,
  'java.text': `
    BreakIterator(..) Collator(..) DateFormat(..) Format(..) NumberFormat(..) ParsePosition(..)
    SimpleDateFormat(..) StringCharacterIterator(..)`,
  'java.util': `
    BitSet(..) Calendar(..) Date(..) Dictionary(..) Formatter(..) Observable(..) PriorityQueue(..)
    Properties(..) Scanner(..) StringJoiner(..) TimerTask(..)`,
  'java.util.concurrent': `
    AbstractExecutorService(..) ArrayBlockingQueue(..) CompletableFuture(..) ConcurrentHashMap(int)
    ConcurrentHashMap(int, float) ConcurrentHashMap(int, float, int) ConcurrentLinkedDeque(..)
    ConcurrentLinkedQueue(..) ConcurrentSkipListMap() ConcurrentSkipListMap(java.util.Comparator)
    ConcurrentSkipListSet() ConcurrentSkipListSet(java.util.Comparator) CopyOnWriteArrayList(..)
    CopyOnWriteArraySet(..) CountDownLatch(..) CountedCompleter(..) CyclicBarrier(..) Exchanger(..)
    ForkJoinTask(..) FutureTask(..) LinkedBlockingDeque() LinkedBlockingDeque(int) LinkedBlockingQueue(..)
    LinkedTransferQueue(..) PriorityBlockingQueue(..) RecursiveAction(..) RecursiveTask(..) Semaphore(..)
    SynchronousQueue(..)`,
  'java.util.concurrent.locks': `
    AbstractOwnableSynchronizer(..) AbstractQueuedLongSynchronizer(..) AbstractQueuedSynchronizer(..)
    ReentrantLock(..) ReentrantReadWriteLock(..) StampedLock(..)`,
  'java.util.jar': `
    JarFile(..) JarOutputStream(java.io.OutputStream)`,
  'java.util.zip': `
    Adler32(..) CRC32(..) CRC32C(..) CheckedInputStream(..) CheckedOutputStream(..) Deflater(..)
    DeflaterInputStream(..) DeflaterOutputStream(..) GZIPInputStream(..) GZIPOutputStream(..) Inflater(..)
    InflaterInputStream(..) InflaterOutputStream(..) ZipFile(..) ZipInputStream(..) ZipOutputStream(..)`,
};

/** As patterns of calls. */
export const confiningConstructors: readonly string[] = constructorsOf(byPackage);
