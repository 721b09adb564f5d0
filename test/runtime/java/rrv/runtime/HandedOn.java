package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Threads begin slices and hand their iterators on to others, which must find them all, while the tables grow and are rebuilt. Prints how many of the
 * iterators' events were counted.
 */
public final class HandedOn {
    private static final int CREATE = 0;
    private static final int USE = 2;
    private static final int PAIRS = 2;
    private static final int ITERATORS = 150_000;
    /** How many objects a thread keeps, and how many it uses whenever a new one comes. */
    private static final int KNOWN = 50_000;
    private static final int USES = 10;
    private static final Object[] END = new Object[0];

    private HandedOn() {
    }

    /** Argument: a file with the definition of SafeIterator. */
    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        PropertyDefinition safeIterator = PropertyDefinition.parse(text).properties.get(0);
        final PropertyMonitor monitor = Monitors.create(safeIterator, null, null, new MonitoredObjects());
        Thread[] threads = new Thread[2 * PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            final BlockingQueue<Object[]> queue = new ArrayBlockingQueue<Object[]>(256);
            threads[2 * pair] = new Thread(new Runnable() {
                @Override
                public void run() {
                    create(monitor, queue);
                }
            });
            threads[2 * pair + 1] = new Thread(new Runnable() {
                @Override
                public void run() {
                    use(monitor, queue);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long[] counts = new long[3];
        monitor.addAllCounts(counts);
        System.out.println(monitor.getClass().getSimpleName() + " " + counts[CREATE] + " " + counts[USE]);
    }

    /** Hands on the collection with its iterator: without it, nothing could be reported of the iterator. */
    private static void create(PropertyMonitor monitor, BlockingQueue<Object[]> queue) {
        try {
            for (int index = 0; index < ITERATORS; index++) {
                Object[] made = {new Object(), new Object()};
                monitor.event(CREATE, made[0], made[1], 1);
                queue.put(made);
            }
            queue.put(END);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Uses each iterator when it comes, then others again, while those take its place. */
    private static void use(PropertyMonitor monitor, BlockingQueue<Object[]> queue) {
        Object[][] known = new Object[KNOWN][];
        int count = 0;
        try {
            for (Object[] made = queue.take(); made != END; made = queue.take()) {
                known[count++ % KNOWN] = made;
                for (int use = 0; use < USES; use++) {
                    monitor.eventIfBound(USE, known[(count - 1) * (use + 1) % Math.min(count, KNOWN)][1], 2);
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
