package rrv.runtime;

/**
 * The {@link DeferredSlice}s of an {@link OwnedMonitor} (docs/soundness.md, theorem 5): which slices may wait, what
 * for, and what becomes of one whose owner had an event.
 */
final class Deferral {
    private static final int SHIFT = OwnedMonitor.SHIFT;

    private final OwnedMonitor monitor;
    /**
     * By row and join event: the row behind the event, if it only goes there and the leaf's own events stay there;
     * otherwise 0.
     */
    private final int[] waiting;

    Deferral(OwnedMonitor monitor) {
        this.monitor = monitor;
        waiting = waitingRows();
    }

    /**
     * The slice of this owner and a leaf that a join event names for the first time, which has been told; null when
     * it has to begin at once, and the event is not told yet.
     */
    DeferredSlice sliceOf(OwnCollections known, int event, Object owner, Object leaf) {
        if (!isNew(known, owner, leaf)) {
            return null;
        }
        return monitor.three ? ofPair(event, owner) : ofRoot(event, owner);
    }

    /** Whether the collection is one of those, and has made the iterator. */
    private static boolean isNew(OwnCollections known, Object owner, Object iterator) {
        boolean hasMade = known == null ? PlainCollections.contains(owner)
                : known.contains(owner) && SharedIterators.isNew(iterator);
        return hasMade && !Shared.is(iterator);
    }

    /** Two parameters: the slice of the owner and a new leaf; null when it has to begin at once. */
    private DeferredSlice ofRoot(int event, Object root) {
        boolean begins = monitor.starts[event] && monitor.automaton.startsAlive(event);
        int row = begins ? waiting[monitor.transitions.initialRow + event] : 0;
        if (row == 0) {
            return null;
        }
        int hash = Identity.hash(root);
        OwnerPart part = monitor.roots[hash >>> SHIFT];
        synchronized (part.stripe) {
            part.counts[event]++;
            OwnerNode owner = part.findWithEntry(root, hash);
            if (owner != null) {
                return new DeferredSlice(monitor, owner, owner.version, row);
            }
            monitor.classes[Roles.ROOT].add(root);
            AwaitedOwners awaited = part.awaited();
            return new DeferredSlice(monitor, awaited.events, awaited.events.version, row, root, awaited.add(hash));
        }
    }

    /** Three parameters: the slice of the middle object's only pair and a new leaf. */
    private DeferredSlice ofPair(int event, Object middle) {
        if (!monitor.classes[Roles.MIDDLE].contains(middle)) {
            return DeferredSlice.NONE;
        }
        int hash = Identity.hash(middle);
        OwnerPart part = monitor.middles[hash >>> SHIFT];
        if (!part.mayKnow(hash)) {
            return DeferredSlice.NONE;
        }
        synchronized (part.stripe) {
            OwnerNode node = part.find(middle, hash);
            if (node == null) {
                return DeferredSlice.NONE;
            }
            DeferredSlice slice = DeferredSlice.NONE;
            if (node.pairs.length > 1) {
                return null;
            }
            if (node.pairs.length == 1) {
                PairNode pair = node.pairs[0];
                monitor.catchUpPair(part, pair);
                if (pair.row != monitor.deadRow && !monitor.late[event]) {
                    int row = waiting[pair.row + event];
                    if (row == 0) {
                        return null;
                    }
                    slice = new DeferredSlice(monitor, pair, pair.seen, row);
                }
            }
            part.counts[event]++;
            return slice;
        }
    }

    /**
     * An owner of a deferred slice may have had an event. If so, its leaf, about to have one, is entered with
     * what it was then. Answers whether it still waits.
     */
    @Outlined
    boolean begin(DeferredSlice slice, Object leaf) {
        try {
            if (slice.awaits != null && stillWaits(slice)) {
                return true;
            }
            int hash = Identity.hash(leaf);
            LeafPart part = monitor.leaves[hash >>> SHIFT];
            slice.owner.hasSlices = true;
            synchronized (part.stripe) {
                int position = part.enter(leaf, hash, part.stripe.positionOf(leaf, hash));
                part.begin(position, slice.owner, slice.seen, slice.row);
                part.created++;
            }
        } catch (Throwable error) {
            monitor.lost(error);
            // With this event, and not with those that come: the next one tries again.
            return true;
        }
        return slice.awaits != null;
    }

    /**
     * There was an event on some owner that is awaited: whether the owner of this slice has had none. If it has
     * an entry now, the slice waits for that: all its events came later than the slice.
     */
    private boolean stillWaits(DeferredSlice slice) {
        Object root = slice.awaits;
        int hash = Identity.hash(root);
        OwnerPart part = monitor.roots[hash >>> SHIFT];
        synchronized (part.stripe) {
            OwnerNode owner = part.find(root, hash);
            if (owner == null) {
                slice.seen = slice.owner.version;
                return true;
            }
            slice.owner = owner;
            slice.seen = 0;
            stopWaiting(slice, part, hash);
            return owner.version == 0;
        }
    }

    /** Woven code will not ask about this slice again, which waits for an owner without an entry. */
    @Outlined
    void end(DeferredSlice slice) {
        try {
            Object root = slice.awaits;
            int hash = Identity.hash(root);
            OwnerPart part = monitor.roots[hash >>> SHIFT];
            synchronized (part.stripe) {
                stopWaiting(slice, part, hash);
            }
        } catch (Throwable error) {
            // The slice is counted until its batch is gone.
            Stopped.passOn(error);
        }
    }

    /** Once for a slice, whatever is thrown in here. */
    private static void stopWaiting(DeferredSlice slice, OwnerPart part, int hash) {
        AwaitedOwners.Batch batch = slice.batch;
        slice.awaits = null;
        slice.batch = null;
        part.awaited().remove(hash, batch);
    }

    private int[] waitingRows() {
        int[] waiting = new int[monitor.cells.length];
        for (int from = monitor.transitions.initialRow; from < monitor.deadRow; from += monitor.eventCount) {
            for (int event = 0; event < monitor.eventCount; event++) {
                boolean joins = monitor.kind[event] == Roles.JOIN;
                waiting[from + event] = joins ? waitingRow(monitor.cells[from + event]) : 0;
            }
        }
        return waiting;
    }

    private int waitingRow(int cell) {
        int row = cell >>> 1;
        for (int event = 0; event < monitor.eventCount; event++) {
            if (monitor.kind[event] == Roles.LEAF && monitor.cells[row + event] != row << 1) {
                return 0;
            }
        }
        return (cell & 1) != 0 ? 0 : row;
    }
}
