package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads loop over new lists, let each other update some of them in between, and do not always say where a loop is over, while objects are collected.
 * Argument: a file with the definition of SafeIterator. Prints how many slices waited for lists without an entry, how many uses of iterators
 * were decided otherwise than they should be, how many reports are missing, and how many hashes are awaited in the end.
 */
public final class AwaitedCheck {
    private static final int CREATE = 0;
    private static final int UPDATE = 1;
    private static final int USE = 2;
    private static final int THREADS = 4;
    private static final int LOOPS = 150_000;
    /** How many loops of a thread are under way. */
    private static final int NESTED = 9;
    /** So many of them go on to the end. */
    private static final int LONG = 4;

    private final OwnedMonitor monitor;
    private long awaited;
    private long wrong;
    private final AtomicLong missing = new AtomicLong();

    private AwaitedCheck(OwnedMonitor monitor) {
        this.monitor = monitor;
    }

    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        PropertyDefinition safeIterator = PropertyDefinition.parse(text).properties.get(0);
        final AwaitedCheck check = new AwaitedCheck((OwnedMonitor) Monitors.create(safeIterator, null, null, new MonitoredObjects()));
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                check.missing.decrementAndGet();
            }
        });
        final SynchronousQueue<List<Object>> toUpdate = new SynchronousQueue<List<Object>>();
        final SynchronousQueue<Object> updated = new SynchronousQueue<Object>();
        Thread updater = new Thread(new Runnable() {
            @Override
            public void run() {
                check.update(toUpdate, updated);
            }
        });
        updater.setDaemon(true);
        updater.start();
        Thread[] threads = new Thread[THREADS];
        for (int thread = 0; thread < THREADS; thread++) {
            final Random random = new Random(thread);
            threads[thread] = new Thread(new Runnable() {
                @Override
                public void run() {
                    check.loop(random, toUpdate, updated);
                }
            });
            threads[thread].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long before = AwaitedHashes.count(check.monitor);
        ModelCheck.collectGarbage();
        check.giveUpBatches();
        System.out.println("awaited=" + check.awaited + " wrong=" + check.wrong + " missing=" + check.missing + " never ended=" + (before > 0) + " left="
                + AwaitedHashes.count(check.monitor) + " lost=" + check.monitor.lost);
    }

    private void update(SynchronousQueue<List<Object>> toUpdate, SynchronousQueue<Object> updated) {
        try {
            while (true) {
                monitor.eventIfBound(UPDATE, toUpdate.take(), 3);
                updated.put("");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void loop(Random random, SynchronousQueue<List<Object>> toUpdate, SynchronousQueue<Object> updated) {
        List<?>[] lists = new List<?>[NESTED];
        Object[] iterators = new Object[NESTED];
        Object[] slices = new Object[NESTED];
        boolean[] isUpdated = new boolean[NESTED];
        boolean[] isReported = new boolean[NESTED];
        long waited = 0;
        long mistakes = 0;
        try {
            for (int loop = 0; loop < LOOPS; loop++) {
                int at = loop < LONG ? loop : LONG + random.nextInt(NESTED - LONG);
                if (random.nextInt(2000) != 0) {
                    DeferredSlice.end(slices[at]);
                }
                List<Object> list = new ArrayList<Object>();
                lists[at] = list;
                isUpdated[at] = false;
                isReported[at] = false;
                if (random.nextInt(4) == 0) {
                    // Another loop over it, or an update when its hash is awaited, may have made an entry.
                    monitor.eventIfBound(UPDATE, list, 1);
                }
                // At first, lists are known by what waits for them alone.
                boolean hasOthers = loop > LOOPS / 2;
                if (hasOthers && random.nextInt(16) == 0) {
                    monitor.event(CREATE, list, new Object(), 1);
                }
                iterators[at] = new Object();
                slices[at] = monitor.begin(null, true, CREATE, list, iterators[at], 1);
                waited += ((DeferredSlice) slices[at]).awaits == null ? 0 : 1;
                for (int uses = random.nextInt(6); uses > 0; uses--) {
                    int other = random.nextInt(NESTED);
                    if (lists[other] == null) {
                        continue;
                    }
                    switch (random.nextInt(12)) {
                        case 0:
                            if (other < LONG && random.nextInt(1000) != 0) {
                                break;
                            }
                            isUpdated[other] = true;
                            if (random.nextInt(16) == 0) {
                                @SuppressWarnings("unchecked")
                                List<Object> handedOver = (List<Object>) lists[other];
                                toUpdate.put(handedOver);
                                updated.take();
                            } else {
                                monitor.eventIfBound(UPDATE, lists[other], 2);
                            }
                            break;
                        case 1:
                            monitor.eventIfBound(UPDATE, new ArrayList<Object>(), 2);
                            break;
                        case 2:
                            if (hasOthers) {
                                monitor.event(CREATE, lists[other], new Object(), 1);
                            }
                            break;
                        default:
                            if (isUpdated[other] && !isReported[other]) {
                                isReported[other] = true;
                                missing.incrementAndGet();
                            }
                            if (DeferredSlice.isDeferred(slices[other], iterators[other])) {
                                mistakes += isUpdated[other] ? 1 : 0;
                            } else {
                                mistakes += isUpdated[other] ? 0 : 1;
                                monitor.eventIfBound(USE, iterators[other], 4);
                            }
                    }
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        synchronized (this) {
            awaited += waited;
            wrong += mistakes;
        }
    }

    /** As if there were a collection, and many loops, and that twice: the batch that was current is given up the second time. */
    private void giveUpBatches() throws InterruptedException {
        for (int time = 0; time < 2; time++) {
            Identity.Collections.seen++;
            for (OwnerPart part : monitor.roots) {
                for (int loop = 0; loop < 10_000; loop++) {
                    part.awaited().remove(1, part.awaited().add(1));
                }
            }
            ModelCheck.collectGarbage();
        }
    }
}
