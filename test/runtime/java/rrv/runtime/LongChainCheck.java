package rrv.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Leaves with many slices: random properties and traces whose owners go and come, on two leaves, told to the monitor for
 * them and to the general one, whose reports must be the same after each event. Then how much longer an event of a leaf
 * takes with 20,000 slices than with 20.
 * Arguments: first seed, number of properties.
 */
public final class LongChainCheck {
    private static final int EVENTS = 600;
    private static final int OWNERS = 120;
    private static final int LEAVES = 2;
    private static final int FEW = 20;
    private static final int MANY = 20000;
    private static final int USES = 20000;
    private static final int JOIN = 0;
    private static final int UPDATE = 1;
    private static final int USE = 2;
    private static final Map<String, Integer> FOUND = new HashMap<String, Integer>();

    private LongChainCheck() {
    }

    public static void main(String[] args) {
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> FOUND.merge(violation.line + " " + violation.category, 1, Integer::sum));
        long first = Long.parseLong(args[0]);
        int properties = Integer.parseInt(args[1]);
        int owned = 0;
        int reports = 0;
        for (long seed = first; seed < first + properties; seed++) {
            Random random = new Random(seed);
            PropertyDefinition definition = PropertyDefinition.parse(RandomProperty.text(random, "owned")).properties.get(0);
            PropertyMonitor chosen = Monitors.create(definition, null, null, new MonitoredObjects());
            if (chosen instanceof OwnedMonitor) {
                owned++;
                reports += compare(definition, (OwnedMonitor) chosen, random, seed);
            }
        }
        long few = nanoseconds(FEW);
        System.out.println("owned=" + owned + " reports=" + reports + " times=" + nanoseconds(MANY) / few);
    }

    private static int compare(PropertyDefinition definition, OwnedMonitor chosen, Random random, long seed) {
        PropertyMonitor general = new GeneralMonitor(definition, new Automaton(definition), new MonitoredObjects());
        boolean leafIsLast = chosen.leafBit == 2;
        Object[] owners = new Object[OWNERS];
        Object[] leaves = new Object[LEAVES];
        int reports = 0;
        for (int step = 0; step < EVENTS; step++) {
            int owner = random.nextInt(OWNERS);
            int leaf = random.nextInt(LEAVES);
            if (owners[owner] == null || random.nextInt(40) == 0) {
                owners[owner] = new Object();
            }
            if (leaves[leaf] == null || random.nextInt(300) == 0) {
                leaves[leaf] = new Object();
            }
            // Mostly those that make slices and those of leaves, so that there are many and events that change nothing.
            int event = random.nextInt(definition.events.length);
            if (definition.events[event].binds.length == 1 && 1 << definition.events[event].binds[0] != chosen.leafBit && random.nextInt(3) != 0) {
                continue;
            }
            int site = random.nextInt(3);
            Map<String, Integer> expected = tell(general, definition, event, owners[owner], leaves[leaf], leafIsLast, site);
            Map<String, Integer> found = tell(chosen, definition, event, owners[owner], leaves[leaf], leafIsLast, site);
            if (!found.equals(expected)) {
                throw new IllegalStateException("seed " + seed + ", step " + step + ": expected " + expected + ", found " + found);
            }
            reports += expected.size();
        }
        return reports;
    }

    private static Map<String, Integer> tell(
            PropertyMonitor monitor, PropertyDefinition definition, int event, Object owner, Object leaf, boolean leafIsLast, int site) {
        FOUND.clear();
        int[] binds = definition.events[event].binds;
        Object first = leafIsLast ? owner : leaf;
        Object second = leafIsLast ? leaf : owner;
        if (binds.length == 2) {
            monitor.event(event, binds[0] == 0 ? first : second, binds[0] == 0 ? second : first, site);
        } else {
            monitor.event(event, binds[0] == 0 ? first : second, site);
        }
        return new HashMap<String, Integer>(FOUND);
    }

    /** Of the uses of a leaf with so many slices, each behind a new slice and an update of an object that is none of theirs. */
    private static long nanoseconds(int slices) {
        PropertyMonitor monitor = Monitors.create(AwaitedOrderCheck.SAFE_ITERATOR, null, null, new MonitoredObjects());
        Object leaf = new Object();
        Object other = new Object();
        Object[] owners = new Object[slices];
        for (int index = 0; index < slices; index++) {
            owners[index] = new Object();
            monitor.event(JOIN, owners[index], leaf, 0);
        }
        monitor.event(JOIN, other, new Object(), 0);
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long start = System.nanoTime();
            for (int use = 0; use < USES; use++) {
                monitor.event(JOIN, owners[use % slices], leaf, 0);
                monitor.event(UPDATE, other, 0);
                monitor.event(USE, leaf, 0);
            }
            best = Math.min(best, System.nanoTime() - start);
        }
        return best;
    }
}
