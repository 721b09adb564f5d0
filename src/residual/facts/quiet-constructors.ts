import { constructorsOf } from './named-calls.ts';

/**
 * Constructors of the class library that run no code of the program: they and what they call set fields, make arrays
 * and objects of the class library, and initialise its classes, by their byte code in JDK 17 and 25
 * (test/residual/facts/quiet-constructors.slow.test.ts). Programs extend many of these classes. Those of which other facts
 * say as much, and more, are left out. By package; `..`: each constructor that a program can call.
 */
const byPackage: Readonly<Record<string, string>> = {
  'java.awt': `
    BasicStroke(..) BorderLayout(..) CardLayout(..) GridLayout(..) Point(..) Polygon(..)`,
  'java.awt.event': `
    AWTEventListenerProxy(..) ComponentAdapter(..) ContainerAdapter(..) FocusAdapter(..)
    HierarchyBoundsAdapter(..) KeyAdapter(..) MouseAdapter(..) MouseMotionAdapter(..) WindowAdapter(..)`,
  'java.awt.geom': `
    AffineTransform() AffineTransform(java.awt.geom.AffineTransform) Area() CubicCurve2D(..)
    CubicCurve2D$Double() CubicCurve2D$Float() Dimension2D(..) Ellipse2D(..) Ellipse2D$Double()
    Ellipse2D$Float() GeneralPath() GeneralPath(int) GeneralPath(int, int) Line2D(..) Line2D$Double()
    Line2D$Float() Path2D$Double() Path2D$Double(int) Path2D$Double(int, int) Path2D$Float() Path2D$Float(int)
    Path2D$Float(int, int) Point2D(..) Point2D$Double(..) Point2D$Float(..) QuadCurve2D(..)
    QuadCurve2D$Double() QuadCurve2D$Float() Rectangle2D(..) Rectangle2D$Double() Rectangle2D$Float()
    RectangularShape(..) RoundRectangle2D(..) RoundRectangle2D$Double() RoundRectangle2D$Float()`,
  'java.beans': `
    FeatureDescriptor(..) IndexedPropertyChangeEvent(..) PropertyChangeEvent(..)
    PropertyChangeListenerProxy(..) PropertyChangeSupport(..) SimpleBeanInfo(..)
    VetoableChangeListenerProxy(..) VetoableChangeSupport(..)`,
  'java.io': `
    BufferedInputStream(..) BufferedOutputStream(..) BufferedReader(..) BufferedWriter(..)
    ByteArrayInputStream(..) ByteArrayOutputStream(..) CharArrayReader(..) CharArrayWriter(..)
    DataInputStream(..) DataOutputStream(..) FilterInputStream(..) FilterOutputStream(..) FilterReader(..)
    FilterWriter(..) InputStream(..) LineNumberReader(..) OutputStream(..) PipedInputStream()
    PipedInputStream(int) PipedOutputStream() PipedReader() PipedReader(int) PipedWriter()
    PrintWriter(java.io.Writer) PrintWriter(java.io.Writer, boolean) PushbackInputStream(..)
    PushbackReader(..) Reader(..) StringReader(..) StringWriter(..) Writer(..)`,
  'java.lang': `
    Character$Subset(..) ClassValue(..) Enum(..) Number(..) Process(..) ProcessBuilder(java.util.List)`,
  'java.net': `
    ContentHandler(..) CookieHandler(..) CookieManager(..) PasswordAuthentication(..) ResponseCache(..)
    SocketAddress(..) URLStreamHandler(..)`,
  'java.nio.file': `
    FileStore(..) FileSystem(..) SimpleFileVisitor(..)`,
  'java.sql': `
    Date(long) DriverPropertyInfo(..) Time(long) Timestamp(long)`,
  'java.text': `
    Annotation(..) AttributedString(String) BreakIterator(..) CollationKey(..) Collator(..) DateFormat(..)
    FieldPosition(..) Format(..) NumberFormat(..) ParsePosition(..) StringCharacterIterator(..)`,
  'java.time': `
    Clock(..)`,
  'java.util': `
    AbstractMap$SimpleEntry(Object, Object) AbstractMap$SimpleImmutableEntry(Object, Object) BitSet(..) Date()
    Date(long) Dictionary(..) DoubleSummaryStatistics()
    EventListenerProxy(..) EventObject(..) Hashtable(int, float) IdentityHashMap(int) IntSummaryStatistics(..)
    LinkedHashSet(int, float) LongSummaryStatistics(..) Observable(..) PriorityQueue(java.util.Comparator)
    PriorityQueue(int, java.util.Comparator) Properties(..) Spliterators$AbstractDoubleSpliterator(..)
    Spliterators$AbstractIntSpliterator(..) Spliterators$AbstractLongSpliterator(..)
    Spliterators$AbstractSpliterator(..) TimeZone(..) TimerTask(..) UUID(..) WeakHashMap(int, float)
    WeakHashMap(int)`,
  'java.util.concurrent': `
    AbstractExecutorService(..) ConcurrentHashMap(int) ConcurrentHashMap(int, float)
    ConcurrentHashMap(int, float, int) ConcurrentLinkedDeque() ConcurrentSkipListMap()
    ConcurrentSkipListMap(java.util.Comparator) ConcurrentSkipListSet()
    ConcurrentSkipListSet(java.util.Comparator) CopyOnWriteArrayList(Object[]) CopyOnWriteArraySet()
    CountDownLatch(..) CountedCompleter(..)
    ExecutorCompletionService(java.util.concurrent.Executor, java.util.concurrent.BlockingQueue)
    ForkJoinTask(..) FutureTask(..) LinkedTransferQueue() RecursiveAction(..) RecursiveTask(..) Semaphore(..)
    SynchronousQueue(..) ThreadPoolExecutor$AbortPolicy(..) ThreadPoolExecutor$CallerRunsPolicy(..)
    ThreadPoolExecutor$DiscardOldestPolicy(..) ThreadPoolExecutor$DiscardPolicy(..)`,
  'java.util.concurrent.atomic': `
    AtomicBoolean(..) AtomicInteger(..) AtomicIntegerArray(..) AtomicIntegerFieldUpdater(..) AtomicLong(..)
    AtomicLongArray(..) AtomicLongFieldUpdater(..) AtomicMarkableReference(..) AtomicReference(..)
    AtomicReferenceArray(..) AtomicReferenceFieldUpdater(..) AtomicStampedReference(..)`,
  'java.util.concurrent.locks': `
    AbstractOwnableSynchronizer(..) AbstractQueuedLongSynchronizer(..) AbstractQueuedSynchronizer(..)
    ReentrantLock(..) ReentrantReadWriteLock$ReadLock(..) ReentrantReadWriteLock$WriteLock(..) StampedLock(..)`,
  'java.util.jar': `
    Attributes() Attributes(int) JarEntry(..) Manifest()`,
  'java.util.logging': `
    ErrorManager(..) Formatter(..)`,
  'java.util.zip': `
    CRC32C(..) CheckedInputStream(..) CheckedOutputStream(..)
    DeflaterInputStream(java.io.InputStream, java.util.zip.Deflater)
    DeflaterInputStream(java.io.InputStream, java.util.zip.Deflater, int)
    DeflaterOutputStream(java.io.OutputStream, java.util.zip.Deflater, int, boolean)
    DeflaterOutputStream(java.io.OutputStream, java.util.zip.Deflater, int)
    DeflaterOutputStream(java.io.OutputStream, java.util.zip.Deflater, boolean)
    DeflaterOutputStream(java.io.OutputStream, java.util.zip.Deflater)
    InflaterInputStream(java.io.InputStream, java.util.zip.Inflater, int)
    InflaterInputStream(java.io.InputStream, java.util.zip.Inflater)
    InflaterOutputStream(java.io.OutputStream, java.util.zip.Inflater)
    InflaterOutputStream(java.io.OutputStream, java.util.zip.Inflater, int) ZipEntry(..)`,
  'javax.swing': `
    AbstractAction() AbstractCellEditor(..) AbstractListModel(..) ActionMap(..) BoxLayout(..) ButtonGroup(..)
    DefaultBoundedRangeModel(..) DefaultListModel(..) DefaultListSelectionModel(..) InputMap(..)
    InputVerifier(..) OverlayLayout(..)`,
  'javax.swing.border': `
    AbstractBorder(..) BevelBorder(int)
    BevelBorder(int, java.awt.Color, java.awt.Color, java.awt.Color, java.awt.Color) CompoundBorder(..)
    EmptyBorder(..) EtchedBorder(..) LineBorder(..) MatteBorder(..) SoftBevelBorder(int)
    SoftBevelBorder(int, java.awt.Color, java.awt.Color, java.awt.Color, java.awt.Color) StrokeBorder(..)`,
  'javax.swing.event': `
    CaretEvent(..) ChangeEvent(..) EventListenerList(..) HyperlinkEvent(..) InternalFrameAdapter(..)
    ListDataEvent(..) ListSelectionEvent(..) MenuEvent(..) MouseInputAdapter(..) PopupMenuEvent(..)
    RowSorterEvent(..) SwingPropertyChangeSupport(..) TableColumnModelEvent(..) TableModelEvent(..)
    TreeExpansionEvent(..) TreeModelEvent(..) TreeSelectionEvent(..) UndoableEditEvent(..)`,
  'javax.swing.table': `
    AbstractTableModel(..) TableColumn(..) TableStringConverter(..)`,
  'javax.swing.tree': `
    AbstractLayoutCache(..) AbstractLayoutCache$NodeDimensions(..) DefaultMutableTreeNode(..)
    DefaultTreeModel(..) DefaultTreeSelectionModel(..) TreePath(..)`,
  'javax.swing.undo': `
    AbstractUndoableEdit(..) CompoundEdit(..) UndoableEditSupport(..)`,
  'javax.xml.namespace': `
    QName(..)`,
  'javax.xml.parsers': `
    DocumentBuilder(..) DocumentBuilderFactory(..) SAXParser(..) SAXParserFactory(..)`,
  'javax.xml.transform': `
    Transformer(..) TransformerFactory(..)`,
  'javax.xml.transform.dom': `
    DOMSource()`,
  'javax.xml.transform.sax': `
    SAXResult() SAXSource(..) SAXTransformerFactory(..)`,
  'javax.xml.transform.stream': `
    StreamResult() StreamResult(String) StreamSource() StreamSource(String)`,
  'org.xml.sax': `
    HandlerBase(..) InputSource()`,
  'org.xml.sax.ext': `
    Attributes2Impl() DefaultHandler2(..) Locator2Impl()`,
  'org.xml.sax.helpers': `
    AttributeListImpl() AttributesImpl() DefaultHandler(..) LocatorImpl() XMLFilterImpl()
    XMLReaderAdapter(org.xml.sax.XMLReader)`,
};

/** As patterns of calls. */
export const quietConstructors: readonly string[] = constructorsOf(byPackage);
