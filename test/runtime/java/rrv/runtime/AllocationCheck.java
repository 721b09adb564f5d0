package rrv.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One event finds no memory, at each of its allocations once ({@link Schedule#allocate}, in classes of schedule-weaver.ts): what is
 * reported later must be what is reported where the event is taken, or where it never came. Prints at how many allocations.
 */
public final class AllocationCheck {
    private static final String HEAD = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\n";
    private static final String REPORT = "category\t2\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    /** Two objects are joined, and each use behind that is reported. */
    private static final String JOINED = HEAD + "parameter\tx\tobject\nparameter\ty\tobject\n"
            + "event\tjoin\t0\t-\t0,1\t0,1\nevent\tuse\t1\t-\t1\t0\nevent\trest\t2\t-\t0\t0\nautomaton\t3\t3\t0\n"
            + "row\t1\t0\t0\nrow\t1\t2\t1\nrow\t1\t2\t1\n" + REPORT;
    /** The code of each slice is to report its third event. */
    private static final String OF_ONE = HEAD + "parameter\tx\tobject\nevent\tuse\t0\t-\t0\t0\nevent\tstop\t1\t-\t0\t0\nautomaton\t3\t2\t0\n"
            + "row\t1\t0\nrow\t1\t2\nrow\t2\t2\n" + REPORT.replace("end", "code\tx\nend");
    /** A collection and an iterator, each of whose uses behind a change of the collection is reported. */
    private static final String WALKED = HEAD + "parameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tcreate\t0\tcreation\t0,1\t0,1\nevent\tuse\t2\t-\t1\t0\nevent\tupdate\t1\t-\t0\t0\n"
            + "automaton\t5\t3\t0\nrow\t1\t0\t0\nrow\t1\t3\t1\nrow\t4\t3\t2\nrow\t3\t3\t2\nrow\t4\t4\t4\n" + REPORT;
    /** A leaf joins the pairs of a middle object, and each use behind a second join is reported. */
    private static final String PAIRED = HEAD + "parameter\tr\tobject\nparameter\tm\tobject\nparameter\tl\tobject\n"
            + "event\tpair\t0\tcreation\t0,1\t0,1\nevent\tjoin\t1\t-\t1,2\t0,1\nevent\tuse\t2\t-\t2\t0\n"
            + "automaton\t5\t3\t0\nrow\t1\t0\t0\nrow\t1\t3\t1\nrow\t4\t4\t2\nrow\t3\t4\t3\nrow\t4\t4\t2\n" + REPORT;
    private static final int JOIN = 0;
    private static final int USE = 1;
    /** So many slices of one leaf that they have a table of their own. */
    private static final int MANY = 60;
    private static final int UPDATE = 2;
    private static final int OTHERS = 30;
    private static final int MOST_ALLOCATIONS = 300;
    private static final int SITE = 1;
    private static final int LATER = 2;
    private static final int LATE = 77;
    private static final int REST = 2;
    /** No line: how many slices there were. */
    private static final int MADE = -1;
    private static final int PAIR = 0;
    private static final int LEAF_JOIN = 1;
    private static final int LEAF_USE = 2;

    private static final Map<Integer, Integer> FOUND = new TreeMap<Integer, Integer>();

    /** What is told of a new monitor, with a failure in the middle if `fails` is run there. */
    private interface Play {
        void play(Runnable fails, boolean isLeftOut);
    }

    private AllocationCheck() {
    }

    public static void main(String[] args) {
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> FOUND.merge(violation.line, 1, Integer::sum));
        PropertyDefinition joined = PropertyDefinition.parse(JOINED).properties.get(0);
        PropertyDefinition walked = PropertyDefinition.parse(WALKED).properties.get(0);
        PropertyDefinition paired = PropertyDefinition.parse(PAIRED).properties.get(0);
        PropertyDefinition ofOne = PropertyDefinition.parse(OF_ONE).properties.get(0);
        check("general", (fails, isLeftOut) -> joins(new GeneralMonitor(joined, new Automaton(joined), new MonitoredObjects()), 1, fails, isLeftOut));
        for (int slices : new int[] {1, 2, MANY}) {
            check("owned, " + slices, (fails, isLeftOut) ->
                    joins(Monitors.create(joined, null, null, new MonitoredObjects()), slices, fails, isLeftOut));
        }
        check("code", (fails, isLeftOut) -> counts(new OneBodyMonitor(ofOne, new Automaton(ofOne), AllocationCheck::newBody, new MonitoredObjects()),
                fails, isLeftOut));
        reportsLate(new GeneralMonitor(joined, new Automaton(joined), new MonitoredObjects()));
        for (int slices : new int[] {1, 2, MANY}) {
            for (boolean isJoined : new boolean[] {false, true}) {
                check("pairs, " + slices + (isJoined ? " more" : ""), (fails, isLeftOut) ->
                        joinsPairs(Monitors.create(paired, null, null, new MonitoredObjects()), slices, isJoined, fails, isLeftOut));
            }
        }
        check("deferred", (fails, isLeftOut) -> walks(Monitors.create(walked, null, null, new MonitoredObjects()), fails, isLeftOut));
    }

    /** What an event would have reported is reported with the next one, without the trace of that. */
    private static void reportsLate(PropertyMonitor monitor) {
        Object owner = new Object();
        Object leaf = new Object();
        monitor.event(JOIN, owner, leaf, SITE);
        Schedule.allocated = () -> { };
        Schedule.failing = 1;
        monitor.event(USE, leaf, LATE);
        Schedule.failing = 0;
        monitor.event(REST, owner, SITE);
        for (ViolationSite site : ViolationSites.byPlace()) {
            if (site.violation().line == LATE) {
                System.out.println("late, " + site.count + " report, " + (site.trace == null ? "no trace" : "a trace") + ", lost " + monitor.lost);
            }
        }
    }

    /** The slice of an iterator that nobody else knows begins with its first use behind a change. */
    private static void walks(PropertyMonitor monitor, Runnable fails, boolean isLeftOut) {
        Object list = new ArrayList<Object>();
        Object iterator = new Object();
        Object slice = monitor.begin(null, true, JOIN, list, iterator, SITE);
        monitor.event(UPDATE, list, SITE);
        fails.run();
        if (!isLeftOut && !DeferredSlice.isDeferred(slice, iterator)) {
            monitor.event(USE, iterator, SITE);
        }
        Schedule.failing = 0;
        if (!DeferredSlice.isDeferred(slice, iterator)) {
            monitor.event(USE, iterator, LATER);
        }
    }

    /** One of many joins of a leaf fails; all come again. */
    private static void joins(PropertyMonitor monitor, int slices, Runnable fails, boolean isLeftOut) {
        Object leaf = new Object();
        Object[] owners = new Object[slices + (slices > 1 ? OTHERS : 0)];
        for (int index = 0; index < owners.length; index++) {
            owners[index] = new Object();
            if (index == slices - 1) {
                fails.run();
            }
            if (index != slices - 1 || !isLeftOut) {
                monitor.event(JOIN, owners[index], leaf, SITE);
            }
            Schedule.failing = 0;
        }
        for (Object owner : owners) {
            monitor.event(JOIN, owner, leaf, SITE);
        }
        monitor.event(USE, leaf, LATER);
        monitor.clean();
    }

    /** A leaf joins all pairs of a middle object at once, and is told so again. `isJoined`: it has joined others before. */
    private static void joinsPairs(PropertyMonitor monitor, int pairs, boolean isJoined, Runnable fails, boolean isLeftOut) {
        Object middle = new Object();
        Object leaf = new Object();
        List<Object> roots = new ArrayList<Object>();
        for (int index = 0; index < (isJoined ? 2 * pairs : pairs); index++) {
            roots.add(new Object());
            monitor.event(PAIR, roots.get(index), middle, SITE);
            if (isJoined && index == pairs - 1) {
                monitor.event(LEAF_JOIN, middle, leaf, SITE);
            }
        }
        fails.run();
        if (!isLeftOut) {
            monitor.event(LEAF_JOIN, middle, leaf, SITE);
        }
        Schedule.failing = 0;
        monitor.event(LEAF_USE, leaf, LATER);
        monitor.event(LEAF_JOIN, middle, leaf, SITE);
        monitor.event(LEAF_USE, leaf, LATER + 1);
        monitor.event(LEAF_JOIN, middle, leaf, SITE);
        monitor.event(LEAF_USE, leaf, LATER + 2);
        monitor.clean();
        FOUND.put(MADE, (int) monitor.created());
    }

    /** Each slice's code reports the third event that it gets. */
    private static void counts(PropertyMonitor monitor, Runnable fails, boolean isLeftOut) {
        Object object = new Object();
        fails.run();
        if (!isLeftOut) {
            monitor.advice(0, new Object[] {object}, SITE);
        }
        Schedule.failing = 0;
        for (int times = 0; times < 4; times++) {
            monitor.advice(0, new Object[] {object}, LATER + times);
        }
    }

    private static SliceBody newBody() {
        return new SliceBody() {
            private int events;

            @Override
            protected boolean event(int event, Object[] arguments) {
                if (++events == 3) {
                    report("three");
                }
                return true;
            }
        };
    }

    private static void check(String name, Play play) {
        Map<Integer, Integer> taken = reports(play, 0, false);
        Map<Integer, Integer> leftOut = reports(play, 0, true);
        int allocations = 0;
        boolean failed = true;
        while (failed && allocations < MOST_ALLOCATIONS) {
            Map<Integer, Integer> found = reports(play, allocations + 1, false);
            failed = hasFailed;
            allocations += failed ? 1 : 0;
            if (!found.equals(taken) && !found.equals(leftOut)) {
                System.out.println(name + ", allocation " + allocations + ": " + found + ", taken " + taken + ", left out " + leftOut);
            }
        }
        System.out.println(name + " " + (allocations > 2 ? "several" : allocations));
    }

    private static boolean hasFailed;

    private static Map<Integer, Integer> reports(Play play, int allocation, boolean isLeftOut) {
        FOUND.clear();
        hasFailed = false;
        Schedule.allocated = () -> hasFailed = true;
        play.play(() -> Schedule.failing = allocation, isLeftOut);
        return new HashMap<Integer, Integer>(FOUND);
    }
}
