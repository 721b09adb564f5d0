package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads play random events on objects of their own, and on shared ones whose slices they may not violate; totals
 * must be those of one thread playing all of it. Arguments: definition file, threads, engine. Prints the totals.
 */
public final class ThreadStress {
    /** (map, view, iterator): made, viewed, walked, used; reported where an iterator of a view is new, with a monitor for Java code. */
    private static final String VIEWS = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tViews\terror\n"
            + "parameter\tm\tobject\nparameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tmade\t0\tcreation\t0\t0\nevent\tviewed\t1\t-\t0,1\t0,1\n"
            + "event\twalked\t2\t-\t1,2\t0,1\nevent\tused\t3\t-\t2\t0\n"
            + "automaton\t5\t4\t0\nrow\t1\t4\t4\t4\nrow\t4\t2\t4\t4\nrow\t4\t4\t3\t4\nrow\t4\t4\t4\t4\n"
            + "row\t4\t4\t4\t4\ncategory\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    static final AtomicLong VIOLATIONS = new AtomicLong();

    private ThreadStress() {
    }

    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        final List<PropertyMonitor> monitors = new ArrayList<PropertyMonitor>();
        MonitoredObjects objects = new MonitoredObjects();
        for (PropertyDefinition definition : PropertyDefinition.parse(text).properties) {
            monitors.add(Monitors.create(definition, null, args[2], objects));
        }
        PropertyDefinition views = PropertyDefinition.parse(VIEWS).properties.get(0);
        monitors.add(new BodyMonitor(views, new Automaton(views), ModelCheck.ACCEPTING, objects));
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                VIOLATIONS.incrementAndGet();
            }
        });
        final int players = 8;
        int threads = Integer.parseInt(args[1]);
        final CountDownLatch go = new CountDownLatch(1);
        final Object[] shared = new Object[8];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = new Object();
        }
        Thread[] running = new Thread[threads];
        final int share = players / threads;
        for (int t = 0; t < threads; t++) {
            final int first = t * share;
            running[t] = new Thread() {
                @Override
                public void run() {
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    for (int player = first; player < first + share; player++) {
                        play(monitors, new Random(player), shared);
                    }
                }
            };
            running[t].start();
        }
        go.countDown();
        for (Thread thread : running) {
            thread.join();
        }
        StringBuilder out = new StringBuilder("violations=" + VIOLATIONS);
        for (PropertyMonitor monitor : monitors) {
            long[] counts = new long[monitor.definition.events.length];
            monitor.addCounts(counts);
            ModelCheck.collectGarbage();
            monitor.clean();
            out.append(' ').append(monitor.definition.name).append(java.util.Arrays.toString(counts)).append(" created=")
                    .append(monitor.created()).append(" live=").append(monitor.created() - monitor.collected())
                    .append(" lost=").append(monitor.lost);
        }
        System.out.println(out);
        if (shared.length == 0) {
            throw new AssertionError();
        }
    }

    private static void play(List<PropertyMonitor> monitors, Random random, Object[] shared) {
        PropertyMonitor iterator = monitors.get(0);
        PropertyMonitor map = monitors.get(2);
        PropertyMonitor hasNext = monitors.get(3);
        PropertyMonitor view = monitors.get(monitors.size() - 1);
        Object[] collections = new Object[20];
        Object[] maps = new Object[20];
        Object[] views = new Object[20];
        Object[] iterators = new Object[20];
        for (int step = 0; step < 15000; step++) {
            int k = random.nextInt(20);
            if (collections[k] == null || random.nextInt(50) == 0) {
                collections[k] = new Object();
                maps[k] = new Object();
                views[k] = new Object();
                map.event(0, maps[k], views[k], 1);
                view.event(0, maps[k], 14);
                view.event(1, maps[k], views[k], 15);
            }
            Object walker = new Object();
            switch (random.nextInt(6)) {
                case 0:
                    view.event(3, walker, 16);
                    break;
                case 1:
                    view.event(2, collections[k], walker, 17);
                    break;
                case 2:
                    view.event(2, views[k], walker, 18);
                    break;
                default:
                    break;
            }
            if (random.nextInt(8) == 0) {
                view.event(2, views[k], walker, 19);
                view.event(3, walker, 20);
            }
            switch (random.nextInt(8)) {
                case 0:
                case 1:
                    // Half of them hold their slices, and a copy of one that does has others.
                    iterators[k] = k % 2 == 0 ? new Object() : new ModelCheck.Holding(HeldSlice.make());
                    if (k % 4 == 1) {
                        hasNext.event(0, iterators[k], 21);
                        iterators[k] = ((ModelCheck.Holding) iterators[k]).copy();
                    }
                    iterator.event(0, collections[k], iterators[k], 2);
                    map.event(1, views[k], iterators[k], 3);
                    break;
                case 2:
                    iterator.event(1, collections[random.nextInt(20) == 0 ? k : (k + 1) % 20], 4);
                    map.event(2, maps[k], 5);
                    break;
                case 3: {
                    // Iterators of a shared collection that are never used after an update.
                    Object own = new Object();
                    Object common = shared[random.nextInt(shared.length)];
                    iterator.event(0, common, own, 6);
                    map.event(0, common, common, 7);
                    iterator.event(1, common, 8);
                    break;
                }
                default:
                    if (iterators[k] != null) {
                        hasNext.event(0, iterators[k], 9);
                        hasNext.event(1, iterators[k], 10);
                        iterator.event(2, iterators[k], 11);
                        map.event(3, iterators[k], 12);
                        if (random.nextInt(100) == 0) {
                            hasNext.event(1, iterators[k], 13);
                        }
                    }
            }
        }
    }
}
