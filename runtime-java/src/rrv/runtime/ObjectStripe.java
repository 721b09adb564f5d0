package rrv.runtime;

import java.util.Arrays;

/**
 * One part of a table of {@link MonitoredObjects}. An entry is the weak reference to the object; what a
 * monitor knows about the object stands at the same position in the columns of its {@link StripePart}. The
 * lock is the stripe itself, and everything in here and in its parts is done with that lock held.
 */
final class ObjectStripe extends WeakTable {
    /**
     * Those that ever knew something about an object in here: the others need not be asked about each entry.
     */
    private StripePart[] parts = new StripePart[0];

    /** A monitor begins to use this stripe; called with its lock held. */
    void join(StripePart part) {
        StripePart[] longer = Arrays.copyOf(parts, parts.length + 1);
        longer[parts.length] = part;
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
    void prepareMove(Object[] entries) {
        int[] keptBefore = new int[(end - 1 >> Column.SHIFT) + 1];
        int kept = 1;
        for (int position = 1; position < end; position++) {
            if ((position & Column.MASK) == 0) {
                keptBefore[position >> Column.SHIFT] = kept;
            }
            if (entries[position] != null) {
                kept++;
            }
        }
        // Position 0 is never used, so that the first entry of the first piece is at 1.
        keptBefore[0] = 1;
        for (StripePart part : parts) {
            part.prepareMove(entries, keptBefore);
        }
    }

    @Override
    void moveAlong() {
        StripePart[] all = parts;
        for (int index = 0; index < all.length; index++) {
            StripePart part = all[index];
            part.rows.pieces = part.rows.moved;
            part.states.pieces = part.states.moved;
            part.links.pieces = part.links.moved;
            part.marks.pieces = part.marks.moved;
            part.rows.moved = null;
            part.states.moved = null;
            part.links.moved = null;
            part.marks.moved = null;
        }
    }
}
