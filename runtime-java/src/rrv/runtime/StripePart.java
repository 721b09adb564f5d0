package rrv.runtime;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What one monitor knows about the objects of one stripe, and its share of the counters. Arrays are indexed by the object's position;
 * they are empty until needed, and then as long as the stripe has positions, so that a position that an array does not have holds
 * nothing. Numbers stand in arrays of their own, which a collector neither reads nor copies.
 */
abstract class StripePart {
    private static final int[] NO_INTS = new int[0];
    private static final long[] NO_LONGS = new long[0];
    private static final Object[] NO_LINKS = new Object[0];
    /** A mark: sites are in `reported`. */
    private static final int MANY = -1;

    final ObjectStripe stripe;
    /** Those of all objects that this monitor ever knew something about in this role. */
    private final BoundClasses classes;
    /** Whether the stripe knows this part; before, there is nothing about any object in it. */
    boolean joined;
    /** Events by definition. */
    final long[] counts;
    long created;
    long collected;
    /** Row of the slice of this object alone; 0 where there is none. */
    int[] rows = NO_INTS;
    /** Of the slice of a leaf and its owner: see {@link LeafPart}. */
    long[] states = NO_LONGS;
    /** What is known about an object beyond numbers. */
    Object[] links = NO_LINKS;
    /** Where the slice has reported: 0 nowhere, one site (times handlers, plus one), or MANY. */
    int[] marks = NO_INTS;
    int[] newRows;
    long[] newStates;
    Object[] newLinks;
    int[] newMarks;
    /** By entry or leaf: sites of slices that reported at more than one. Null before the first. */
    private Map<Object, int[]> reported;

    StripePart(ObjectStripe stripe, int events, BoundClasses classes) {
        this.stripe = stripe;
        this.classes = classes;
        counts = new long[events];
    }

    /** Gives up what can go at this position, whose object may be gone; true when nothing is left. */
    abstract boolean prune(int position, boolean gone);

    /** Takes the arrays that entries will be moved to. */
    final void reserve(int positions) {
        newRows = rows.length == 0 || rows.length == positions ? rows : new int[positions];
        newStates = states.length == 0 || states.length == positions ? states : new long[positions];
        newLinks = links.length == 0 || links.length == positions ? links : new Object[positions];
        newMarks = marks.length == 0 || marks.length == positions ? marks : new int[positions];
    }

    /** Before something is noted about an object: the position of its entry, which is made when `known` is 0. */
    final int enter(Object object, int hash, int known) {
        classes.add(object);
        return known == 0 ? stripe.add(object, hash) : known;
    }

    final void join() {
        if (!joined) {
            stripe.join(this);
        }
    }

    final void needRows() {
        join();
        if (rows.length == 0) {
            rows = new int[stripe.positions()];
        }
    }

    final void needStates() {
        if (states.length == 0) {
            states = new long[stripe.positions()];
        }
    }

    final void needLinks() {
        join();
        if (links.length == 0) {
            links = new Object[stripe.positions()];
        }
    }

    final Object link(int position) {
        return position < links.length ? links[position] : null;
    }

    /** Notes a site (times handlers) at which the slice at this position reports; false when it did before. */
    final boolean firstAt(int position, int key) {
        if (marks.length == 0) {
            marks = new int[stripe.positions()];
        }
        int mark = noted(marks[position], stripe.node(position), key);
        if (mark == 0) {
            return false;
        }
        marks[position] = mark;
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
        int[] before = mark == MANY ? reported.get(slice) : mark == 0 ? NO_INTS : new int[] {mark - 1};
        for (int known : before) {
            if (known == key) {
                return 0;
            }
        }
        int[] longer = Arrays.copyOf(before, before.length + 1);
        longer[before.length] = key;
        reported.put(slice, longer);
        return MANY;
    }

    /** The slice at this position is given up. */
    final void forgetAt(int position) {
        if (marks.length > 0) {
            forget(marks[position], stripe.node(position));
            marks[position] = 0;
        }
    }

    final void forget(int mark, Object slice) {
        if (mark == MANY) {
            reported.remove(slice);
        }
    }

    /** The slice at this position becomes that leaf. */
    final void handOver(int position, LeafNode leaf) {
        if (marks.length > 0 && marks[position] != 0) {
            if (marks[position] == MANY) {
                reported.put(leaf, reported.remove(stripe.node(position)));
            }
            leaf.mark = marks[position];
            marks[position] = 0;
        }
    }
}
