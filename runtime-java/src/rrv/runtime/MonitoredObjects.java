package rrv.runtime;

/**
 * The objects that specialised monitors know. All monitors share them, so that an object has one weak
 * reference however many properties it takes part in: references are what a collector spends most time with,
 * and one that it has not looked at keeps the object alive for all. Owners stand apart from the rest, so that
 * objects used in the order of their creation are neighbours.
 */
final class MonitoredObjects {
    private static final int PER_PROCESSOR = 16;
    private static final int MOST = 256;

    /** How many stripes a table has: a power of two. */
    static final int STRIPES = Math.min(MOST,
            Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors()) * 2 - 1) * PER_PROCESSOR);

    /** The stripe of a hash is `hash >>> SHIFT`. */
    static final int SHIFT = 32 - Integer.numberOfTrailingZeros(STRIPES);

    /** Collections and maps, say. */
    final ObjectStripe[] owners = stripes();
    /** Iterators, say, and the objects of properties of one object. */
    final ObjectStripe[] others = stripes();

    private static ObjectStripe[] stripes() {
        ObjectStripe[] stripes = new ObjectStripe[STRIPES];
        for (int index = 0; index < STRIPES; index++) {
            stripes[index] = new ObjectStripe();
        }
        return stripes;
    }

    /** Looks at every entry once, for all monitors. */
    void clean() {
        clean(owners);
        clean(others);
    }

    private static void clean(ObjectStripe[] table) {
        for (ObjectStripe stripe : table) {
            synchronized (stripe) {
                stripe.sweepAll();
            }
        }
    }
}
