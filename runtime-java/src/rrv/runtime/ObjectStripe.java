package rrv.runtime;

import java.util.Arrays;

/**
 * One part of a table of {@link MonitoredObjects}. An entry is the weak reference to the object; what a monitor knows about the
 * object stands at the same position in the arrays of its {@link StripePart}. The lock is the stripe itself, and everything in here
 * and in its parts is done with that lock held.
 */
final class ObjectStripe extends WeakTable {
    /** Those that ever knew something about an object in here: the others need not be asked about each entry. */
    private StripePart[] parts = new StripePart[0];

    /** A monitor begins to use this stripe; called with its lock held. */
    void join(StripePart part) {
        StripePart[] longer = Arrays.copyOf(parts, parts.length + 1);
        longer[parts.length] = part;
        part.reserve(positions());
        part.joined = true;
        parts = longer;
    }

    int add(Object object, int hash) {
        return add(new KeyNode(object), hash);
    }

    /** An entry goes when no monitor knows anything about it any more. */
    @Override
    boolean disposable(KeyNode node, int position) {
        boolean gone = Identity.cleared(node);
        boolean unused = true;
        for (StripePart part : parts) {
            unused &= part.prune(position, gone);
        }
        return unused;
    }

    @Override
    void reserve(int positions) {
        for (StripePart part : parts) {
            part.reserve(positions);
        }
    }

    @Override
    void moveAlong(Object[] entries) {
        StripePart[] all = parts;
        for (int index = 0; index < all.length; index++) {
            StripePart part = all[index];
            int[] fromRows = part.rows;
            int[] toRows = part.newRows;
            long[] fromStates = part.states;
            long[] toStates = part.newStates;
            Object[] fromLinks = part.links;
            Object[] toLinks = part.newLinks;
            int[] fromMarks = part.marks;
            int[] toMarks = part.newMarks;
            int kept = 1;
            for (int position = 1; position < end; position++) {
                if (entries[position] == null) {
                    continue;
                }
                if (fromRows.length > 0) {
                    toRows[kept] = fromRows[position];
                }
                if (fromStates.length > 0) {
                    toStates[kept] = fromStates[position];
                }
                if (fromLinks.length > 0 && toLinks[kept] != fromLinks[position]) {
                    toLinks[kept] = fromLinks[position];
                }
                if (fromMarks.length > 0) {
                    toMarks[kept] = fromMarks[position];
                }
                kept++;
            }
            // Where the arrays are the same ones, what stood behind the last entry is still there.
            for (int position = kept; position < end; position++) {
                if (fromRows.length > 0 && fromRows == toRows) {
                    toRows[position] = 0;
                }
                if (fromStates.length > 0 && fromStates == toStates) {
                    toStates[position] = 0;
                }
                if (fromLinks.length > 0 && fromLinks == toLinks) {
                    toLinks[position] = null;
                }
                if (fromMarks.length > 0 && fromMarks == toMarks) {
                    toMarks[position] = 0;
                }
            }
            part.rows = toRows;
            part.states = toStates;
            part.links = toLinks;
            part.marks = toMarks;
        }
    }
}
