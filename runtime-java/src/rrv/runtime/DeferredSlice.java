package rrv.runtime;

/**
 * A slice whose leaf, an iterator that only one run of a method knows, is not looked up before an owner has
 * an event: until then the leaf's own events change nothing (docs/soundness.md, theorem 5). The method keeps
 * it in a local variable; it holds nothing of the user's.
 */
public final class DeferredSlice {
    /** For a leaf without slices: none will begin. */
    static final DeferredSlice NONE = new DeferredSlice(null, new OwnerNode(null), 0, 0);

    /** No version. */
    private static final long BEGUN = -1;

    private final OwnedMonitor monitor;
    final OwnerNode owner;
    /** The owner's version, and the slice's row then. BEGUN: the slice is in the monitor's tables. */
    long seen;
    final int row;

    DeferredSlice(OwnedMonitor monitor, OwnerNode owner, long seen, int row) {
        this.monitor = monitor;
        this.owner = owner;
        this.seen = seen;
        this.row = row;
    }

    /**
     * Whether the leaf's event can be left out. Otherwise the slice has begun. `slice` is what
     * {@link PropertyMonitor#begin} returned, null when it did nothing but tell the event.
     */
    public static boolean isDeferred(Object slice, Object leaf) {
        if (slice == null) {
            return false;
        }
        DeferredSlice deferred = (DeferredSlice) slice;
        if (deferred.owner.currentVersion() == deferred.seen) {
            return true;
        }
        if (deferred.seen != BEGUN && !Guard.inside()) {
            deferred.monitor.begin(deferred, leaf);
            deferred.seen = BEGUN;
        }
        return false;
    }
}
