package rrv.runtime;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What one monitor knows about the objects of one stripe, by their positions, and its share of the counters.
 * Most objects of a stripe are known to a few of the program's monitors only, and a {@link Column} that holds
 * little takes little.
 */
abstract class StripePart {
    /** A mark: sites are in `reported`. */
    private static final int MANY = -1;

    final ObjectStripe stripe;
    /** Those of all objects that this monitor ever knew something about in this role. */
    private final BoundClasses classes;
    /**
     * Whether the stripe knows this part; before, there is nothing about any object in it. Set once, with the lock, and
     * read without: only who knows that something was noted must see it.
     */
    private boolean joined;
    /** Events by definition. */
    final long[] counts;
    long created;
    long collected;
    /** Row of the slice of this object alone; 0 where there is none. */
    final IntColumn rows = new IntColumn();
    /** Of the slice of a leaf and its owner: see {@link LeafPart}. */
    final LongColumn states = new LongColumn();
    /** What is known about an object beyond numbers. */
    final LinkColumn links = new LinkColumn();
    /** Where the slice has reported: 0 nowhere, one site (times handlers, plus one), or MANY. */
    final IntColumn marks = new IntColumn();
    /** By entry or leaf: sites of slices that reported at more than one. Null before the first. */
    private Map<Object, int[]> reported;

    StripePart(ObjectStripe stripe, int events, BoundClasses classes) {
        this.stripe = stripe;
        this.classes = classes;
        counts = new long[events];
    }

    /** Gives up what can go at this position, whose object may be gone; true when nothing is left. */
    abstract boolean prune(int position, boolean gone);

    /** False when nothing is known of any object with this hash; needs no lock, as {@link WeakTable#mayHave}. */
    final boolean mayKnow(int hash) {
        return joined && stripe.mayHave(hash);
    }

    /** See {@link Column#prepareMove}. */
    final void prepareMove(Object[] entries, int[] keptBefore) {
        rows.prepareMove(entries, keptBefore);
        states.prepareMove(entries, keptBefore);
        links.prepareMove(entries, keptBefore);
        marks.prepareMove(entries, keptBefore);
    }

    /**
     * Before something is noted about an object: the position of its entry, which is made when `known` is 0.
     */
    @Outlined
    final int enter(Object object, int hash, int known) {
        classes.add(object);
        join();
        return known == 0 ? stripe.add(object, hash) : known;
    }

    /** Makes the stripe ask this part about its entries. */
    final void join() {
        if (!joined) {
            stripe.join(this);
            joined = true;
        }
    }

    /**
     * Notes a site (times handlers) at which the slice at this position reports; false when it did before.
     */
    final boolean firstAt(int position, int key) {
        int mark = noted(marks.get(position), stripe.node(position), key);
        if (mark == 0) {
            return false;
        }
        marks.set(position, mark);
        return true;
    }

    final boolean firstOf(LeafNode leaf, int key) {
        int mark = noted(leaf.mark, leaf, key);
        if (mark == 0) {
            return false;
        }
        leaf.mark = mark;
        return true;
    }

    /** The mark after a report at this site, or 0 when there was one before. */
    private int noted(int mark, Object slice, int key) {
        if (mark == 0 && key >= 0) {
            return key + 1;
        }
        if (mark != MANY && mark != 0 && mark - 1 == key) {
            return 0;
        }
        if (reported == null) {
            reported = new IdentityHashMap<Object, int[]>();
        }
        int[] before = mark == MANY ? reported.get(slice) : mark == 0 ? ReportedSites.NONE : new int[] {mark - 1};
        int[] longer = ReportedSites.with(before, key);
        if (longer == null) {
            return 0;
        }
        reported.put(slice, longer);
        return MANY;
    }

    /** The slice at this position is given up. */
    final void forgetAt(int position) {
        forget(marks.get(position), stripe.node(position));
        marks.set(position, 0);
    }

    final void forget(int mark, Object slice) {
        if (mark == MANY) {
            reported.remove(slice);
        }
    }

    /** The slice at this position becomes that leaf. */
    final void handOver(int position, LeafNode leaf) {
        int mark = marks.get(position);
        if (mark == MANY) {
            // In this order, as there may be no memory for it.
            reported.put(leaf, reported.get(stripe.node(position)));
            reported.remove(stripe.node(position));
        }
        leaf.mark = mark;
        marks.set(position, 0);
    }
}
