package rrv.runtime;

import java.util.ArrayList;

/**
 * An event of a collection that may be left out, stopped at each place once ({@link Schedule}), where another thread meanwhile gives
 * the collection, for which a deferred slice waits, its entry: the slice has the event all the same. Prints how many places there are.
 */
public final class AwaitedOrderCheck {
    static final PropertyDefinition SAFE_ITERATOR = PropertyDefinition.parse("rrv-unit\t1\nversion\t0\nanalysis\tnone\n"
            + "property\tP\terror\nparameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tcreate\t0\tcreation\t0,1\t0,1\nevent\tupdate\t1\t-\t0\t0\nevent\tuse\t2\t-\t1\t0\n"
            + "automaton\t5\t3\t0\nrow\t1\t0\t0\nrow\t1\t2\t1\nrow\t2\t2\t3\nrow\t4\t4\t4\nrow\t4\t4\t4\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n").properties.get(0);
    static final int CREATE = 0;
    static final int UPDATE = 1;
    static final int USE = 2;
    /** Of the hash: what decides where an awaited owner is counted. */
    private static final int BUCKETS = 64;

    private static int found;

    private AwaitedOrderCheck() {
    }

    public static void main(String[] args) throws Exception {
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> found++);
        Thread thread = Schedule.light(AwaitedOrderCheck::check);
        thread.start();
        thread.join();
        System.exit(0);
    }

    private static void check() {
        int places = 0;
        boolean cameToIt = true;
        for (int point = 1; cameToIt; point++) {
            PropertyMonitor monitor = Monitors.create(SAFE_ITERATOR, null, null, new MonitoredObjects());
            Object list = new ArrayList<Object>();
            Object other = new ArrayList<Object>();
            while (Identity.hash(other) >>> MonitoredObjects.SHIFT != Identity.hash(list) >>> MonitoredObjects.SHIFT
                    || ((Identity.hash(other) ^ Identity.hash(list)) & BUCKETS - 1) != 0) {
                other = new ArrayList<Object>();
            }
            Object alike = other;
            Object iterator = new Object();
            Object second = new Object();
            Object slice = monitor.begin(null, true, CREATE, list, iterator, 0);
            found = 0;
            Runnable updates = () -> monitor.eventIfBound(UPDATE, list, 0);
            Runnable goesOn = () -> {
                monitor.event(CREATE, list, second, 0);
                monitor.eventIfBound(UPDATE, alike, 0);
                use(monitor, slice, iterator);
            };
            cameToIt = Schedule.run(new Runnable[] {updates, goesOn}, 0, new int[] {point}, 0) == 1;
            use(monitor, slice, iterator);
            places += cameToIt ? 1 : 0;
            if (found != 1) {
                System.out.println("stopped at " + point + ": " + found + " reports");
            }
        }
        System.out.println("places " + (places > 2 ? "several" : places));
    }

    private static void use(PropertyMonitor monitor, Object slice, Object iterator) {
        if (!DeferredSlice.isDeferred(slice, iterator)) {
            monitor.event(USE, iterator, 1);
        }
    }
}
