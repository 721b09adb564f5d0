/** Names of methods by class: of java.util where no package is named. */
type Methods = Readonly<Record<string, string>>;

/**
 * Methods that hand their receiver to nobody. Not those that return views: where a view is followed, it is another object
 * than what these return (points-to/constraints/object-calls.ts).
 */
const confining: Methods = {
  Map: 'forEach replaceAll computeIfAbsent computeIfPresent compute merge',
  SortedMap: 'comparator firstKey lastKey',
  NavigableMap:
    'lowerEntry lowerKey floorEntry floorKey ceilingEntry ceilingKey higherEntry higherKey firstEntry lastEntry ' +
    'pollFirstEntry pollLastEntry',
  'concurrent.ConcurrentHashMap': 'mappingCount contains',
  Properties:
    'getProperty setProperty propertyNames stringPropertyNames list load store loadFromXML storeToXML save',
  Collection: 'spliterator toArray',
  List: 'replaceAll',
  SortedSet: 'comparator first last',
  NavigableSet: 'lower floor ceiling higher pollFirst pollLast',
  Vector: 'copyInto trimToSize ensureCapacity setSize capacity',
  PriorityQueue: 'comparator',
  BitSet:
    'set get clear flip nextSetBit nextClearBit previousSetBit previousClearBit length isEmpty cardinality size ' +
    'intersects and or xor andNot toByteArray toLongArray stream',
  Random: 'nextInt nextLong nextBoolean nextFloat nextDouble nextGaussian nextBytes setSeed',
  Scanner:
    'close ioException delimiter locale radix match hasNext* next* findInLine findWithinHorizon tokens findAll',
  // Not replaceAll(Function) and its kin: they give it to the function.
  'regex.Matcher':
    'pattern toMatchResult regionStart regionEnd hasTransparentBounds hasAnchoringBounds requireEnd appendTail results',
  'concurrent.locks.Lock': 'lock unlock lockInterruptibly tryLock newCondition',
  'concurrent.locks.ReentrantLock':
    'isLocked isHeldByCurrentThread getHoldCount isFair hasQueuedThreads getQueueLength',
  'zip.Inflater':
    'setInput inflate finished needsInput needsDictionary end reset setDictionary getRemaining getTotalIn getTotalOut ' +
    'getBytesRead getBytesWritten getAdler',
  'zip.Deflater':
    'setInput deflate finished finish needsInput end reset setDictionary setLevel setStrategy getTotalIn getTotalOut ' +
    'getBytesRead getBytesWritten getAdler',
  'zip.ZipInputStream': 'getNextEntry closeEntry',
  'jar.JarInputStream': 'getNextJarEntry getManifest',
  'zip.DeflaterOutputStream': 'finish',
  'zip.ZipOutputStream': 'putNextEntry closeEntry setComment setLevel setMethod',
  'zip.ZipFile': 'entries stream getEntry getInputStream getName getComment size close',
  'jar.JarFile': 'getJarEntry getManifest',
  'java.lang.StringBuilder':
    'codePointBefore codePointCount offsetByCodePoints getChars chars codePoints compareTo',
  'java.lang.StringBuffer':
    'codePointBefore codePointCount offsetByCodePoints getChars chars codePoints compareTo',
  'java.text.Format': 'format parseObject formatToCharacterIterator',
  'java.text.NumberFormat':
    'parse setGroupingUsed setMinimumFractionDigits setMaximumFractionDigits setMinimumIntegerDigits ' +
    'setMaximumIntegerDigits setParseIntegerOnly',
  'java.text.DateFormat':
    'parse setLenient isLenient setTimeZone getTimeZone setCalendar getCalendar setNumberFormat getNumberFormat',
  'java.text.SimpleDateFormat':
    'toPattern toLocalizedPattern applyPattern applyLocalizedPattern set2DigitYearStart get2DigitYearStart ' +
    'getDateFormatSymbols setDateFormatSymbols',
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
const returning: Methods = {
  Scanner: 'useDelimiter useLocale useRadix skip reset',
  'regex.Matcher': 'reset usePattern region useTransparentBounds useAnchoringBounds appendReplacement',
  'java.lang.StringBuffer': 'deleteCharAt reverse',
  'java.io.Writer': 'append',
  'java.io.PrintWriter': 'printf format',
  'java.io.PrintStream': 'append printf format',
};

function callsOf(methods: Methods): readonly string[] {
  return Object.entries(methods).flatMap(([owner, names]) => {
    const type = owner.startsWith('java.') ? owner : `java.util.${owner}`;
    return names.split(' ').map((name) => `${type}.${name}(..)`);
  });
}

/** As patterns of calls. */
export const confiningMethods = callsOf(confining);

/** The same. */
export const returningMethods = callsOf(returning);
