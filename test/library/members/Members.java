package library;

import static library.Attempt.attempt;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PrintStream;
import java.io.PushbackInputStream;
import java.io.PushbackReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.JarURLConnection;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Properties;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Methods that belong to an event of a property beside those that its program in `programs` calls. */
final class Members {
    static void inAnotherThread(Runnable code) throws InterruptedException {
        Thread other = new Thread(code);
        other.start();
        other.join();
    }

    public static void main(String[] arguments) throws Exception {
        unmodifiable();
        fixedSize();
        iterators();
        views();
        sorting();
        copying();
        streams();
        files();
        network();
        threads();
        text();
        database();
    }

    static void unmodifiable() {
        List<String> names = List.of("b", "a");
        attempt(() -> names.addAll(List.of("c"))); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.removeAll(List.of("c"))); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.removeIf(String::isEmpty)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.retainAll(names)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.replaceAll(String::trim)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.sort(null)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> Collections.sort(names)); // Collections_UnmodifiableUpdate: 1
        List<String> empty = Collections.unmodifiableList(new ArrayList<>());
        attempt(() -> empty.removeIf(String::isEmpty)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> empty.replaceAll(String::trim)); // Collections_UnmodifiableUpdate: 1
        Map<String, Integer> ages = Map.of("a", 1);
        attempt(() -> ages.putAll(Map.of("c", 3))); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.putIfAbsent("a", 2)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.replace("a", 2)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.replaceAll((name, age) -> age)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.computeIfAbsent("b", String::length)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.computeIfPresent("b", (name, age) -> age)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.compute("b", (name, age) -> age)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.merge("b", 1, Integer::sum)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> ages.getOrDefault("b", 1));
        Map<String, Integer> shown = Collections.unmodifiableMap(new HashMap<>());
        attempt(() -> shown.computeIfPresent("b", (name, age) -> age)); // Collections_UnmodifiableUpdate: 1
        NavigableSet<String> sorted = Collections.unmodifiableNavigableSet(new TreeSet<>());
        attempt(() -> sorted.pollFirst()); // Collections_UnmodifiableUpdate: 1
        NavigableMap<String, Integer> sortedMap = Collections.unmodifiableNavigableMap(new TreeMap<>());
        attempt(() -> sortedMap.pollLastEntry()); // Collections_UnmodifiableUpdate: 1
        List<String> collected = Stream.of("a").toList();
        attempt(() -> collected.add("b")); // Collections_UnmodifiableUpdate: 1
    }

    static void fixedSize() {
        List<String> names = Arrays.asList("b", "a");
        attempt(() -> Collections.addAll(names, "c")); // Arrays_AsListResize: 1
        attempt(() -> names.removeAll(List.of("c")));
        attempt(() -> Collections.sort(names));
    }

    static void iterators() {
        ArrayDeque<String> tasks = new ArrayDeque<>(List.of("a", "b"));
        Iterator<String> each = tasks.iterator();
        tasks.poll();
        attempt(() -> each.forEachRemaining(String::trim)); // ArrayDeque_UnsafeIterator: 1
        NavigableSet<String> names = new TreeSet<>(List.of("a", "b"));
        Iterator<String> down = names.descendingSet().iterator();
        names.pollFirst();
        attempt(() -> down.forEachRemaining(String::trim)); // NavigableSet_Modification: 1
        NavigableMap<String, Integer> ages = new TreeMap<>(Map.of("a", 1, "b", 2));
        Iterator<Integer> values = ages.descendingMap().values().iterator();
        ages.merge("c", 3, Integer::sum);
        attempt(() -> values.forEachRemaining(Integer::doubleValue)); // NavigableMap_Modification: 1
        Iterator<Integer> replaced = ages.descendingMap().values().iterator();
        ages.replaceAll((name, age) -> age + 1);
        attempt(() -> replaced.forEachRemaining(Integer::doubleValue));
    }

    static void views() {
        LinkedList<String> tasks = new LinkedList<>(List.of("a", "b"));
        List<String> first = tasks.subList(0, 1);
        tasks.offer("c");
        attempt(() -> first.get(0)); // List_UnsynchronizedSubList: 1
        List<String> second = tasks.subList(0, 1);
        tasks.push("d");
        attempt(() -> second.get(0)); // List_UnsynchronizedSubList: 1
        List<String> third = tasks.subList(0, 1);
        tasks.peek();
        attempt(() -> third.get(0));
        Vector<String> names = new Vector<>(List.of("a", "b"));
        List<String> begin = names.subList(0, 1);
        names.insertElementAt("c", 0);
        attempt(() -> begin.get(0)); // List_UnsynchronizedSubList: 1
        NavigableMap<String, Integer> ages = new TreeMap<>(Map.of("a", 1));
        Set<String> keys = ages.navigableKeySet();
        attempt(() -> keys.add("b")); // Map_CollectionViewAdd: 1
        attempt(() -> keys.remove("b"));
        ResourceBundle.Control control = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT);
        List<String> formats = control.getFormats("texts");
        attempt(() -> formats.sort(null)); // ResourceBundleControl_MutateFormatList: 1
    }

    static void sorting() {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        Collections.sort(names);
        Collections.addAll(names, "A");
        System.out.println(Collections.binarySearch(names, "A")); // Collections_SortBeforeBinarySearch: 1
        Collections.sort(names);
        names.replaceAll(name -> name.equals("b") ? "" : name);
        System.out.println(Collections.binarySearch(names, "A")); // Collections_SortBeforeBinarySearch: 1
        Vector<String> old = new Vector<>(List.of("a", "b"));
        Collections.sort(old);
        old.addElement("A");
        System.out.println(Collections.binarySearch(old, "A")); // Collections_SortBeforeBinarySearch: 1
        Collections.sort(old);
        old.removeElement("a");
        System.out.println(Collections.binarySearch(old, "A"));
        String[] words = {"a", "B", "c"};
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        Arrays.parallelSort(words);
        System.out.println(Arrays.binarySearch(words, "a"));
        Arrays.parallelSort(words, Comparator.reverseOrder());
        System.out.println(Arrays.binarySearch(words, "a") < 3); // Arrays_SortBeforeBinarySearch: 1
        Arrays.parallelSort(words, 0, 3);
        System.out.println(Arrays.binarySearch(words, "a"));
    }

    /** Changes itself while it is copied, as another thread would. */
    static final class Tasks extends ArrayDeque<String> {
        private static final long serialVersionUID = 1;

        @Override
        public Object[] toArray() {
            ArrayDeque<String> itself = this;
            itself.poll(); // Collection_UnsynchronizedAddAll: 1
            return super.toArray();
        }
    }

    /** The same. */
    static final class Ages extends HashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            Map<String, Integer> itself = this;
            itself.merge("late", 2, Integer::sum); // Map_UnsynchronizedAddAll: 1
            return super.entrySet();
        }
    }

    /** May be changed meanwhile. */
    static final class SharedAges extends ConcurrentHashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            Map<String, Integer> itself = this;
            itself.put("late", 2);
            return super.entrySet();
        }
    }

    /** The same. */
    static final class SharedTasks extends ConcurrentLinkedQueue<String> {
        private static final long serialVersionUID = 1;

        @Override
        public Object[] toArray() {
            Queue<String> itself = this;
            itself.poll();
            return super.toArray();
        }
    }

    static void copying() {
        Collection<String> tasks = new Tasks();
        tasks.add("a");
        System.out.println(new ArrayList<String>().addAll(tasks));
        Map<String, Integer> ages = new Ages();
        ages.put("a", 1);
        new HashMap<String, Integer>().putAll(ages);
        new HashMap<String, Integer>().putAll(new SharedAges());
        System.out.println(new ArrayList<String>().addAll(new SharedTasks()));
    }

    static void streams() {
        Stream<String> first = Stream.of("a");
        Stream<String> second = Stream.of("b");
        System.out.println(Stream.concat(first, second).count());
        attempt(() -> first.count()); // Stream_UseOnce: 1
        attempt(() -> second.count()); // Stream_UseOnce: 1
        IntStream numbers = IntStream.of(1);
        System.out.println(numbers.sum());
        attempt(() -> IntStream.concat(IntStream.of(2), numbers)); // Stream_UseOnce: 1
    }

    static InputStream buffered(String text) {
        return new BufferedInputStream(new ByteArrayInputStream(text.getBytes()));
    }

    static void files() throws Exception {
        ZipInputStream archive = new ZipInputStream(buffered(""));
        archive.close();
        attempt(() -> archive.getNextEntry()); // InputStream_ManipulateAfterClose: 1
        PushbackInputStream pushback = new PushbackInputStream(buffered("text"));
        pushback.close();
        attempt(() -> pushback.unread('a')); // InputStream_ManipulateAfterClose: 1
        attempt(() -> pushback.markSupported());
        PushbackReader reader = new PushbackReader(new StringReader("text"));
        reader.close();
        attempt(() -> reader.unread('a')); // Reader_ManipulateAfterClose: 1

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(bytes);
        printed.print("kept");
        printed.close();
        printed.println("lost"); // OutputStream_ManipulateAfterClose: 1
        printed.format("%s", "lost"); // OutputStream_ManipulateAfterClose: 1
        printed.append("lost"); // OutputStream_ManipulateAfterClose: 1
        System.out.println(bytes + " " + printed.checkError());
        ZipOutputStream zip = new ZipOutputStream(OutputStream.nullOutputStream());
        zip.close();
        attempt(() -> zip.putNextEntry(new ZipEntry("late"))); // OutputStream_ManipulateAfterClose: 1
        attempt(() -> zip.closeEntry()); // OutputStream_ManipulateAfterClose: 1

        Path path = File.createTempFile("library", ".jar").toPath();
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel.close();
        attempt(() -> channel.transferTo(0, 1, channel)); // Channel_ManipulateAfterClose: 1
        attempt(() -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 0)); // Channel_ManipulateAfterClose: 1
        attempt(() -> channel.force(true)); // Channel_ManipulateAfterClose: 1
        attempt(() -> channel.tryLock()); // Channel_ManipulateAfterClose: 1
        AsynchronousFileChannel later = AsynchronousFileChannel.open(path, StandardOpenOption.READ);
        later.close();
        attempt(() -> later.size()); // Channel_ManipulateAfterClose: 1
        attempt(() -> later.read(java.nio.ByteBuffer.allocate(1), 0).get()); // Channel_ManipulateAfterClose: 1
        DatagramChannel datagrams = DatagramChannel.open();
        datagrams.close();
        attempt(() -> datagrams.receive(java.nio.ByteBuffer.allocate(1))); // Channel_ManipulateAfterClose: 1
        attempt(() -> datagrams.isOpen());

        try (ZipOutputStream jar = new ZipOutputStream(new FileOutputStream(path.toFile()))) {
            jar.putNextEntry(new ZipEntry("entry"));
        }
        JarFile jar = new JarFile(path.toFile());
        jar.close();
        attempt(() -> jar.getJarEntry("entry")); // ZipFile_ManipulateAfterClose: 1
        attempt(() -> jar.versionedStream()); // ZipFile_ManipulateAfterClose: 1
        attempt(() -> jar.isMultiRelease());
        URLConnection inJar = new URL("jar:" + path.toUri() + "!/entry").openConnection();
        inJar.setUseCaches(false);
        ZipFile connected = ((JarURLConnection) inJar).getJarFile();
        attempt(() -> inJar.setUseCaches(true)); // URLConnection_SetBeforeConnect: 1
        connected.close();
        System.out.println(path.toFile().delete());

        Scanner scanner = new Scanner("a b");
        scanner.close();
        attempt(() -> scanner.forEachRemaining(String::trim)); // Scanner_SearchAfterClose: 1
        attempt(() -> scanner.reset());
        InputStream source = buffered("a b");
        new Scanner(source).close();
        attempt(() -> source.skipNBytes(1)); // Scanner_ManipulateAfterClose: 1
        attempt(() -> source.transferTo(bytes)); // Scanner_ManipulateAfterClose: 1
        PipedInputStream pipe = new PipedInputStream();
        attempt(() -> pipe.readAllBytes()); // PipedInputStream_UnconnectedRead: 1
        PipedInputStream another = new PipedInputStream();
        attempt(() -> another.skip(1)); // PipedInputStream_UnconnectedRead: 1
        PipedInputStream unread = new PipedInputStream();
        attempt(() -> unread.available());
        InputStream document = buffered("<!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\"><properties/>");
        new Properties().loadFromXML(document);
        attempt(() -> document.transferTo(bytes)); // Properties_ManipulateAfterLoad: 1

        Inflater inflater = new Inflater();
        inflater.end();
        attempt(() -> inflater.getTotalIn()); // Inflater_UseAfterEnd: 1
        attempt(() -> inflater.getBytesWritten()); // Inflater_UseAfterEnd: 1
        attempt(() -> inflater.getAdler()); // Inflater_UseAfterEnd: 1
        attempt(() -> inflater.setDictionary(new byte[1])); // Inflater_UseAfterEnd: 1
        attempt(() -> inflater.finished());
        Deflater deflater = new Deflater();
        deflater.end();
        attempt(() -> deflater.getTotalOut()); // Inflater_UseAfterEnd: 1
        attempt(() -> deflater.setDictionary(new byte[1])); // Inflater_UseAfterEnd: 1
        attempt(() -> deflater.setLevel(1));
    }

    static void network() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 2, here)) {
            Socket socket = new Socket(here, server.getLocalPort());
            InputStream input = socket.getInputStream();
            socket.close();
            attempt(() -> input.transferTo(OutputStream.nullOutputStream())); // Socket_CloseInput: 1
        }
        DatagramSocket datagrams = new DatagramSocket(new InetSocketAddress(here, 0));
        datagrams.close();
        attempt(() -> datagrams.setBroadcast(true)); // DatagramSocket_ManipulateAfterClose: 1
        attempt(() -> datagrams.setReceiveBufferSize(1)); // DatagramSocket_ManipulateAfterClose: 1
        attempt(() -> datagrams.getSoTimeout()); // DatagramSocket_ManipulateAfterClose: 1
        attempt(() -> datagrams.getTrafficClass()); // DatagramSocket_ManipulateAfterClose: 1
        attempt(() -> datagrams.getOption(java.net.StandardSocketOptions.SO_RCVBUF)); // DatagramSocket_ManipulateAfterClose: 1
        attempt(() -> datagrams.getLocalPort());
        attempt(() -> datagrams.disconnect());
        MulticastSocket group = new MulticastSocket(new InetSocketAddress(here, 0));
        group.close();
        attempt(() -> group.setTimeToLive(1)); // DatagramSocket_ManipulateAfterClose: 1
        attempt(() -> group.joinGroup(new InetSocketAddress("224.0.0.1", 0), null)); // DatagramSocket_ManipulateAfterClose: 1
        URLConnection connection = new File(".").toURI().toURL().openConnection();
        connection.getExpiration();
        connection.connect(); // URLConnection_Connect: 1
    }

    static void threads() throws Exception {
        SimpleDateFormat format = new SimpleDateFormat("yyyy");
        format.applyPattern("yy");
        inAnotherThread(() -> {
            format.toPattern();
            format.applyPattern("yyyy"); // SimpleDateFormat_ThreadSafe: 1
        });
        ServiceLoader<Runnable> services = ServiceLoader.load(Runnable.class);
        inAnotherThread(() -> {
            services.findFirst(); // ServiceLoader_MultipleConcurrentThreads: 1
        });
        ServiceLoader<Runnable> others = ServiceLoader.load(Runnable.class);
        inAnotherThread(() -> {
            others.forEach(Runnable::run); // ServiceLoader_MultipleConcurrentThreads: 1
        });
    }

    /** A program's own exception that has all four parameters. */
    static final class Problem extends Exception {
        private static final long serialVersionUID = 1;

        Problem(String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
            super(message, cause, enableSuppression, writableStackTrace);
        }
    }

    static void text() {
        Matcher matcher = Pattern.compile("a+").matcher("baab");
        System.out.println(matcher.results().findFirst().isPresent() + matcher.group());
        Throwable unchecked = new UncheckedIOException(new IOException("first"));
        attempt(() -> unchecked.initCause(new Error("second"))); // Throwable_InitCauseOnce: 1
        Throwable problem = new Problem("problem", new Error("first"), true, true);
        attempt(() -> problem.initCause(new Error("second"))); // Throwable_InitCauseOnce: 1
    }

    /** Stands for a driver: its answers are zero, false and nothing. */
    @SuppressWarnings("unchecked")
    static <T> T driver(Class<T> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
            Class<?> result = method.getReturnType();
            if (result == ResultSet.class) return driver(ResultSet.class);
            if (result == boolean.class) return false;
            return result == int.class ? 0 : null;
        });
    }

    static void database() throws SQLException {
        Statement statement = driver(Statement.class);
        ResultSet keys = statement.getGeneratedKeys();
        statement.close();
        attempt(() -> keys.absolute(1)); // ResultSet_ManipulateAfterClose: 1
        attempt(() -> keys.wasNull()); // ResultSet_ManipulateAfterClose: 1
        attempt(() -> keys.deleteRow()); // ResultSet_ManipulateAfterClose: 1
        attempt(() -> keys.isClosed());
        Statement other = driver(Statement.class);
        other.execute("select 1");
        ResultSet rows = other.getResultSet();
        attempt(() -> rows.absolute(1));
        other.execute("select 2");
        attempt(() -> rows.previous()); // Statement_ReexecuteWhileReading: 1
        attempt(() -> rows.isClosed());
    }
}
