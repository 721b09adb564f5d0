package rrv.runtime;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Random properties, and events of two or three threads at one moment, under many schedules ({@link Schedule}): what is reported in each
 * must be what {@link BruteForceSlicer} reports for some order of the events, in which an event that was over before another one began
 * comes first; and each event must be counted. Arguments: way (see {@link Way}), shape or "all", first seed, seconds. Prints
 * how many executions there were, or the first that is wrong.
 */
public final class ScheduleCheck {
    /** How events are told. */
    private enum Way {
        /** As they are. */
        PLAIN,
        /** The same by the general monitor. */
        GENERAL,
        /** Those that no slice can take may be left out. */
        LEAVING,
        /** The same by the general monitor. */
        GENERAL_LEAVING,
        /** With Java code that accepts every event. */
        CODE,
        /** The same by the general monitor, whatever the property. */
        GENERAL_CODE,
        /** With Java code that accepts some events. */
        REFUSING,
        /** Slices of iterators may be deferred; each is known to one thread. */
        DEFERRING,
        /** Pairs of events may cancel out. */
        PAIRED,
        /** An audit, which leaves out slices that an event does not change. */
        AUDIT
    }

    private enum Death {
        NEVER, BEFORE, WITHIN
    }

    /** (collection, iterator): for objects that are in the tables before. */
    private static final String CROWD = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tCrowd\terror\n"
            + "parameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tcreate\t0\tcreation\t0,1\t0,1\nevent\tupdate\t1\t-\t0\t0\nevent\tuse\t2\t-\t1\t0\n"
            + "automaton\t5\t3\t0\nrow\t1\t0\t0\nrow\t1\t2\t1\nrow\t2\t2\t3\nrow\t4\t4\t4\nrow\t4\t4\t4\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    private static final String HEAD = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\n";
    private static final String XY = HEAD + "parameter\tx\tobject\nparameter\ty\tobject\n";
    private static final String REPORT = "handler\tmatch\treport\t-\t-\tm\nend\n";
    /** A use is reported, unless change has come since the slice began; of two objects, and with a third that alter changes. */
    private static final String CHANGED = XY + "event\tbegin\t0\tcreation\t0\t0\nevent\tchange\t1\t-\t1\t0\n"
            + "event\tjoin\t2\t-\t0,1\t0,1\nevent\tuse\t3\t-\t0,1\t0,1\nautomaton\t5\t4\t0\n"
            + "row\t1\t0\t0\t0\nrow\t1\t2\t3\t1\nrow\t2\t2\t2\t2\nrow\t3\t2\t3\t4\nrow\t4\t4\t4\t4\ncategory\t4\tmatch\n" + REPORT;
    /**
     * Properties of several objects whose events come in turn, each of them begun, joined, changed and used: what random ones rarely
     * are.
     */
    private static final String[] PROTOCOLS = {
        CROWD,
        CHANGED,
        CHANGED.replace("event\tbegin", "parameter\tz\tobject\nevent\tbegin").replace("\t0,1\t0,1", "\t0,1,2\t0,1,2")
                .replace("automaton\t5\t4", "event\talter\t1\t-\t2\t0\nautomaton\t5\t4"),
        // A use behind left and right, in any order, each of which begins a slice of its own.
        XY + "event\tleft\t0\t-\t0\t0\nevent\tright\t1\t-\t1\t0\nevent\tuse\t2\t-\t0,1\t0,1\nautomaton\t6\t3\t0\n"
                + "row\t1\t2\t5\nrow\t1\t3\t5\nrow\t3\t2\t5\nrow\t3\t3\t4\nrow\t4\t4\t4\nrow\t5\t5\t5\ncategory\t4\tmatch\n" + REPORT,
        // A map is made, a view of it, an iterator of the view, which is used when the map has been changed.
        HEAD + "parameter\tm\tobject\nparameter\tc\tobject\nparameter\ti\tobject\n"
                + "event\tviewed\t0\tcreation\t0,1\t0,1\nevent\twalked\t1\t-\t1,2\t0,1\nevent\tput\t2\t-\t0\t0\nevent\tadd\t2\t-\t1\t0\n"
                + "event\tused\t3\t-\t2\t0\nautomaton\t6\t4\t0\nrow\t1\t0\t0\t0\nrow\t1\t2\t1\t5\nrow\t5\t5\t3\t2\nrow\t5\t5\t3\t4\n"
                + "row\t4\t4\t4\t4\nrow\t5\t5\t5\t5\ncategory\t4\tmatch\n" + REPORT,
        // The same where a view is reported that was walked and used without a change: with slices of views alone.
        HEAD + "parameter\tm\tobject\nparameter\tc\tobject\nparameter\ti\tobject\n"
                + "event\tmade\t0\tcreation\t0\t0\nevent\tviewed\t1\t-\t0,1\t0,1\nevent\twalked\t2\t-\t1,2\t0,1\nevent\tused\t3\t-\t2\t0\n"
                + "automaton\t5\t4\t0\nrow\t1\t4\t4\t4\nrow\t4\t2\t4\t4\nrow\t4\t4\t3\t4\nrow\t4\t4\t4\t4\nrow\t4\t4\t4\t4\ncategory\t3\tmatch\n"
                + REPORT,
        // A call of a thread on an object that is entered and left, and disturbed by another event of the object.
        XY + "event\tenter\t0\tcreation\t0,1\t0,1\nevent\tleave\t1\t-\t0,1\t0,1\nevent\tdisturb\t2\t-\t1\t0\nautomaton\t3\t3\t0\n"
                + "row\t1\t0\t0\nrow\t1\t0\t2\nrow\t2\t0\t2\ncategory\t2\tmatch\n" + REPORT,
    };
    private static final int MOST_PARAMETERS = 4;
    private static final int SAME_SITE = 1;
    private static final int MOST_EVENTS = 6;
    private static final int FAR = 1000;
    /** In the pool, of slices that take all places of those without an entry; the first of them may be named by events. */
    private static final int FIRST_FULL = 2;
    private static final int MOST_OBJECTS = FIRST_FULL + OpenSlices.MOST;
    /** Behind the pool: by parameter, objects that only events before the threads' name, and how many there are. */
    private static final int DYING = MOST_OBJECTS;
    private static final int MOST_DYING = 6;
    private static final int GARBAGE = 1 << 16;
    /** Executions of a scenario, and stops of one, at most. */
    private static final int MOST_EXECUTIONS = Integer.getInteger("executions", 120);
    private static final int MOST_STOPS = Integer.getInteger("stops", 3);
    private static final int MOST_SHOWN = Integer.getInteger("shown", 1);
    /**
     * As many scenarios are explored, and one with several reports, however long it takes: on a busy machine the first may take all the time
     * that is given.
     */
    private static final int LEAST = 8;

    private static final Map<String, Integer> FOUND = new HashMap<String, Integer>();

    /** One event of a scenario. */
    private static final class Told {
        final int event;
        final int site;
        /** By parameter: which object of the pool. */
        final int[] objects = new int[MOST_PARAMETERS];
        /** Whether its code accepts it. */
        final boolean happens;

        Told(int event, int site, boolean happens) {
            this.event = event;
            this.site = site;
            this.happens = happens;
        }
    }

    /** An order of all events of the threads, and what is reported in it. */
    private static final class Order {
        final List<Told> events;
        final Map<String, Integer> reports;

        Order(List<Told> events, Map<String, Integer> reports) {
            this.events = events;
            this.reports = reports;
        }
    }

    private final Way way;
    private final long seed;
    private final Random random;
    private final PropertyDefinition definition;
    private final Automaton automaton;
    private final List<Told> before = new ArrayList<Told>();
    private final List<List<Told>> threads = new ArrayList<List<Told>>();
    private final List<Told> after = new ArrayList<Told>();
    private final List<Order> orders = new ArrayList<Order>();
    private int lastSite = SAME_SITE;
    private final int objectsOfEach;
    /** Objects of some other monitor in each of the stripes that are used, and whether a collection is to be noticed. */
    private final int crowd;
    private final boolean collects;
    private final boolean ofOneClass;
    private final boolean holds;
    /** When the objects that nobody names any more are collected: never, when the threads begin, or whenever one is stopped. */
    private final Death death;
    /** The leaf's parameter, where all places for slices without an entry are taken in its stripe; else -1. */
    private int fullOf = -1;

    // Of one execution.
    private MonitoredObjects objects;
    private PropertyMonitor monitor;
    private Object[][] pool;
    private Object[][] dying;
    private final List<WeakReference<Object>> died = new ArrayList<WeakReference<Object>>();
    private DeferredSlice[][] slices;
    private final Map<Told, int[]> times = new HashMap<Told, int[]>();
    private int time;
    private boolean collected;
    static byte[] garbage;
    /** By thread: what its code accepts. */
    private static final boolean[] ACCEPTS = new boolean[4];

    private ScheduleCheck(Way way, String shape, long seed) {
        this.way = way;
        this.seed = seed;
        random = new Random(seed);
        String text = shape.equals("protocol") ? PROTOCOLS[random.nextInt(PROTOCOLS.length)] : RandomProperty.text(random, shape);
        if (way == Way.REFUSING) {
            text = withConditions(text);
        }
        definition = PropertyDefinition.parse(text).properties.get(0);
        automaton = new Automaton(definition);
        death = random.nextInt(3) != 0 ? Death.NEVER : random.nextBoolean() ? Death.BEFORE : Death.WITHIN;
        objectsOfEach = death == Death.NEVER && random.nextInt(3) != 0 ? 1 : way == Way.DEFERRING ? 3 : 2;
        crowd = random.nextBoolean() ? 0 : random.nextInt(6);
        collects = random.nextInt(3) == 0;
        ofOneClass = random.nextBoolean();
        holds = random.nextInt(3) == 0;
    }

    public static void main(String[] args) throws Exception {
        Thread thread = Schedule.light(() -> {
            int status = 2;
            try {
                status = check(args);
            } catch (Throwable error) {
                error.printStackTrace();
            }
            System.exit(status);
        });
        thread.start();
        thread.join();
    }

    private static int check(String[] args) throws Exception {
        Way way = Way.valueOf(args[0]);
        String shape = args[1];
        long seed = Long.parseLong(args[2]);
        long end = System.nanoTime() + (long) (Double.parseDouble(args[3]) * 1e9);
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> FOUND.merge(violation.line + " " + violation.category, 1, Integer::sum));
        Map<String, Integer> engines = new TreeMap<String, Integer>();
        long executions = 0;
        long reports = 0;
        int shown = 0;
        int scenarios = 0;
        int several = 0;
        boolean single = args.length > 4;
        for (int index = 0; single ? index < 1 : scenarios < LEAST || several == 0 || System.nanoTime() < end; index++) {
            String[] shapes = shapesOf(way, shape);
            ScheduleCheck check = new ScheduleCheck(way, shapes[index % shapes.length], seed + index);
            if (!check.make()) {
                continue;
            }
            scenarios++;
            engines.merge(check.monitor().getClass().getSimpleName(), 1, Integer::sum);
            several += check.hasSeveral() ? 1 : 0;
            if (check.explore()) {
                shown++;
            }
            executions += check.executions;
            reports += check.reports;
            if (shown == MOST_SHOWN) {
                break;
            }
        }
        System.out.println((shown == 0 ? "scenarios=" : "FAILED scenarios=") + scenarios + " several=" + several + " executions=" + executions
                + " reports=" + reports + " engines=" + engines);
        return shown == 0 ? 0 : 1;
    }

    private static String[] shapesOf(Way way, String shape) {
        if (!shape.equals("all")) {
            return new String[] {shape};
        }
        switch (way) {
            case DEFERRING:
                return new String[] {"waiting", "waitingChain"};
            case PAIRED:
                return new String[] {"paired"};
            case GENERAL:
            case GENERAL_LEAVING:
                return new String[] {"protocol", "pattern", "protocol", "any", "owned", "chain", "returning"};
            case CODE:
            case GENERAL_CODE:
            case REFUSING:
                return new String[] {"protocol", "one", "protocol", "pattern", "owned", "any"};
            default:
                return new String[] {"protocol", "one", "owned", "returning", "chain", "any", "pattern", "none"};
        }
    }

    private static String withConditions(String text) {
        StringBuilder lines = new StringBuilder();
        for (int event = 0; event < PropertyDefinition.parse(text).properties.get(0).events.length; event++) {
            lines.append("condition\t").append(event).append("\tasked\n");
        }
        return text.replace("automaton\t", lines + "automaton\t");
    }

    /** False when nothing can be learnt of it. */
    private boolean make() {
        for (boolean byValue : definition.byValue) {
            if (byValue) {
                return false;
            }
        }
        PropertyMonitor made = monitor();
        if (way == Way.DEFERRING && !(made instanceof OwnedMonitor) || way == Way.PAIRED && !(made instanceof OneParameterMonitor)) {
            return false;
        }
        if (made instanceof OwnedMonitor && ((OwnedMonitor) made).returns && way != Way.DEFERRING && random.nextBoolean()) {
            makeFull((OwnedMonitor) made);
        }
        if (way != Way.DEFERRING && way != Way.PAIRED && random.nextInt(4) != 0) {
            makeFromReport(made);
        } else {
            makeAtRandom(made);
        }
        for (List<Told> events : threads) {
            if (events.isEmpty() || threads.size() == 1) {
                return false;
            }
        }
        // Who makes an iterator has it, so that none of those that are deferred is gone.
        if (death != Death.NEVER && way != Way.DEFERRING) {
            addDying();
        }
        collectOrders(new int[threads.size()], new ArrayList<Told>());
        int matter = howManyMatter();
        return matter > 1 || matter == 1 && random.nextBoolean();
    }

    private void makeFull(OwnedMonitor made) {
        fullOf = Integer.numberOfTrailingZeros(made.leafBit);
        int start = 0;
        while (!automaton.starts[start]) {
            start++;
        }
        for (int object = FIRST_FULL; object < MOST_OBJECTS; object++) {
            Told told = new Told(start, ++lastSite, true);
            Arrays.fill(told.objects, object);
            before.add(told);
        }
    }

    /** Most events that come before once more, and some others, with one or more objects that are named by nothing else. */
    private void addDying() {
        if (fullOf >= 0) {
            // One of the places for slices without an entry.
            Arrays.fill(before.get(1 + random.nextInt(OpenSlices.MOST - 1)).objects, DYING);
        }
        for (int count = 1 + random.nextInt(2 * MOST_DYING); count > 0; count--) {
            boolean isNew = before.isEmpty() || random.nextInt(3) == 0;
            Told like = isNew ? null : before.get(random.nextInt(before.size()));
            Told told = new Told(isNew ? random.nextInt(definition.events.length) : like.event, ++lastSite, isNew || like.happens);
            for (int parameter = 0; parameter < MOST_PARAMETERS; parameter++) {
                told.objects[parameter] = random.nextInt(3) != 0 ? DYING + random.nextInt(MOST_DYING) : isNew ? 0 : like.objects[parameter];
            }
            before.add(isNew ? random.nextInt(before.size() + 1) : before.indexOf(like) + random.nextInt(2), told);
        }
    }

    private void makeAtRandom(PropertyMonitor made) {
        boolean isThree = random.nextInt(6) == 0;
        for (int count = random.nextInt(4); count > 0; count--) {
            add(before, made, -1);
        }
        int of = isThree ? 3 : 2;
        for (int thread = 0; thread < of; thread++) {
            List<Told> events = new ArrayList<Told>();
            int most = way == Way.DEFERRING || way == Way.PAIRED ? 4 : 2;
            for (int count = 1 + random.nextInt(isThree ? most - 1 : most) * random.nextInt(2); count > 0; count--) {
                add(events, made, thread);
            }
            threads.add(events);
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            add(after, made, -1);
        }
    }

    /**
     * Events that lead to a report, most of them for the same objects, with some repeated and some others in between; threads share a few
     * that come behind each other.
     */
    private void makeFromReport(PropertyMonitor made) {
        List<Told> all = new ArrayList<Told>();
        int[] distances = distances();
        int state = automaton.initial;
        for (int length = 0; length < MOST_EVENTS; length++) {
            int[] nearer = new int[definition.events.length];
            int count = 0;
            for (int event = 0; event < nearer.length; event++) {
                if (automaton.action(state, event) != 0 || distances[automaton.target(state, event)] < distances[state]) {
                    nearer[count++] = event;
                }
            }
            int event = count > 0 && random.nextInt(6) != 0 ? nearer[random.nextInt(count)] : random.nextInt(nearer.length);
            all.add(told(event, 0));
            if (automaton.action(state, event) != 0) {
                break;
            }
            state = automaton.target(state, event);
        }
        for (int more = random.nextInt(4); more > 0; more--) {
            int event = random.nextBoolean() ? all.get(random.nextInt(all.size())).event : random.nextInt(definition.events.length);
            all.add(random.nextInt(all.size() + 1), told(event, random.nextInt(3)));
        }
        if (fullOf >= 0) {
            Told told = told(random.nextInt(definition.events.length), 0);
            Arrays.fill(told.objects, FIRST_FULL);
            all.add(random.nextInt(all.size() + 1), told);
        }
        if (objectsOfEach > 1 && random.nextInt(3) == 0) {
            addTwins(all);
        }
        int from = random.nextInt(all.size());
        int to = Math.min(all.size(), from + 2 + random.nextInt(3));
        int of = to - from > 2 && random.nextInt(6) == 0 ? 3 : 2;
        for (int thread = 0; thread < of; thread++) {
            threads.add(new ArrayList<Told>());
        }
        for (int index = 0; index < all.size(); index++) {
            (index < from ? before : index >= to ? after : threads.get(random.nextInt(of))).add(all.get(index));
        }
    }

    /** Most events once more with another object of one parameter, so that two slices have the rest in common. */
    private void addTwins(List<Told> all) {
        int parameter = random.nextInt(MOST_PARAMETERS);
        for (Told like : new ArrayList<Told>(all)) {
            if (binds(like.event, parameter) && random.nextInt(5) != 0) {
                Told twin = new Told(like.event, ++lastSite, like.happens);
                System.arraycopy(like.objects, 0, twin.objects, 0, MOST_PARAMETERS);
                twin.objects[parameter] = 1;
                all.add(all.indexOf(like) + 1, twin);
            }
        }
    }

    private boolean binds(int event, int parameter) {
        boolean binds = false;
        for (int bound : definition.events[event].binds) {
            binds = binds || bound == parameter;
        }
        return binds;
    }

    /** With every object the first one, but for `others` of them at most. */
    private Told told(int event, int others) {
        Told told = new Told(event, random.nextInt(6) == 0 ? SAME_SITE : ++lastSite, way != Way.REFUSING || random.nextInt(6) != 0);
        for (int other = 0; other < others; other++) {
            told.objects[random.nextInt(MOST_PARAMETERS)] = random.nextInt(objectsOfEach);
        }
        return told;
    }

    /** By state: how many events there are to a report, at least. */
    private int[] distances() {
        int[] distances = new int[automaton.stateCount];
        Arrays.fill(distances, FAR);
        for (int round = 0; round < distances.length; round++) {
            for (int state = 0; state < distances.length; state++) {
                for (int event = 0; event < definition.events.length; event++) {
                    int target = automaton.target(state, event);
                    distances[state] = Math.min(distances[state], automaton.action(state, event) != 0 ? 1 : distances[target] + 1);
                }
            }
        }
        return distances;
    }

    /** How many events of the threads there are without which something else would be reported. */
    private int howManyMatter() {
        int matter = 0;
        for (List<Told> events : threads) {
            for (Told told : events) {
                boolean matters = false;
                for (Order order : orders) {
                    matters = matters || !reportsOf(order.events, told).equals(order.reports);
                }
                matter += matters ? 1 : 0;
            }
        }
        return matter;
    }

    /** `thread`: whose own the iterators are; -1 for none. */
    private void add(List<Told> events, PropertyMonitor made, int thread) {
        int event = random.nextInt(definition.events.length);
        if (way == Way.DEFERRING) {
            int[] kinds = ((OwnedMonitor) made).kind;
            boolean namesLeaf = kinds[event] == Roles.LEAF || kinds[event] == Roles.JOIN;
            if (namesLeaf && thread < 0) {
                return;
            }
            // An iterator is made by the event that names it first, and by that alone.
            for (Told earlier : events) {
                if (kinds[event] == Roles.JOIN && kinds[earlier.event] == Roles.JOIN) {
                    return;
                }
            }
        }
        Told told = new Told(event, random.nextInt(6) == 0 ? SAME_SITE : ++lastSite, way != Way.REFUSING || random.nextInt(4) != 0);
        for (int parameter = 0; parameter < MOST_PARAMETERS; parameter++) {
            told.objects[parameter] = random.nextInt(objectsOfEach);
            if (way == Way.DEFERRING && 1 << parameter == ((OwnedMonitor) made).leafBit) {
                told.objects[parameter] = Math.max(thread, 0);
            }
        }
        events.add(told);
    }

    private PropertyMonitor monitor() {
        return monitor(new MonitoredObjects());
    }

    private PropertyMonitor monitor(MonitoredObjects objects) {
        switch (way) {
            case GENERAL:
            case GENERAL_LEAVING:
                return new GeneralMonitor(definition, automaton, objects);
            case CODE:
            case REFUSING:
                return OneBodyMonitor.fits(definition, automaton) ? new OneBodyMonitor(definition, automaton, ScheduleCheck::newBody, objects)
                        : new BodyMonitor(definition, automaton, ScheduleCheck::newBody, objects);
            case GENERAL_CODE:
                return new BodyMonitor(definition, automaton, ScheduleCheck::newBody, objects);
            case AUDIT:
                return new AuditMonitor(definition, automaton, objects, 1);
            default:
                break;
        }
        if (OneParameterMonitor.fits(definition, automaton)) {
            return new OneParameterMonitor(definition, automaton, objects);
        }
        Roles roles = Roles.find(definition, automaton);
        return roles != null && OwnedMonitor.fits(automaton) ? new OwnedMonitor(definition, automaton, roles, objects)
                : new GeneralMonitor(definition, automaton, objects);
    }

    private static SliceBody newBody() {
        return new SliceBody() {
            @Override
            protected boolean event(int event, Object[] arguments) {
                Schedule.point();
                return ACCEPTS[Schedule.current() + 1];
            }

            @Override
            protected boolean condition(int event, Object[] arguments) {
                return event(event, arguments);
            }
        };
    }

    private void collectOrders(int[] at, List<Told> sofar) {
        boolean isEnd = true;
        for (int thread = 0; thread < at.length; thread++) {
            if (at[thread] < threads.get(thread).size()) {
                isEnd = false;
                sofar.add(threads.get(thread).get(at[thread]++));
                collectOrders(at, sofar);
                at[thread]--;
                sofar.remove(sofar.size() - 1);
            }
        }
        if (isEnd) {
            orders.add(new Order(new ArrayList<Told>(sofar), reportsOf(sofar, null)));
        }
    }

    /** In this order of the threads' events, without one of them. */
    private Map<String, Integer> reportsOf(List<Told> ofThreads, Told without) {
        List<Told> events = new ArrayList<Told>(before);
        events.addAll(ofThreads);
        events.addAll(after);
        BruteForceSlicer model = new BruteForceSlicer(definition);
        Map<String, Integer> all = new HashMap<String, Integer>();
        for (Told told : events) {
            if (told.happens && told != without) {
                int[] values = new int[definition.parameters.length];
                for (int parameter : definition.events[told.event].binds) {
                    values[parameter] = idOf(parameter, told.objects[parameter]);
                }
                for (Map.Entry<String, Integer> found : model.event(told.event, values, told.site).entrySet()) {
                    all.merge(found.getKey(), found.getValue(), Integer::sum);
                }
            }
        }
        return all;
    }

    /** Objects of different parameters are different. */
    private static int idOf(int parameter, int object) {
        return 1 + parameter * (DYING + MOST_DYING) + object;
    }

    private boolean hasSeveral() {
        for (Order order : orders) {
            if (!order.reports.equals(orders.get(0).reports)) {
                return true;
            }
        }
        return false;
    }

    private long executions;
    private long reports;

    /** Whether an execution was wrong. */
    private boolean explore() throws Exception {
        Random choosing = new Random(seed);
        int left = MOST_EXECUTIONS;
        List<int[]> schedules = new ArrayList<int[]>();
        List<Integer> beginners = new ArrayList<Integer>();
        for (int first = 0; first < threads.size(); first++) {
            schedules.add(new int[0]);
            beginners.add(first);
        }
        // All with one stop come before those with two, and of these as many as there is time for.
        for (int from = 0; from < schedules.size() && left > 0; left--) {
            int index = schedules.get(from).length < 2 ? from : from + choosing.nextInt(schedules.size() - from);
            int[] switches = schedules.get(index);
            int first = beginners.get(index);
            schedules.set(index, schedules.get(from));
            beginners.set(index, beginners.get(from));
            from++;
            if (isWrong(first, choosing.nextInt(), switches)) {
                return true;
            }
            if (last < switches.length || switches.length == MOST_STOPS) {
                continue;
            }
            for (int point : Schedule.conflicts(switches.length == 0 ? 0 : switches[switches.length - 1])) {
                int[] longer = Arrays.copyOf(switches, switches.length + 1);
                longer[switches.length] = point;
                schedules.add(longer);
                beginners.add(first);
            }
        }
        return false;
    }

    private int last;

    private boolean isWrong(int first, int choices, int... switches) throws Exception {
        String wrong = execute(first, choices, switches);
        executions++;
        if (wrong == null) {
            return false;
        }
        Schedule.trace = new StringBuilder();
        String again = execute(first, choices, switches);
        System.out.println("WRONG seed " + seed + " " + way + " " + monitor.getClass().getSimpleName() + " first " + first + " at "
                + Arrays.toString(switches) + " crowd " + crowd + " collects " + collects + " death " + death + " oneClass " + ofOneClass
                + "\n  before "
                + shown(before) + "\n  threads " + threadsShown() + "\n  after " + shown(after) + "\n  " + wrong
                + (again == null ? "\n  not again" : Schedule.trace) + "\n" + transitionsShown());
        Schedule.trace = null;
        return true;
    }

    private String transitionsShown() {
        StringBuilder text = new StringBuilder();
        for (int event = 0; event < definition.events.length; event++) {
            text.append("  ").append(definition.events[event].name).append(Arrays.toString(definition.events[event].binds))
                    .append(automaton.starts[event] ? " starts " : " ");
            for (int state = 0; state < automaton.stateCount; state++) {
                text.append(' ').append(automaton.target(state, event)).append(automaton.action(state, event) != 0 ? "!" : "");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private String threadsShown() {
        StringBuilder text = new StringBuilder();
        for (List<Told> events : threads) {
            text.append(" | ").append(shown(events));
        }
        return text.toString();
    }

    private String shown(List<Told> events) {
        StringBuilder text = new StringBuilder();
        for (Told told : events) {
            text.append(definition.events[told.event].name).append('<');
            for (int parameter : definition.events[told.event].binds) {
                text.append(parameter).append(':').append(told.objects[parameter]).append(' ');
            }
            text.append(">@").append(told.site).append(told.happens ? " " : " refused ");
        }
        return text.toString();
    }

    /** Makes all that an execution uses. */
    private void begin() {
        Fresh.classes();
        objects = new MonitoredObjects();
        monitor = monitor(objects);
        pool = new Object[MOST_PARAMETERS][fullOf < 0 ? Math.max(objectsOfEach, 3) : MOST_OBJECTS];
        slices = new DeferredSlice[MOST_PARAMETERS][3];
        for (int parameter = 0; parameter < MOST_PARAMETERS; parameter++) {
            for (int index = 0; index < pool[parameter].length; index++) {
                pool[parameter][index] = death == Death.NEVER || index == 0 ? object(parameter) : objectBeside(parameter, pool[parameter][0]);
            }
        }
        for (int index = 0; fullOf >= 0 && index < MOST_OBJECTS; index++) {
            pool[fullOf][index] = Fresh.ofStripe(0, MOST_OBJECTS + index);
        }
        makeDying();
        crowd();
        FOUND.clear();
        times.clear();
        time = 0;
        collected = false;
        ACCEPTS[0] = true;
    }

    /** One execution; null: it is right. */
    private String execute(int first, int choices, int[] switches) throws Exception {
        begin();
        for (Told told : before) {
            tell(told, 0);
        }
        if (collects) {
            Identity.Collections.seen++;
        }
        dying = null;
        if (death != Death.NEVER) {
            fillUp();
        }
        if (death == Death.BEFORE) {
            collect();
        }
        Schedule.stopped = death == Death.WITHIN ? this::collect : null;
        Runnable[] jobs = new Runnable[threads.size()];
        for (int thread = 0; thread < jobs.length; thread++) {
            final int number = thread;
            jobs[thread] = () -> play(number);
        }
        last = Schedule.run(jobs, first, switches, choices);
        Schedule.stopped = null;
        for (Told told : after) {
            tell(told, 0);
        }
        if (collected && isKept()) {
            // Unless the young collection left it to a whole one.
            System.gc();
            if (isKept()) {
                return "an object is kept that nobody names";
            }
        }
        reports += FOUND.size();
        if (monitor.lost.get() != 0) {
            return "lost " + monitor.lost.get() + " " + Reporter.firstLoss();
        }
        if (way == Way.PLAIN || way == Way.GENERAL) {
            String wrong = countedWrong();
            if (wrong != null) {
                return wrong;
            }
        }
        for (Order order : orders) {
            if (order.reports.equals(FOUND) && isOrder(order.events)) {
                return null;
            }
        }
        StringBuilder expected = new StringBuilder();
        for (Order order : orders) {
            if (isOrder(order.events)) {
                expected.append("\n    ").append(shown(order.events)).append(": ").append(order.reports);
            }
        }
        return "found " + FOUND + ", expected one of " + expected;
    }

    /** A young collection, which takes a tenth of the time of a whole one; see -Xmn in schedules.slow.test.ts. */
    private void collect() {
        WeakReference<Object> young = new WeakReference<Object>(new Object());
        while (young.get() != null) {
            garbage = new byte[GARBAGE];
        }
        Identity.Collections.seen++;
        collected = true;
    }

    private boolean isKept() {
        boolean isKept = false;
        for (WeakReference<Object> object : died) {
            isKept = isKept || object.get() != null;
        }
        return isKept;
    }

    private String countedWrong() {
        long[] counts = new long[definition.events.length];
        monitor.addAllCounts(counts);
        List<List<Told>> all = new ArrayList<List<Told>>(threads);
        all.add(before);
        all.add(after);
        for (List<Told> events : all) {
            for (Told told : events) {
                counts[told.event]--;
            }
        }
        for (long count : counts) {
            if (count != 0) {
                return "counted " + Arrays.toString(counts) + " too many";
            }
        }
        return null;
    }

    /** Whether each event comes behind those that were over when it began. */
    private boolean isOrder(List<Told> events) {
        int latest = -1;
        for (int index = events.size() - 1; index >= 0; index--) {
            int[] at = times.get(events.get(index));
            for (int earlier = index - 1; earlier >= 0; earlier--) {
                if (at[1] < times.get(events.get(earlier))[0]) {
                    return false;
                }
            }
        }
        return latest < 0;
    }

    private Object object(int parameter) {
        if (way == Way.DEFERRING) {
            return 1 << parameter == ((OwnedMonitor) monitor).leafBit ? new Object() : new ArrayList<Object>();
        }
        if (holds && automaton.parameterCount == 1) {
            return new ModelCheck.Holding(HeldSlice.make());
        }
        return ofOneClass ? new Object() : Fresh.ofClass(parameter);
    }

    /** In the tables that are about to be used, so that they are swept while they are. */
    private void makeDying() {
        dying = new Object[MOST_PARAMETERS][MOST_DYING];
        died.clear();
        if (death == Death.NEVER) {
            return;
        }
        for (int parameter = 0; parameter < definition.parameters.length; parameter++) {
            for (int index = 0; index < MOST_DYING; index++) {
                Object made = objectBeside(parameter, pool[parameter][0]);
                dying[parameter][index] = made;
                died.add(new WeakReference<Object>(made));
            }
        }
    }

    /** Another one in its stripe: the entry of one of them sweeps that of the other. */
    private Object objectBeside(int parameter, Object other) {
        int stripe = Identity.hash(other) >>> MonitoredObjects.SHIFT;
        for (;;) {
            Object made = parameter == fullOf ? new Object() : object(parameter);
            if (Identity.hash(made) >>> MonitoredObjects.SHIFT == stripe) {
                return made;
            }
        }
    }

    /** Makes tables full that are about to be used. */
    private void crowd() {
        if (crowd == 0) {
            return;
        }
        PropertyMonitor other = Monitors.create(Fresh.CROWD_PROPERTY, null, null, objects);
        boolean[] full = new boolean[MonitoredObjects.STRIPES];
        for (int parameter = 0; parameter < definition.parameters.length; parameter++) {
            for (int index = 0; index < objectsOfEach; index++) {
                int stripe = Identity.hash(pool[parameter][index]) >>> MonitoredObjects.SHIFT;
                for (int count = 0; count < crowd && !full[stripe]; count++) {
                    Object filler = Fresh.ofStripe(stripe, count);
                    other.event(0, filler, filler, 0);
                }
                full[stripe] = true;
            }
        }
    }

    /** The next entry in a table that is used makes it ask which of the others may go. */
    private void fillUp() {
        PropertyMonitor other = Monitors.create(Fresh.CROWD_PROPERTY, null, null, objects);
        for (Object[] ofParameter : pool) {
            int stripe = Identity.hash(ofParameter[0]) >>> MonitoredObjects.SHIFT;
            // Behind those of makeFull.
            for (int count = 2 * MOST_OBJECTS; hasPositions(objects.owners[stripe]) && hasPositions(objects.others[stripe]); count++) {
                Object filler = Fresh.ofStripe(stripe, count);
                other.event(0, filler, filler, 0);
            }
        }
        BindingIndex index = monitor instanceof BindingIndex ? (BindingIndex) monitor : null;
        for (int count = 0; index != null && hasPositions(index.keys); count++) {
            index.key(Fresh.ofStripe(0, 2 * MOST_OBJECTS + count), false, true);
        }
    }

    private static boolean hasPositions(WeakTable table) {
        return table.end < HashIndex.room(table.slots.length);
    }

    private void play(int thread) {
        List<Told> events = threads.get(thread);
        PairedCalls pairing = way == Way.PAIRED ? new PairedCalls((OneParameterMonitor) monitor) : null;
        for (Told told : events) {
            int[] at = {++time, 0};
            times.put(told, at);
            if (pairing != null) {
                pairing.tell(told.event, pool[0][told.objects[0]], told.site);
            } else {
                tell(told, thread + 1);
            }
            at[1] = ++time;
        }
        if (pairing != null) {
            pairing.tellFirst();
            // What waits is told with the next one, or here.
            for (int index = 0; index < events.size(); index++) {
                times.get(events.get(index))[1] = index + 1 < events.size() ? times.get(events.get(index + 1))[1] : ++time;
            }
        }
        if (way == Way.DEFERRING) {
            for (DeferredSlice[] ofParameter : slices) {
                DeferredSlice.end(ofParameter[thread]);
            }
        }
    }

    private void tell(Told told, int thread) {
        int[] binds = definition.events[told.event].binds;
        Object[] arguments = new Object[binds.length];
        for (int index = 0; index < binds.length; index++) {
            int object = told.objects[binds[index]];
            arguments[index] = object >= DYING ? dying[binds[index]][object - DYING] : pool[binds[index]][object];
        }
        switch (way) {
            case LEAVING:
            case GENERAL_LEAVING:
            case PAIRED:
                ModelCheck.callIfBound(monitor, told.event, arguments, told.site);
                break;
            case CODE:
            case GENERAL_CODE:
            case REFUSING:
                ACCEPTS[thread] = told.happens;
                if (!ModelCheck.passesBy(monitor, definition, told.event, arguments)) {
                    monitor.advice(told.event, arguments, told.site);
                }
                break;
            case DEFERRING:
                defer(told, arguments);
                break;
            default:
                ModelCheck.call(monitor, told.event, arguments, told.site);
        }
    }

    private void defer(Told told, Object[] arguments) {
        int kind = ((OwnedMonitor) monitor).kind[told.event];
        int leaf = Integer.numberOfTrailingZeros(((OwnedMonitor) monitor).leafBit);
        int object = told.objects[leaf];
        if (kind == Roles.JOIN) {
            boolean isFirst = arguments[1] == pool[leaf][object];
            slices[leaf][object] = (DeferredSlice) monitor.begin(null, isFirst, told.event, arguments[0], arguments[1], told.site);
        } else if (kind != Roles.LEAF || !DeferredSlice.isDeferred(slices[leaf][object], arguments[0])) {
            ModelCheck.callIfBound(monitor, told.event, arguments, told.site);
        }
    }

    /** What monitors leave behind with classes is as in a new program. */
    private static final class Fresh {
        static final PropertyDefinition CROWD_PROPERTY = PropertyDefinition.parse(CROWD).properties.get(0);
        private static final List<List<Object>> BY_STRIPE = new ArrayList<List<Object>>();
        private static final ClassValue<?> ROLES;
        private static final AtomicInteger COUNT;

        static {
            try {
                Field roles = BoundClasses.class.getDeclaredField("ROLES");
                Field count = BoundClasses.class.getDeclaredField("COUNT");
                roles.setAccessible(true);
                count.setAccessible(true);
                ROLES = (ClassValue<?>) roles.get(null);
                COUNT = (AtomicInteger) count.get(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            for (int stripe = 0; stripe < MonitoredObjects.STRIPES; stripe++) {
                BY_STRIPE.add(new ArrayList<Object>());
            }
        }

        private static final class First {
        }

        private static final class Second {
        }

        private static final class Third {
        }

        static void classes() {
            for (Class<?> type : Arrays.asList(Object.class, ArrayList.class, ModelCheck.Holding.class, First.class, Second.class, Third.class)) {
                ROLES.remove(type);
            }
            COUNT.set(0);
        }

        static Object ofClass(int parameter) {
            return parameter == 0 ? new First() : parameter == 1 ? new Second() : parameter == 2 ? new Third() : new Object();
        }

        static Object ofStripe(int stripe, int index) {
            List<Object> known = BY_STRIPE.get(stripe);
            while (known.size() <= index) {
                Object made = new Object();
                BY_STRIPE.get(Identity.hash(made) >>> MonitoredObjects.SHIFT).add(made);
            }
            return known.get(index);
        }
    }
}
