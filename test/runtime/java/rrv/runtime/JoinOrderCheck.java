package rrv.runtime;

import java.util.ArrayList;

/**
 * Joins of an iterator, stopped at each place once ({@link Schedule}), where another thread meanwhile uses the iterator. That of several
 * pairs of maps and their view, and that of several objects that nothing ties to it: for all of these slices, or for none, the use comes
 * behind the join. That of a collection, which is updated before the use: where the use comes before the join, and may be left out as
 * nothing is bound to the iterator, so does the update. Prints the monitors, and how many places there are.
 */
public final class JoinOrderCheck {
    private static final PropertyDefinition USED = PropertyDefinition.parse("rrv-unit\t1\nversion\t0\nanalysis\tnone\n"
            + "property\tP\terror\nparameter\tm\tobject\nparameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tviewed\t0\tcreation\t0,1\t0,1\nevent\twalked\t1\t-\t1,2\t0,1\nevent\tput\t2\t-\t0\t0\nevent\tused\t3\t-\t2\t0\n"
            + "automaton\t5\t4\t0\nrow\t1\t0\t0\t0\nrow\t1\t2\t1\t1\nrow\t2\t2\t2\t3\nrow\t4\t4\t4\t4\nrow\t4\t4\t4\t4\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n").properties.get(0);
    private static final PropertyDefinition JOINED = PropertyDefinition.parse("rrv-unit\t1\nversion\t0\nanalysis\tnone\n"
            + "property\tP\terror\nparameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tbegin\t0\t-\t0\t0\nevent\tjoin\t1\t-\t1\t0\nevent\tuse\t2\t-\t1\t0\n"
            + "automaton\t5\t3\t0\nrow\t1\t0\t0\nrow\t1\t2\t4\nrow\t2\t2\t3\nrow\t4\t4\t4\nrow\t4\t4\t4\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n").properties.get(0);
    private static final int BEGIN = 0;
    private static final int JOIN = 1;
    private static final int USE = 2;
    private static final int VIEWED = 0;
    private static final int WALKED = 1;
    private static final int USED_EVENT = 3;
    private static final int PAIRS = 3;
    private static final int MEANWHILE = 1;
    private static final int BEHIND = 2;

    private static int meanwhile;
    private static int behind;

    private JoinOrderCheck() {
    }

    public static void main(String[] args) throws Exception {
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> {
            if (violation.line == MEANWHILE) {
                meanwhile++;
            } else {
                behind++;
            }
        });
        Thread thread = Schedule.light(() -> {
            checkPairs();
            checkObjects();
            checkUpdate();
        });
        thread.start();
        thread.join();
        System.exit(0);
    }

    private static void checkPairs() {
        int places = 0;
        String engine = "";
        boolean cameToIt = true;
        for (int point = 1; cameToIt; point++) {
            PropertyMonitor monitor = Monitors.create(USED, null, null, new MonitoredObjects());
            engine = monitor.getClass().getSimpleName();
            Object view = new Object();
            Object iterator = new Object();
            for (int pair = 0; pair < PAIRS; pair++) {
                monitor.event(VIEWED, new Object(), view, 0);
            }
            meanwhile = 0;
            behind = 0;
            Runnable joins = () -> monitor.event(WALKED, view, iterator, 0);
            Runnable uses = () -> monitor.event(USED_EVENT, iterator, MEANWHILE);
            cameToIt = Schedule.run(new Runnable[] {joins, uses}, 0, new int[] {point}, 0) == 1;
            monitor.event(USED_EVENT, iterator, BEHIND);
            places += cameToIt ? 1 : 0;
            if (meanwhile != 0 && meanwhile != PAIRS || meanwhile + behind != PAIRS) {
                System.out.println("stopped at " + point + ": " + meanwhile + " reports meanwhile, " + behind + " behind it");
            }
        }
        print(engine, places, PAIRS);
    }

    /** The use is stopped at each place, and the join behind it. */
    private static void checkObjects() {
        int places = 0;
        String engine = "";
        int came = 2;
        for (int point = 1; came > 0; point++) {
            came = 2;
            for (int next = point + 1; came == 2; next++) {
                PropertyMonitor monitor = Monitors.create(JOINED, null, null, new MonitoredObjects());
                engine = monitor.getClass().getSimpleName();
                Object[] objects = new Object[PAIRS];
                for (int index = 0; index < PAIRS; index++) {
                    objects[index] = new Object();
                    monitor.event(BEGIN, objects[index], 0);
                }
                Object iterator = new Object();
                meanwhile = 0;
                Runnable uses = () -> monitor.eventIfBound(USE, iterator, MEANWHILE);
                Runnable joins = () -> monitor.eventIfBound(JOIN, iterator, 0);
                came = Schedule.run(new Runnable[] {uses, joins}, 0, new int[] {point, next}, 0);
                places += came == 2 ? 1 : 0;
                if (meanwhile != 0 && meanwhile != objects.length) {
                    System.out.println("stopped at " + point + " and " + next + ": " + meanwhile + " reports");
                }
            }
        }
        print(engine, places, PAIRS);
    }

    private static void checkUpdate() {
        int places = 0;
        String engine = "";
        boolean cameToIt = true;
        for (int point = 1; cameToIt; point++) {
            PropertyMonitor monitor = Monitors.create(AwaitedOrderCheck.SAFE_ITERATOR, null, null, new MonitoredObjects());
            engine = monitor.getClass().getSimpleName();
            Object collection = new ArrayList<Object>();
            Object iterator = new Object();
            meanwhile = 0;
            behind = 0;
            Runnable creates = () -> monitor.eventIfBound(AwaitedOrderCheck.CREATE, collection, iterator, 0);
            Runnable uses = () -> {
                monitor.eventIfBound(AwaitedOrderCheck.UPDATE, collection, 0);
                monitor.eventIfBound(AwaitedOrderCheck.USE, iterator, MEANWHILE);
            };
            cameToIt = Schedule.run(new Runnable[] {creates, uses}, 0, new int[] {point}, 0) == 1;
            monitor.eventIfBound(AwaitedOrderCheck.USE, iterator, BEHIND);
            places += cameToIt ? 1 : 0;
            if (behind != 0) {
                System.out.println("stopped at " + point + ": " + behind + " reports behind it");
            }
        }
        print(engine, places, 2);
    }

    private static void print(String engine, int places, int few) {
        System.out.println(engine + ", places " + (places > few ? "several" : places));
    }
}
