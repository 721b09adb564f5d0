package rrv.runtime;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * One part of a specialised monitor's tables, with its share of the counters; its lock is the object itself, and
 * everything in here is done with that lock held.
 */
class Stripe extends WeakTable {
    /** Events by definition. */
    final long[] counts;
    long created;
    long collected;
    /** Sites (times handlers) at which a slice has reported; null before the first. Apart from the slices, because most never do. */
    private Map<SliceNode, int[]> reported;

    Stripe(int events) {
        counts = new long[events];
    }

    /** Notes the handlers that report, once per slice and site. */
    final Finding react(PropertyDefinition definition, SliceNode slice, int[] handlers, int site, Finding found) {
        for (int handler : handlers) {
            if (definition.handlers[handler].reports && first(slice, site * definition.handlers.length + handler)) {
                found = new Finding(handler, site, found);
            }
        }
        return found;
    }

    private boolean first(SliceNode slice, int key) {
        if (reported == null) {
            reported = new IdentityHashMap<SliceNode, int[]>();
        }
        int[] before = reported.get(slice);
        if (before == null) {
            reported.put(slice, new int[] {key});
            return true;
        }
        for (int known : before) {
            if (known == key) {
                return false;
            }
        }
        int[] longer = Arrays.copyOf(before, before.length + 1);
        longer[before.length] = key;
        reported.put(slice, longer);
        return true;
    }

    /** The slice is given up. */
    final void forget(SliceNode slice) {
        if (reported != null) {
            reported.remove(slice);
        }
    }

    /** One node becomes the slice of another, which is given up. */
    final void handOver(SliceNode from, SliceNode to) {
        if (reported != null) {
            int[] sites = reported.remove(from);
            if (sites == null) {
                reported.remove(to);
            } else {
                reported.put(to, sites);
            }
        }
    }
}
