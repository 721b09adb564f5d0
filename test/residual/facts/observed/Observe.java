import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;

/**
 * Calls members of the class library with objects that are put together at random from objects of it and of probes, and writes
 * which methods of the probes each call runs.
 *
 * Arguments: write <seed> <folder>                         writes the probes
 *            run <seed> <first> <count> <folder> <output>  episodes; exit code 7: go on with the number in <output>.next
 */
public final class Observe {
    private static final String[] extended = {
        "java.lang.Object", "java.lang.Comparable", "java.util.Comparator", "java.lang.Iterable", "java.util.Collection", "java.util.List", "java.util.Set",
        "java.util.SortedSet", "java.util.NavigableSet", "java.util.Queue", "java.util.Deque", "java.util.Map", "java.util.SortedMap", "java.util.NavigableMap",
        "java.util.concurrent.ConcurrentMap", "java.util.Map$Entry", "java.util.Iterator", "java.util.ListIterator", "java.util.Enumeration", "java.lang.CharSequence",
        "java.lang.Appendable", "java.lang.Runnable", "java.util.concurrent.Callable", "java.util.Spliterator", "java.util.PrimitiveIterator$OfInt", "java.util.stream.Collector", "java.util.Formattable",
        "java.lang.AutoCloseable", "java.io.Closeable", "java.io.Flushable", "java.lang.Readable", "java.lang.reflect.InvocationHandler", "java.time.temporal.TemporalAccessor",
        "java.time.temporal.Temporal", "java.time.temporal.TemporalAdjuster", "java.time.temporal.TemporalQuery", "java.time.temporal.TemporalAmount", "java.time.temporal.TemporalUnit",
        "java.time.temporal.TemporalField", "java.time.chrono.ChronoLocalDate", "java.time.chrono.Chronology", "java.time.chrono.Era", "java.time.InstantSource", "java.time.Clock", "java.util.random.RandomGenerator",
        "java.util.concurrent.Delayed", "java.util.concurrent.BlockingQueue", "java.util.concurrent.BlockingDeque", "java.util.concurrent.TransferQueue", "java.security.Principal", "java.security.Key", "java.security.PrivilegedAction", "java.lang.reflect.Type",
        "java.lang.reflect.ParameterizedType", "java.lang.reflect.GenericArrayType", "java.lang.reflect.WildcardType", "java.lang.reflect.AnnotatedElement", "java.lang.reflect.Member", "java.io.FileFilter", "java.io.FilenameFilter", "java.beans.PropertyChangeListener", "java.beans.VetoableChangeListener",
        "java.beans.Visibility", "java.util.EventListener", "javax.management.openmbean.CompositeData", "java.text.CharacterIterator", "java.util.zip.Checksum", "java.nio.file.Path",
        "java.util.function.Function", "java.util.function.BiFunction", "java.util.function.Supplier", "java.util.function.Consumer", "java.util.function.BiConsumer", "java.util.function.Predicate",
        "java.util.function.BiPredicate", "java.util.function.UnaryOperator", "java.util.function.BinaryOperator", "java.util.function.IntFunction", "java.util.function.ToIntFunction", "java.util.function.ToLongFunction", "java.util.function.ToDoubleFunction",
        "java.util.function.IntUnaryOperator", "java.util.function.IntBinaryOperator", "java.util.function.LongBinaryOperator", "java.util.function.DoubleBinaryOperator", "java.util.function.LongUnaryOperator", "java.util.function.IntPredicate", "java.util.function.IntConsumer", "java.util.function.IntSupplier", "java.util.function.BooleanSupplier",
        "java.util.AbstractCollection", "java.util.AbstractList", "java.util.AbstractSequentialList", "java.util.AbstractSet", "java.util.AbstractQueue", "java.util.AbstractMap", "java.util.ArrayList",
        "java.util.LinkedList", "java.util.Vector", "java.util.Stack", "java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap", "java.util.Hashtable", "java.util.Properties", "java.util.HashSet",
        "java.util.LinkedHashSet", "java.util.TreeSet", "java.util.ArrayDeque", "java.util.PriorityQueue", "java.util.IdentityHashMap", "java.util.WeakHashMap", "java.util.concurrent.ConcurrentHashMap", "java.util.Dictionary",
        "java.util.concurrent.ConcurrentSkipListMap", "java.util.concurrent.ConcurrentSkipListSet", "java.util.concurrent.CopyOnWriteArrayList", "java.util.concurrent.CopyOnWriteArraySet", "java.util.concurrent.ConcurrentLinkedQueue", "java.util.concurrent.ConcurrentLinkedDeque",
        "java.util.concurrent.LinkedBlockingQueue", "java.util.concurrent.LinkedBlockingDeque", "java.util.concurrent.ArrayBlockingQueue", "java.util.concurrent.PriorityBlockingQueue", "java.util.concurrent.DelayQueue",
        "java.util.AbstractMap$SimpleEntry", "java.util.AbstractMap$SimpleImmutableEntry", "java.lang.Number", "java.io.Reader", "java.io.Writer", "java.io.InputStream", "java.io.OutputStream", "java.io.FilterOutputStream",
        "java.io.FilterInputStream", "java.io.BufferedWriter", "java.io.OutputStreamWriter", "java.io.PrintStream", "java.io.PrintWriter", "java.io.StringWriter", "java.io.StringReader", "java.io.ByteArrayOutputStream", "java.io.BufferedOutputStream", "java.io.CharArrayWriter",
        "java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException", "java.io.IOException", "java.sql.SQLException", "java.text.Format", "java.text.NumberFormat", "java.text.DateFormat", "java.text.DecimalFormat", "java.text.SimpleDateFormat", "java.text.MessageFormat",
        "java.text.ChoiceFormat", "java.text.Collator", "java.text.DateFormatSymbols", "java.text.DecimalFormatSymbols", "java.text.AttributedCharacterIterator$Attribute", "java.text.BreakIterator", "java.util.Random", "java.security.SecureRandom", "java.lang.ThreadLocal", "java.lang.ref.WeakReference", "java.lang.ref.SoftReference",
        "java.util.ResourceBundle", "java.util.ListResourceBundle", "java.util.TimeZone", "java.util.SimpleTimeZone", "java.util.Calendar", "java.util.GregorianCalendar", "java.util.Date", "java.sql.Timestamp", "java.sql.Date", "java.util.BitSet", "java.util.StringTokenizer", "java.util.EventObject",
        "java.io.File", "java.net.URLStreamHandler", "java.nio.charset.Charset", "java.nio.charset.CharsetEncoder", "java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong", "java.util.concurrent.atomic.AtomicReference", "java.util.concurrent.atomic.LongAccumulator", "java.util.concurrent.atomic.DoubleAccumulator",
        "java.math.BigInteger", "java.math.BigDecimal", "java.security.Permission", "java.security.BasicPermission", "java.security.PermissionCollection", "java.security.ProtectionDomain", "java.security.CodeSource", "java.security.MessageDigestSpi", "java.util.zip.CRC32", "java.util.zip.Deflater", "java.util.zip.ZipEntry", "java.util.jar.Manifest", "java.util.jar.Attributes",
        "java.util.Observable", "java.util.concurrent.FutureTask", "java.util.concurrent.CompletableFuture", "java.lang.Thread", "javax.swing.DefaultListModel", "javax.swing.UIDefaults", "javax.swing.UIDefaults$LazyValue", "javax.swing.UIDefaults$ActiveValue", "javax.swing.tree.DefaultMutableTreeNode", "javax.swing.text.SimpleAttributeSet",
        "javax.naming.CompositeName", "javax.naming.directory.BasicAttributes", "javax.naming.directory.BasicAttribute", "java.beans.beancontext.BeanContextSupport", "java.beans.beancontext.BeanContextServicesSupport", "java.beans.beancontext.BeanContextChildSupport", "java.beans.PropertyChangeSupport", "java.awt.RenderingHints$Key", "javax.print.attribute.HashAttributeSet", "java.awt.geom.Point2D$Double",
        "java.time.zone.ZoneRulesProvider", "java.util.EnumMap", "java.util.Observer", "java.lang.StackTraceElement", "java.util.concurrent.ThreadLocalRandom", "java.util.DoubleSummaryStatistics", "java.util.StringJoiner", "java.util.concurrent.atomic.LongAdder", "java.lang.reflect.Proxy", "javax.xml.datatype.Duration", "java.util.SequencedCollection", "java.util.SequencedMap", "java.util.SequencedSet", "java.util.stream.Gatherer",
    };

    private static Values values;
    private static List<Class<?>> probeClasses;
    private static Writer out;
    private static final Set<String> written = new HashSet<>();
    private static final java.util.regex.Pattern remarkable = java.util.regex.Pattern.compile("stream|ompar|Spliterator|Scanner|Directory|imageio|Enumeration|Lazy");

    public static void main(String[] arguments) throws Exception {
        System.setProperty("java.awt.headless", "true");
        if (arguments[0].equals("write")) { write(Long.parseLong(arguments[1]), Path.of(arguments[2])); return; }
        long seed = Long.parseLong(arguments[1]);
        int first = Integer.parseInt(arguments[2]), count = Integer.parseInt(arguments[3]);
        Path folder = Path.of(arguments[4]);
        Map<String, String> claims = new HashMap<>();
        for (String line : Files.readAllLines(folder.resolve("claims.txt"))) claims.put(line.substring(0, line.indexOf('\t')), line.substring(line.indexOf('\t') + 1));
        values = new Values(claims);
        List<Probes.Probe> probes = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("probes.txt"))) {
            String[] parts = line.split("\t");
            probes.add(new Probes.Probe(probes.size(), parts[0], parts[1], parts[2], parts[3]));
        }
        Observed.probes = probes;
        probeClasses = new ArrayList<>();
        for (String name : new LinkedHashSet<>(probes.stream().map(Probes.Probe::owner).toList())) probeClasses.add(Class.forName(name));
        PrintStream real = System.err;
        out = new BufferedWriter(new FileWriter(arguments[5], StandardCharsets.UTF_8, true));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> { });
        boolean isVerbose = System.getenv("RRV_OBSERVED_VERBOSE") != null;
        java.lang.management.ThreadMXBean times = java.lang.management.ManagementFactory.getThreadMXBean();
        int abandoned = 0;
        int next = first;
        while (next < first + count) {
            Worker worker = new Worker(seed, next, first + count);
            Observed.active = worker;
            worker.setDaemon(true);
            worker.start();
            // By processor time: on a loaded machine the clock says nothing. What waits uses none.
            int at = -1, step = -1, still = 0;
            long since = 0;
            while (worker.isAlive()) {
                worker.join(50);
                long now = Math.max(0, times.getThreadCpuTime(worker.getId()));
                if (worker.episode != at || worker.step != step) { at = worker.episode; step = worker.step; still = 0; since = now; }
                else if (++still > 20 && now - since > 500_000_000L || still > 100) break;
            }
            next = worker.episode + 1;
            if (worker.isAlive()) {
                Observed.active = null;
                if (isVerbose) { real.println("hangs: " + worker.what); for (StackTraceElement e : worker.getStackTrace()) real.println("  " + e); }
                if (++abandoned >= 3 && next < first + count) {
                    finish(arguments[5]);
                    Files.writeString(Path.of(arguments[5] + ".next"), Integer.toString(next));
                    Runtime.getRuntime().halt(7);
                }
            } else if (worker.failure != null && isVerbose) worker.failure.printStackTrace(real);
        }
        finish(arguments[5]);
        Runtime.getRuntime().halt(0);
    }

    private static void finish(String output) throws IOException {
        synchronized (written) {
            Observed.active = null;
            out.close();
            Files.write(Path.of(output + ".contradicted"), contradictions, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Files.write(Path.of(output + ".called"), called, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }

    /** Claims about what is kept or new that did not hold: how, the call, the episode, its steps. */
    private static final Set<String> contradictions = new LinkedHashSet<>();
    /** Members that were called with objects of the program. */
    private static final Set<String> called = Collections.synchronizedSet(new LinkedHashSet<>());

    private static void write(long seed, Path folder) throws Exception {
        Probes writer = new Probes(seed);
        for (String name : extended) {
            Class<?> type;
            try { type = Class.forName(name); } catch (ClassNotFoundException e) { continue; }
            if (Modifier.isFinal(type.getModifiers())) continue;
            writer.write(type, 0, 4);
            writer.write(type, 1, 2);
            writer.write(type, 2, 0);
        }
        List<String> lines = new ArrayList<>();
        for (Probes.Probe probe : writer.probes) lines.add(probe.owner() + "\t" + probe.name() + "\t" + probe.descriptor() + "\t" + probe.calls());
        Files.write(folder.resolve("probes.txt"), lines);
        Files.write(folder.resolve("members.txt"), new Values(Map.of()).members.stream().map(Values::key).toList());
        for (String kind : List.of("real", "stub")) {
            Path sources = Files.createDirectories(folder.resolve(kind + "-sources"));
            for (Map.Entry<String, String> one : (kind.equals("real") ? writer.sources : writer.stubs).entrySet())
                Files.writeString(sources.resolve(one.getKey() + ".java"), one.getValue());
        }
    }

    // What may be called, by what is given to it.
    private static final Map<Class<?>, List<Executable>> taking = new HashMap<>();
    private static final Map<Class<?>, List<Executable>> boundedTaking = new HashMap<>();

    /** Members that may be given an object of the class, as receiver or argument; those that any object may be given are left out but once. */
    private static List<Executable> membersTaking(Class<?> type, boolean bounded) {
        return (bounded ? boundedTaking : taking).computeIfAbsent(type, key -> {
            List<Executable> found = new ArrayList<>();
            for (Executable member : bounded ? values.bounded : values.members) {
                boolean takes = member instanceof Method && !Modifier.isStatic(member.getModifiers()) && member.getDeclaringClass().isAssignableFrom(type) && (bounded || member.getDeclaringClass() != Object.class);
                boolean byObject = false;
                for (Class<?> one : member.getParameterTypes()) {
                    if (one == Object.class) byObject = true;
                    else takes |= one.isAssignableFrom(type);
                }
                if (takes || byObject && Math.floorMod(member.toString().hashCode() * 31 + type.getName().hashCode(), bounded ? 2 : 12) == 0) found.add(member);
            }
            if (!bounded)
                for (Class<?> probe : probeClasses)
                    for (Constructor<?> maker : probe.getConstructors())
                        for (Class<?> one : maker.getParameterTypes()) if (one != Object.class && one.isAssignableFrom(type)) found.add(maker);
            return found;
        });
    }

    private static final class Value {
        final Object object;
        /** Whether objects of the program may be in it. */
        boolean isOfProgram;
        Value(Object object, boolean isOfProgram) { this.object = object; this.isOfProgram = isOfProgram; }
    }

    private static final class Worker extends Thread {
        final long seed;
        volatile int episode, step;
        volatile String what = "";
        final int end;
        Throwable failure;
        private Random random;
        private List<Value> pool;
        private final List<String> steps = new ArrayList<>();

        Worker(long seed, int first, int end) { super(null, null, "observed", 1 << 20); this.seed = seed; this.episode = first; this.end = end; }

        @Override public void run() {
            try {
                for (; episode < end; episode++) {
                    runEpisode();
                    if (Observed.active != this) return;
                }
                episode = end - 1;
            } catch (Throwable e) {
                failure = e;
            }
        }

        private void runEpisode() {
            random = new Random(new SplittableRandom(seed * 1_000_003 + episode).nextLong());
            Observed.random = new Random(random.nextLong());
            Observed.frames = new ArrayDeque<>();
            Observed.elements = new ArrayList<>();
            Observed.delegates = null;
            pool = new ArrayList<>();
            steps.clear();
            Observed.sink = this::emit;
            Observed.confined.clear();
            Observed.shown = (object, probe) -> contradict("a probe is given " + object.getClass().getName(), Observed.probes.get(probe).toString());
            for (Object constant : new Object[] { 0, 1, 2, 1L, 0.5, 'a', true, "a", "b", "", "1", (byte) 1, (short) 1, 1.5f, Locale.ROOT, Locale.US, StandardCharsets.UTF_8, Object.class, String.class,
                new Object[0], new String[] { "a", "b" }, new int[] { 1, 2 }, new char[] { 'a' }, new byte[] { 1, 2 }, TimeUnit.SECONDS, java.time.DayOfWeek.MONDAY, new java.math.BigInteger("5"), Comparable.class, "%s", "%tc", "{0}", java.math.RoundingMode.UP, java.time.ZoneOffset.UTC })
                pool.add(new Value(constant, false));
            int probes = 2 + random.nextInt(3);
            for (int made = 0, tried = 0; made < probes && tried < 12; tried++) {
                Class<?> type = random.nextInt(6) == 0 ? probeClasses.get(random.nextInt(3)) : probeClasses.get(random.nextInt(probeClasses.size()));
                Constructor<?>[] makers = type.getConstructors();
                boolean any = false;
                for (int copy = 0; copy < 2; copy++) any |= call(makers[random.nextInt(makers.length)], null, true);
                if (any) made++;
            }
            Object[] elements = Observed.elements.toArray();
            seedCollections(elements);
            Observed.calls = 0;
            int count = 20 + random.nextInt(30);
            for (step = 0; step < count && Observed.active == this; step++) {
                Value value = pick();
                if (value == null) return;
                List<Executable> members = membersTaking(value.object.getClass(), random.nextInt(5) < 3);
                if (members.isEmpty()) continue;
                call(members.get(random.nextInt(members.size())), value, false);
            }
        }

        /** What interfaces of probes stand on, and what is there in all programs: collections with what the program made. */
        private void seedCollections(Object[] elements) {
            List<Object> below = new ArrayList<>();
            List<Object> list = new ArrayList<>(Arrays.asList(elements));
            below.add(list);
            below.add(new LinkedList<>(list));
            attempt(() -> below.add(new HashSet<>(list)));
            attempt(() -> below.add(new TreeSet<>(list)));
            attempt(() -> { Map<Object, Object> map = new HashMap<>(); for (Object one : elements) map.put(one, one); below.add(map); });
            attempt(() -> { Map<Object, Object> map = new TreeMap<>(); map.put("a", elements[0]); below.add(map); below.add(map.entrySet().iterator().next()); below.add(map.entrySet()); });
            attempt(() -> { Map<Object, Object> map = new java.util.concurrent.ConcurrentHashMap<>(); for (Object one : elements) map.put(one, one); below.add(map); });
            below.add(list.iterator());
            below.add(list.listIterator());
            below.add(Collections.enumeration(list));
            below.add(list.spliterator());
            below.add("ab");
            below.add(new StringBuilder("a"));
            below.add(java.time.LocalDate.of(2000, 1, 1));
            below.add(java.time.LocalDateTime.of(2000, 1, 1, 1, 1));
            below.add(java.time.Period.ofDays(1));
            below.add(java.time.chrono.IsoChronology.INSTANCE);
            below.add(java.time.temporal.ChronoUnit.DAYS);
            below.add(java.time.temporal.ChronoField.DAY_OF_MONTH);
            below.add(new Random(1));
            below.add(new StringReader("ab\nc"));
            below.add(new ByteArrayInputStream(new byte[] { 'a', 10, 'b' }));
            below.add(new java.text.StringCharacterIterator("ab"));
            below.add(new java.util.concurrent.LinkedBlockingDeque<>(list));
            below.add(new java.util.concurrent.LinkedTransferQueue<>(list));
            below.add(Path.of("a"));
            below.add(java.util.stream.Collectors.toList());
            below.add(1);
            below.add(new java.util.zip.CRC32());
            Observed.delegates = below;
            for (int chosen = 0; chosen < 4; chosen++) pool.add(new Value(below.get(random.nextInt(8)), true));
            pool.add(new Value(elements, true));
        }

        private void attempt(Runnable act) {
            try {
                act.run();
            } catch (Throwable e) {
                // Not of a kind that can be compared.
            }
            Observed.frames.clear();
        }

        private Value pick() {
            for (int tries = 0; tries < 30; tries++) {
                // Those made last are of the most steps.
                int at = random.nextBoolean() ? random.nextInt(pool.size()) : pool.size() - 1 - random.nextInt(Math.min(pool.size(), 12));
                if (pool.get(at).isOfProgram) return pool.get(at);
            }
            return null;
        }

        private boolean call(Executable member, Value given, boolean isFirst) {
            Class<?>[] types = member.getParameterTypes();
            boolean hasReceiver = member instanceof Method && !Modifier.isStatic(member.getModifiers());
            List<Integer> places = new ArrayList<>();
            if (given != null) {
                if (hasReceiver && member.getDeclaringClass().isInstance(given.object)) { places.add(-1); places.add(-1); }
                for (int at = 0; at < types.length; at++) if (types[at].isInstance(given.object)) places.add(at);
                if (places.isEmpty()) return false;
            }
            int place = given == null ? -2 : places.get(random.nextInt(places.size()));
            Value receiver = !hasReceiver ? null : place == -1 ? given : valueOf(member.getDeclaringClass());
            if (hasReceiver && (receiver == null || receiver.object == null)) return false;
            Object[] arguments = new Object[types.length];
            List<Value> used = new ArrayList<>();
            if (receiver != null) used.add(receiver);
            for (int at = 0; at < types.length; at++) {
                Value value = at == place ? given : valueOf(types[at]);
                if (value == null) { if (random.nextInt(4) != 0) return false; }
                else { arguments[at] = value.object; if (!types[at].isPrimitive()) used.add(value); }
                if (arguments[at] == null && types[at].isPrimitive()) return false;
            }
            boolean isOfProgram = isFirst;
            for (Value value : used) isOfProgram |= value.isOfProgram;
            if (!isOfProgram) return false;
            String owner = Probes.internal(member.getDeclaringClass());
            String name = member instanceof Constructor ? "<init>" : member.getName();
            String text = (!hasReceiver && member instanceof Method ? "static " : member instanceof Constructor ? "special " : "virtual ") + owner + " " + name + " " + Probes.descriptor(member);
            what = text;
            Observed.calls = 0;
            Observed.frames.clear();
            if (member instanceof Constructor && probeClasses.contains(member.getDeclaringClass())) {
                text = "special " + Probes.internal(member.getDeclaringClass().getSuperclass()) + " <init> " + Probes.descriptor(member);
            }
            called.add(text);
            String claims = values.claims.getOrDefault(member, "");
            if (receiver != null && !claims.contains("r")) Observed.confined.remove(receiver.object);
            // The program's methods that the call runs may be given arguments.
            List<Object> spared = new ArrayList<>();
            if (claims.contains("a")) for (Object argument : arguments) if (argument != null && Observed.confined.contains(argument)) spared.add(argument);
            for (Object argument : arguments) Observed.confined.remove(argument);
            Observed.Frame frame = new Observed.Frame(text, receiver == null ? null : receiver.object);
            Observed.frames.push(frame);
            Object result = null;
            try {
                if (member instanceof Method method) {
                    try { method.setAccessible(true); } catch (RuntimeException e) { /* It is public. */ }
                    result = method.invoke(receiver == null ? null : receiver.object, arguments);
                } else result = ((Constructor<?>) member).newInstance(arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof OutOfMemoryError) return false;
                if (random.nextInt(20) == 0) result = e.getCause();
            } catch (IllegalAccessException | InstantiationException | IllegalArgumentException | LinkageError e) {
                return false;
            }
            if (Observed.active != this) return false;
            Observed.frames.clear();
            if (!frame.seen.isEmpty()) emit(frame);
            steps.add(text);
            compare(text, claims, receiver == null ? null : receiver.object, result, frame);
            Observed.confined.addAll(spared);
            if (member instanceof Constructor && !probeClasses.contains(member.getDeclaringClass())) Observed.confined.add(result);
            for (Value value : used) if (!isConstant(value.object)) value.isOfProgram = true;
            if (result == null || isConstant(result)) return false;
            pool.add(new Value(result, true));
            if (isFirst) Observed.elements.add(result);
            return true;
        }

        /** The result with what is claimed of it and of all that was not kept. */
        private void compare(String text, String claims, Object receiver, Object result, Observed.Frame frame) {
            if (result == null || isConstant(result)) return;
            if (Observed.confined.contains(result) && !(result == receiver && claims.contains("s"))) contradict("what was not kept is returned: " + result.getClass().getName(), text);
            if (result instanceof Object[] array)
                for (Object one : array) if (one != null && Observed.confined.contains(one)) contradict("what was not kept is in an array: " + one.getClass().getName(), text);
            // What a method of the program returns may be handed on.
            if (!claims.contains("f") || !frame.seen.isEmpty()) return;
            for (Value value : pool) if (value.object == result) contradict("what is claimed to be new was there: " + result.getClass().getName(), text);
        }

        private void contradict(String how, String text) {
            synchronized (written) {
                if (Observed.active == this) contradictions.add(how + "\t" + text + "\t" + episode + "\t" + String.join("; ", steps));
            }
        }

        private boolean isConstant(Object object) { return object instanceof String || object instanceof Class || object instanceof Boolean || object instanceof Locale || object instanceof Enum || object.getClass().getName().matches("java\\.lang\\.(Integer|Long|Short|Byte|Character|Float|Double)"); }

        private Value valueOf(Class<?> type) {
            if (type == boolean.class) return new Value(random.nextBoolean(), false);
            if (type == char.class) return new Value((char) ('a' + random.nextInt(3)), false);
            int number = random.nextInt(5) - 1;
            if (type == int.class) return new Value(number, false);
            if (type == long.class) return new Value((long) number, false);
            if (type == short.class) return new Value((short) number, false);
            if (type == byte.class) return new Value((byte) number, false);
            if (type == float.class) return new Value((float) number, false);
            if (type == double.class) return new Value((double) number, false);
            List<Value> found = new ArrayList<>(), own = new ArrayList<>();
            for (Value one : pool) if (type.isInstance(one.object)) (one.isOfProgram ? own : found).add(one);
            if (!own.isEmpty() && (found.isEmpty() || random.nextInt(4) != 0)) return own.get(random.nextInt(own.size()));
            return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
        }

        /** The last steps, and those that may change what the analysis believes of all others. */
        private String told() {
            StringJoiner text = new StringJoiner("; ");
            for (int at = 0; at < steps.size(); at++)
                if (at >= steps.size() - 6 || remarkable.matcher(steps.get(at)).find()) text.add(steps.get(at));
            return text.toString();
        }

        private void emit(Observed.Frame frame) {
            String receiver = frame.receiver == null ? "-" : Probes.internal(frame.receiver.getClass());
            for (int probe = frame.seen.nextSetBit(0); probe >= 0; probe = frame.seen.nextSetBit(probe + 1)) {
                String line = frame.call + "\t" + receiver + "\t" + probe;
                synchronized (written) {
                    if (Observed.active != this || !written.add(line)) return;
                    try {
                        out.write(episode + "\t" + line + "\t" + told() + "\n");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        }
    }
}
