package library;

import static library.Attempt.attempt;

import java.io.StringReader;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/** The same for methods that JDK 17 does not have. */
final class NewerMembers {
    public static void main(String[] arguments) throws Exception {
        List<String> names = List.of("a", "b");
        attempt(() -> names.addFirst("c")); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.removeLast()); // Collections_UnmodifiableUpdate: 1
        attempt(() -> names.getLast());
        SequencedMap<String, Integer> shown = Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
        attempt(() -> shown.putFirst("a", 1)); // Collections_UnmodifiableUpdate: 1
        attempt(() -> shown.pollFirstEntry()); // Collections_UnmodifiableUpdate: 1
        SequencedCollection<String> seen = Collections.unmodifiableSequencedCollection(new ArrayList<>());
        attempt(() -> seen.addLast("a")); // Collections_UnmodifiableUpdate: 1

        List<String> fixed = Arrays.asList("a", "b");
        attempt(() -> fixed.addLast("c")); // Arrays_AsListResize: 1
        attempt(() -> fixed.removeFirst()); // Arrays_AsListResize: 1
        attempt(() -> fixed.getFirst());
        SequencedCollection<String> sequenced = fixed;
        attempt(() -> sequenced.removeLast()); // Arrays_AsListResize: 1
        SequencedCollection<String> limited = new LinkedBlockingDeque<>(1);
        limited.addFirst("a"); // Deque_OfferRatherThanAdd: 1

        NavigableSet<String> sorted = new TreeSet<>(names);
        NavigableSet<String> reversed = sorted.reversed();
        Iterator<String> down = reversed.iterator();
        sorted.add("c");
        attempt(() -> down.next()); // NavigableSet_Modification: 1, SafeHasNext: 1, Iterator_HasNext: 1
        NavigableMap<String, Integer> ages = new TreeMap<>(Map.of("a", 1, "b", 2));
        Iterator<Integer> values = ages.reversed().sequencedValues().iterator();
        ages.pollFirstEntry();
        attempt(() -> values.forEachRemaining(Integer::doubleValue)); // NavigableMap_Modification: 1

        SequencedMap<String, Integer> ordered = new LinkedHashMap<>(Map.of("a", 1));
        SequencedSet<String> keys = ordered.sequencedKeySet();
        attempt(() -> keys.addFirst("b")); // Map_CollectionViewAdd: 1
        attempt(() -> keys.removeFirst());
        SequencedMap<String, Boolean> backing = new LinkedHashMap<>();
        SequencedSet<String> set = Collections.newSequencedSetFromMap(backing);
        set.addFirst("a");
        backing.put("b", true); // Collections_NewSetFromMap: 1
        SequencedMap<String, Boolean> full = new LinkedHashMap<>(Map.of("a", true));
        attempt(() -> Collections.newSequencedSetFromMap(full)); // Collections_NewSetFromMap: 1
        List<String> found = new ArrayList<>(names);
        Collections.sort(found);
        found.addLast("");
        System.out.println(Collections.binarySearch(found, "")); // Collections_SortBeforeBinarySearch: 1

        NavigableMap<String, Integer> locked = Collections.synchronizedNavigableMap(new TreeMap<>(Map.of("a", 1)));
        attempt(() -> locked.sequencedKeySet().iterator()); // Collections_SynchronizedMap: 1
        attempt(() -> locked.navigableKeySet().iterator()); // Collections_SynchronizedMap: 1
        synchronized (locked) {
            for (int age : locked.sequencedValues())
                System.out.println(age);
        }

        Thread virtual = Thread.startVirtualThread(() -> { });
        virtual.join();
        attempt(() -> virtual.start()); // Thread_StartOnce: 1
        Thread platform = Thread.ofPlatform().start(() -> { });
        platform.join();
        attempt(() -> platform.start()); // Thread_StartOnce: 1
        CountDownLatch ended = new CountDownLatch(1);
        Thread.Builder builder = Thread.ofVirtual();
        Thread waits = builder.start(() -> attempt(() -> ended.await()));
        attempt(() -> waits.setDaemon(true)); // Thread_SetDaemonBeforeStart: 1
        ended.countDown();
        waits.join();
        Thread made = builder.unstarted(() -> { });
        made.setDaemon(true);
        made.start();
        made.join();

        StringReader reader = new StringReader("text");
        reader.close();
        attempt(() -> reader.readAllLines()); // Reader_ManipulateAfterClose: 1
        Deflater deflater = new Deflater();
        deflater.close();
        attempt(() -> deflater.reset()); // Inflater_UseAfterEnd: 1

        ForkJoinPool pool = new ForkJoinPool(1);
        pool.shutdown();
        Callable<Integer> task = () -> 1;
        attempt(() -> pool.submitWithTimeout(task, 1, TimeUnit.SECONDS, null)); // ExecutorService_SubmitAfterShutdown: 1
        attempt(() -> pool.externalSubmit(ForkJoinTask.adapt(task))); // ExecutorService_SubmitAfterShutdown: 1
        attempt(() -> pool.getQueuedSubmissionCount());

        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answers = new Thread(() -> attempt(() -> answer(server)));
            answers.start();
            URI address = new URI("http", null, "127.0.0.1", server.getLocalPort(), "/", null, null);
            HttpURLConnection http = (HttpURLConnection) address.toURL().openConnection(java.net.Proxy.NO_PROXY);
            long expires = http.getExpiration();
            answers.join();
            System.out.println(expires);
            attempt(() -> http.setAuthenticator(new Authenticator() { })); // HttpURLConnection_SetBeforeConnect: 1
            attempt(() -> http.setDoOutput(true)); // URLConnection_SetBeforeConnect: 1
            attempt(() -> http.setInstanceFollowRedirects(true));
        }
    }

    static void answer(ServerSocket server) throws Exception {
        try (Socket client = server.accept()) {
            InputStream request = client.getInputStream();
            int newlines = 0;
            for (int next = request.read(); next >= 0 && newlines < 4; next = newlines < 4 ? request.read() : next)
                newlines = next == '\n' || next == '\r' ? newlines + 1 : 0;
            OutputStream output = client.getOutputStream();
            output.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes());
        }
    }
}
