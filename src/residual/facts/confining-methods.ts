import { methodsOf } from './named-calls.ts';

/**
 * Methods that hand their receiver to nobody. Not those that return views: where a view is followed, it is another object
 * than what these return (points-to/constraints/object-calls.ts).
 */
const confining = {
  'java.util.Map': 'forEach replaceAll computeIfAbsent computeIfPresent compute merge',
  'java.util.SortedMap': 'comparator firstKey lastKey',
  'java.util.NavigableMap': `
    lowerEntry lowerKey floorEntry floorKey ceilingEntry ceilingKey higherEntry higherKey firstEntry lastEntry
    pollFirstEntry pollLastEntry`,
  'java.util.concurrent.ConcurrentHashMap': 'mappingCount contains',
  'java.util.Properties':
    'getProperty setProperty propertyNames stringPropertyNames list load store loadFromXML storeToXML save',
  'java.util.Collection': 'spliterator toArray',
  'java.util.List': 'replaceAll',
  'java.util.SortedSet': 'comparator first last',
  'java.util.NavigableSet': 'lower floor ceiling higher pollFirst pollLast',
  'java.util.Vector': 'copyInto trimToSize ensureCapacity setSize capacity',
  'java.util.PriorityQueue': 'comparator',
  'java.util.BitSet': `
    set get clear flip nextSetBit nextClearBit previousSetBit previousClearBit length isEmpty cardinality size
    intersects and or xor andNot toByteArray toLongArray stream`,
  'java.util.Random': 'nextInt nextLong nextBoolean nextFloat nextDouble nextGaussian nextBytes setSeed',
  'java.util.Scanner':
    'close ioException delimiter locale radix match hasNext* next* findInLine findWithinHorizon tokens findAll',
  // Not replaceAll(Function) and its kin: they give it to the function.
  'java.util.regex.Matcher':
    'pattern toMatchResult regionStart regionEnd hasTransparentBounds hasAnchoringBounds requireEnd appendTail results',
  'java.util.concurrent.locks.Lock': 'lock unlock lockInterruptibly tryLock newCondition',
  'java.util.concurrent.locks.ReentrantLock':
    'isLocked isHeldByCurrentThread getHoldCount isFair hasQueuedThreads getQueueLength',
  'java.util.zip.Inflater': `
    setInput inflate finished needsInput needsDictionary end reset setDictionary getRemaining getTotalIn getTotalOut
    getBytesRead getBytesWritten getAdler`,
  'java.util.zip.Deflater': `
    setInput deflate finished finish needsInput end reset setDictionary setLevel setStrategy getTotalIn getTotalOut
    getBytesRead getBytesWritten getAdler`,
  'java.util.zip.ZipInputStream': 'getNextEntry closeEntry',
  'java.util.jar.JarInputStream': 'getNextJarEntry getManifest',
  'java.util.zip.DeflaterOutputStream': 'finish',
  'java.util.zip.ZipOutputStream': 'putNextEntry closeEntry setComment setLevel setMethod',
  'java.util.zip.ZipFile': 'entries stream getEntry getInputStream getName getComment size close',
  'java.util.jar.JarFile': 'getJarEntry getManifest',
  'java.lang.StringBuilder':
    'codePointBefore codePointCount offsetByCodePoints getChars chars codePoints compareTo',
  'java.lang.StringBuffer':
    'codePointBefore codePointCount offsetByCodePoints getChars chars codePoints compareTo',
  'java.text.Format': 'format parseObject formatToCharacterIterator',
  'java.text.NumberFormat': `
    parse setGroupingUsed setMinimumFractionDigits setMaximumFractionDigits setMinimumIntegerDigits
    setMaximumIntegerDigits setParseIntegerOnly`,
  'java.text.DateFormat':
    'parse setLenient isLenient setTimeZone getTimeZone setCalendar getCalendar setNumberFormat getNumberFormat',
  'java.text.SimpleDateFormat': `
    toPattern toLocalizedPattern applyPattern applyLocalizedPattern set2DigitYearStart get2DigitYearStart
    getDateFormatSymbols setDateFormatSymbols`,
  'java.io.InputStream':
    'read close available skip mark reset markSupported readAllBytes readNBytes skipNBytes transferTo',
  'java.io.PushbackInputStream': 'unread',
  'java.io.Reader': 'read close ready skip mark reset markSupported transferTo',
  'java.io.BufferedReader': 'readLine lines',
  'java.io.LineNumberReader': 'getLineNumber setLineNumber',
  'java.io.PushbackReader': 'unread',
  'java.io.InputStreamReader': 'getEncoding',
  'java.io.DataInput': 'read* skipBytes',
  'java.io.OutputStream': 'write flush close',
  'java.io.DataOutput': 'write*',
  'java.io.DataOutputStream': 'size',
  'java.io.ByteArrayOutputStream': 'toByteArray reset size toString writeTo writeBytes',
  'java.io.Writer': 'write flush close',
  'java.io.BufferedWriter': 'newLine',
  'java.io.CharArrayWriter': 'toCharArray reset size toString writeTo',
  'java.io.StringWriter': 'getBuffer toString',
  'java.io.OutputStreamWriter': 'getEncoding',
  'java.io.PrintWriter': 'print println checkError',
  'java.io.PrintStream': 'checkError',
  'java.io.RandomAccessFile': 'seek getFilePointer length setLength close',
};

/** The same, and they return it. */
const returning = {
  'java.util.Scanner': 'useDelimiter useLocale useRadix skip reset',
  'java.util.regex.Matcher':
    'reset usePattern region useTransparentBounds useAnchoringBounds appendReplacement',
  'java.lang.StringBuffer': 'deleteCharAt reverse',
  'java.io.Writer': 'append',
  'java.io.PrintWriter': 'printf format',
  'java.io.PrintStream': 'append printf format',
};

/** As patterns of calls. */
export const confiningMethods = methodsOf(confining);

/** The same. */
export const returningMethods = methodsOf(returning);
