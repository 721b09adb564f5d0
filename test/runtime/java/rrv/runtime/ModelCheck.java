package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random properties and traces, with objects dropped and collected on the way: after every event, the new
 * (slice, site) pairs of the monitors must be those of {@link BruteForceSlicer}.
 * Arguments: first seed, number of properties, shape or "all", garbage collections ("gc" or "no").
 */
public final class ModelCheck {
    /** (collection, iterator): create, update, use. */
    private static final String CROWD = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tCrowd\terror\n"
            + "parameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tcreate\t0\tcreation\t0,1\t0,1\nevent\tupdate\t1\t-\t0\t0\nevent\tuse\t2\t-\t1\t0\n"
            + "automaton\t5\t3\t0\nrow\t1\t0\t0\nrow\t1\t2\t1\nrow\t2\t2\t3\nrow\t4\t4\t4\nrow\t4\t4\t4\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    /** Bodies whose slices take every event. */
    static final Units.BodySource ACCEPTING = new Units.BodySource() {
        @Override
        public SliceBody newBody() {
            return new SliceBody() {
            };
        }
    };
    /** The class library hands them out for every empty collection. */
    private static final Object[] SHARED = {
        Collections.emptyIterator(), Collections.emptyListIterator(), Collections.emptyEnumeration(),
    };
    /** Since it was cleared: how many slices were found, by line and category. */
    static final Map<String, Integer> FOUND = new HashMap<String, Integer>();

    private ModelCheck() {
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        boolean collect = args[3].equals("gc");
        Registry.register(new LineUnit());
        countFound();
        Map<String, Integer> engines = new TreeMap<String, Integer>();
        long events = 0;
        long reports = 0;
        long createdTotal = 0;
        long left = 0;
        long awaited = 0;
        long leftOut = 0;
        long passedBy = 0;
        long cancelled = 0;
        long open = 0;
        MonitoredObjects shared = null;
        PropertyMonitor crowd = null;
        Object[] crowded = new Object[64];
        for (int run = 0; run < runs; run++) {
            Random random = new Random(seed + run);
            String shape = args[2].equals("all") ? RandomProperty.SHAPES[run % RandomProperty.SHAPES.length] : args[2];
            String text = RandomProperty.text(random, shape);
            PropertyDefinition definition = PropertyDefinition.parse(text).properties.get(0);
            PropertyMonitor general = Monitors.create(definition, null, "general", new MonitoredObjects());
            // Monitors of several properties share objects: those of the last few runs are still there, and one whose objects
            // come and go, so that tables are looked through, grow and shrink in between.
            if (run % 5 == 0) {
                shared = new MonitoredObjects();
                crowd = Monitors.create(PropertyDefinition.parse(CROWD).properties.get(0), null, null, shared);
            }
            PropertyMonitor chosen = Monitors.create(definition, null, null, shared);
            PropertyMonitor twin = Monitors.create(definition, null, null, shared);
            String engine = chosen.getClass().getSimpleName();
            engines.put(engine, engines.containsKey(engine) ? engines.get(engine) + 1 : 1);
            // Without its audit: the general monitor that leaves out slices that an event does not change.
            PropertyMonitor settling = new AuditMonitor(definition, new Automaton(definition), new MonitoredObjects(), 1);
            PropertyMonitor[] monitors = chosen.getClass() == general.getClass() ? new PropertyMonitor[] {general, settling}
                    : new PropertyMonitor[] {general, settling, chosen, twin};
            Automaton automaton = new Automaton(definition);
            // Those that are told what may be left out. (The audits' one is not: there, any event may start a slice.) That of
            // properties with Java code decides that itself.
            PropertyMonitor[] leaving = {Monitors.create(definition, null, null, shared),
                Monitors.create(definition, null, "general", shared),
                new BodyMonitor(definition, automaton, ACCEPTING, shared),
                OneBodyMonitor.fits(definition, automaton) ? new OneBodyMonitor(definition, automaton, ACCEPTING, shared)
                        : new BodyMonitor(definition, automaton, ACCEPTING, new MonitoredObjects())};
            DeferringCalls deferring = !(chosen instanceof OwnedMonitor) ? null : new DeferringCalls(
                    (OwnedMonitor) Monitors.create(definition, null, null, random.nextBoolean() ? shared : new MonitoredObjects()), 4);
            PairedCalls pairing = !(chosen instanceof OneParameterMonitor) ? null : new PairedCalls(
                    (OneParameterMonitor) Monitors.create(definition, null, null, random.nextBoolean() ? shared : new MonitoredObjects()));
            BruteForceSlicer model = new BruteForceSlicer(definition);
            int length = 10 + random.nextInt(40);
            int objects = 1 + random.nextInt(4);
            Object[] pool = new Object[objects];
            // Objects die when all monitors were told the same, not when a collection falls between two calls.
            List<Object> dropped = new ArrayList<Object>();
            int[] ids = new int[objects];
            int nextId = 1;
            // Every slice needs an object that will be collected.
            boolean mortal = true;
            for (int parameter = 0; parameter < definition.parameters.length; parameter++) {
                mortal &= !definition.byValue[parameter];
            }
            // Nor may events on other objects alone lead it, or an extension of it, to a report.
            for (int domain = 0; domain <= automaton.full; domain++) {
                for (int state = 0; state < automaton.stateCount; state++) {
                    mortal &= !automaton.reachable[domain][state] || !automaton.alive(state, domain);
                }
            }
            long[] expectedCounts = new long[definition.events.length];
            long[] reportedCounts = new long[definition.events.length];
            StringBuilder log = new StringBuilder();
            for (int step = 0; step < length; step++) {
                for (int other = random.nextInt(12); other > 0; other--) {
                    int place = random.nextInt(crowded.length);
                    crowded[place] = new Object();
                    crowd.event(0, crowded[place], crowded[random.nextInt(crowded.length)], 0);
                }
                if (random.nextInt(8) == 0) {
                    // As after a garbage collection: the next insertions look for what is gone.
                    Identity.Collections.seen++;
                }
                int event = random.nextInt(definition.events.length);
                int[] binds = definition.events[event].binds;
                int[] values = new int[definition.parameters.length];
                Object[] arguments = new Object[binds.length];
                int[] places = new int[binds.length];
                Arrays.fill(places, -1);
                int newPlace = -1;
                boolean isShared = false;
                for (int k = 0; k < binds.length; k++) {
                    int slot = random.nextInt(objects);
                    if (definition.byValue[binds[k]]) {
                        values[binds[k]] = 1000000 + slot;
                        arguments[k] = boxed(run, slot);
                    } else if (random.nextInt(20) == 0) {
                        values[binds[k]] = 0;
                        mortal = false;
                    } else {
                        boolean isLeaf = deferring != null && binds.length == 2 && 1 << binds[k] == deferring.monitor.leafBit;
                        if (pool[slot] == null || random.nextInt(isLeaf ? 2 : 12) == 0) {
                            dropped.add(pool[slot]);
                            pool[slot] = ofSomeClass(random, nextId, pool);
                            ids[slot] = nextId++;
                            newPlace = slot;
                            if (deferring != null) {
                                deferring.forget(slot, random.nextInt(4) != 0);
                            }
                        }
                        places[k] = slot;
                        values[binds[k]] = ids[slot];
                        arguments[k] = pool[slot];
                        isShared |= isShared(pool[slot]);
                    }
                }
                int site = random.nextInt(4);
                log.append(event).append(Arrays.toString(values)).append('@').append(site).append(' ');
                // Those of a listener or a body are ignored, those on a shared object are counted and of no slice.
                boolean isIgnored = random.nextInt(16) == 0;
                Map<String, Integer> expected = isIgnored || isShared ? Collections.<String, Integer>emptyMap()
                        : model.event(event, values, site);
                expectedCounts[event] += isIgnored ? 0 : 1;
                reportedCounts[event] += expected.isEmpty() ? 0 : 1;
                if (pairing != null && isIgnored) {
                    pairing.tellFirst();
                }
                int[] depth = isIgnored ? Guard.enter() : null;
                events++;
                for (PropertyMonitor monitor : monitors) {
                    FOUND.clear();
                    call(monitor, event, arguments, site);
                    if (!FOUND.equals(expected)) {
                        fail(monitor, text, seed + run, log, "expected " + expected + ", found " + FOUND);
                    }
                }
                for (PropertyMonitor monitor : leaving) {
                    FOUND.clear();
                    if (monitor instanceof BodyMonitor || monitor instanceof OneBodyMonitor) {
                        boolean passed = callUnlessPassing(monitor, definition, event, arguments, site);
                        passedBy += passed ? 1 : 0;
                        if (passed && isShared) {
                            fail(monitor, text, seed + run, log, "not counted");
                        }
                    } else {
                        callIfBound(monitor, event, arguments, site);
                    }
                    if (!FOUND.equals(expected)) {
                        fail(monitor, text, seed + run, log, "leaving out: expected " + expected + ", found " + FOUND);
                    }
                }
                if (deferring != null) {
                    FOUND.clear();
                    deferring.tell(event, arguments, places, newPlace, site);
                    if (!FOUND.equals(expected)) {
                        fail(deferring.monitor, text, seed + run, log, "deferring: expected " + expected + ", found " + FOUND);
                    }
                }
                if (pairing != null) {
                    FOUND.clear();
                    pairing.tell(event, arguments[0], site);
                    if (isIgnored) {
                        pairing.tellFirst();
                    }
                    if (!FOUND.equals(expected)) {
                        fail(pairing.monitor, text, seed + run, log, "pairing: expected " + expected + ", found " + FOUND);
                    }
                }
                if (isIgnored) {
                    depth[0]--;
                    Guard.leave();
                }
                for (int count : expected.values()) {
                    reports += count;
                }
                Arrays.fill(arguments, null);
                if (collect && random.nextInt(8) == 0) {
                    int slot = random.nextInt(objects);
                    dropped.add(pool[slot]);
                    pool[slot] = null;
                    if (random.nextInt(4) == 0) {
                        dropped.clear();
                        collectGarbage();
                    }
                    if (random.nextInt(3) == 0) {
                        chosen.clean();
                        general.clean();
                        settling.clean();
                        for (PropertyMonitor monitor : leaving) {
                            monitor.clean();
                        }
                        if (deferring != null) {
                            deferring.monitor.clean();
                        }
                    }
                }
            }
            for (PropertyMonitor monitor : monitors) {
                long[] counts = new long[expectedCounts.length];
                monitor.addAllCounts(counts);
                monitor.clean();
                if (!Arrays.equals(counts, expectedCounts)) {
                    fail(monitor, text, seed + run, log, "event counts " + Arrays.toString(counts));
                }
                if (monitor.created() > model.slices() || monitor.lost.get() != 0) {
                    fail(monitor, text, seed + run, log, "created " + monitor.created() + " of " + model.slices()
                            + ", lost " + monitor.lost.get());
                }
                if (!agrees(monitor, monitor.created(), general.created())) {
                    fail(monitor, text, seed + run, log, "created " + monitor.created() + ", general "
                            + general.created());
                }
                createdTotal += monitor.created();
                open += general.created() - monitor.created();
            }
            for (PropertyMonitor monitor : leaving) {
                long[] counts = new long[expectedCounts.length];
                monitor.addAllCounts(counts);
                monitor.clean();
                // With fewer events tables are swept at other times, and slices of objects that are gone may still be extended.
                if (monitor.created() > model.slices()
                        || !collect && !agrees(monitor, monitor.created(), general.created()) || monitor.lost.get() != 0) {
                    fail(monitor, text, seed + run, log, "leaving out: created " + monitor.created() + ", general "
                            + general.created() + ", lost " + monitor.lost.get());
                }
                for (int event = 0; event < counts.length; event++) {
                    leftOut += expectedCounts[event] - counts[event];
                    // What a slice takes is not left out.
                    if (counts[event] > expectedCounts[event] || counts[event] < reportedCounts[event]) {
                        fail(monitor, text, seed + run, log, "leaving out: event counts " + Arrays.toString(counts));
                    }
                }
            }
            if (pairing != null) {
                pairing.tellFirst();
                cancelled += pairing.cancelled;
                if (pairing.monitor.created() > general.created() || pairing.monitor.lost.get() != 0) {
                    fail(pairing.monitor, text, seed + run, log, "pairing: created " + pairing.monitor.created()
                            + ", general " + general.created() + ", lost " + pairing.monitor.lost.get());
                }
            }
            if (deferring != null) {
                left += deferring.left;
                awaited += deferring.awaited;
                if (deferring.monitor.created() > general.created() || deferring.monitor.lost.get() != 0) {
                    fail(deferring.monitor, text, seed + run, log, "deferring: created " + deferring.monitor.created()
                            + ", general " + general.created() + ", lost " + deferring.monitor.lost.get());
                }
            }
            if (collect) {
                Arrays.fill(pool, null);
                dropped.clear();
                for (int slot = 0; deferring != null && slot < objects; slot++) {
                    deferring.forget(slot, random.nextBoolean());
                }
                collectGarbage();
                general.clean();
                settling.clean();
                chosen.clean();
                for (PropertyMonitor monitor : leaving) {
                    monitor.clean();
                    if (mortal && monitor.collected() != monitor.created()) {
                        fail(monitor, text, seed + run, log, "leaving out: collected " + monitor.collected() + " of "
                                + monitor.created());
                    }
                }
                if (deferring != null) {
                    deferring.monitor.clean();
                    if (mortal && deferring.monitor.collected() != deferring.monitor.created()) {
                        fail(deferring.monitor, text, seed + run, log, "deferring: collected "
                                + deferring.monitor.collected() + " of " + deferring.monitor.created());
                    }
                }
                for (PropertyMonitor monitor : monitors) {
                    if (!agrees(monitor, monitor.collected(), general.collected()) || mortal && monitor.collected() != monitor.created()) {
                        fail(monitor, text, seed + run, log, "collected " + monitor.collected() + " of "
                                + monitor.created() + ", general " + general.collected());
                    }
                }
            }
        }
        if (!(crowd instanceof OwnedMonitor)) {
            throw new IllegalStateException("the crowd shares nothing with " + crowd.getClass());
        }
        System.out.println("events=" + events + " reports=" + reports + " created=" + createdTotal + " left=" + left + " awaited=" + awaited + " leftOut=" + leftOut + " passedBy=" + passedBy + " cancelled=" + cancelled + " open=" + open + " engines=" + engines);
    }

    /** Slices that are never in the tables have no monitor. */
    private static boolean agrees(PropertyMonitor monitor, long count, long ofGeneral) {
        boolean mayBeLess = monitor instanceof OwnedMonitor && ((OwnedMonitor) monitor).returns;
        return mayBeLess ? count <= ofGeneral : count == ofGeneral;
    }

    private static boolean isShared(Object object) {
        boolean result = false;
        for (Object shared : SHARED) {
            result |= shared == object;
        }
        return result;
    }

    private static Object ofSomeClass(Random random, int number, Object[] others) {
        switch (random.nextInt(24)) {
            case 0:
                return SHARED[random.nextInt(SHARED.length)];
            case 1:
                // Equal ones are different objects to a property of objects.
                return Long.valueOf(1L << 40);
            default:
                // A plain collection may be the owner of deferred slices.
                return random.nextBoolean() ? Stubborn.ofSomeClass(number, others[number % others.length]) : new ArrayList<Object>();
        }
    }

    /** A value of a primitive parameter: another object each time. */
    private static Object boxed(int run, int slot) {
        int number = 10000 + slot;
        switch ((run + slot) % 6) {
            case 0:
                return Integer.valueOf(number);
            case 1:
                return Long.valueOf(number);
            case 2:
                return Character.valueOf((char) number);
            case 3:
                return Short.valueOf((short) number);
            case 4:
                return Double.valueOf(number);
            default:
                return Float.valueOf(number);
        }
    }

    /** As rrv makes them of the program's iterators. */
    static final class Holding extends Stubborn implements SliceHolder, Cloneable {
        private final HeldSlice slices;

        Holding(HeldSlice slices) {
            this.slices = slices;
        }

        @Override
        public HeldSlice rrvSlices() {
            return slices;
        }

        /** Another object that holds the same. */
        Object copy() {
            try {
                return clone();
            } catch (CloneNotSupportedException error) {
                throw new AssertionError(error);
            }
        }
    }

    /** Its methods must never be called. */
    private static class Stubborn {
        private static final class Second extends Stubborn {
        }

        private static final class Third extends Stubborn {
        }

        private static final class Fourth extends Stubborn {
        }

        static Object ofSomeClass(int number, Object other) {
            switch (number % 8) {
                case 0:
                    return other instanceof Holding ? ((Holding) other).copy() : new Holding(HeldSlice.make());
                case 1:
                case 2:
                    return new Holding(HeldSlice.make());
                case 3:
                    // Its constructor did not run.
                    return new Holding(null);
                case 4:
                    return new Stubborn();
                case 5:
                    return new Second();
                case 6:
                    return new Third();
                default:
                    return new Fourth();
            }
        }

        @Override
        public boolean equals(Object other) {
            throw new AssertionError("equals was called");
        }

        @Override
        public int hashCode() {
            throw new AssertionError("hashCode was called");
        }

        @Override
        public String toString() {
            throw new AssertionError("toString was called");
        }
    }

    static void countFound() {
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                String key = violation.line + " " + violation.category;
                Integer before = FOUND.get(key);
                FOUND.put(key, before == null ? 1 : before + 1);
            }
        });
    }

    static void collectGarbage() {
        java.lang.ref.WeakReference<Object> sentinel = new java.lang.ref.WeakReference<Object>(new Object());
        while (sentinel.get() != null) {
            System.gc();
        }
    }

    /** As units do for Java code; answers whether the event passed by. */
    static boolean callUnlessPassing(PropertyMonitor monitor, PropertyDefinition definition, int event, Object[] arguments, int site) {
        boolean passed = passesBy(monitor, definition, event, arguments);
        if (!passed) {
            call(monitor, event, arguments, site);
        }
        return passed;
    }

    static boolean passesBy(PropertyMonitor monitor, PropertyDefinition definition, int event, Object[] arguments) {
        for (int parameter : definition.events[event].binds) {
            if (definition.byValue[parameter]) {
                return false;
            }
        }
        return arguments.length == 1 && monitor.passesBy(event, arguments[0])
                || arguments.length == 2 && monitor.passesBy(event, arguments[0], arguments[1]);
    }

    static void call(PropertyMonitor monitor, int event, Object[] a, int site) {
        switch (a.length) {
            case 0:
                monitor.event(event, site);
                break;
            case 1:
                monitor.event(event, a[0], site);
                break;
            case 2:
                monitor.event(event, a[0], a[1], site);
                break;
            case 3:
                monitor.event(event, a[0], a[1], a[2], site);
                break;
            default:
                monitor.event(event, a[0], a[1], a[2], a[3], site);
        }
    }

    static void callIfBound(PropertyMonitor monitor, int event, Object[] a, int site) {
        if (a.length == 1) {
            monitor.eventIfBound(event, a[0], site);
        } else if (a.length == 2) {
            monitor.eventIfBound(event, a[0], a[1], site);
        } else {
            call(monitor, event, a, site);
        }
    }

    private static void fail(PropertyMonitor monitor, String text, long seed, StringBuilder log, String what) {
        System.out.println("DISAGREE seed " + seed + " " + monitor.getClass().getSimpleName() + ": " + what + "\n" + text
                + log);
        System.exit(3);
    }
}
