package rrv.runtime;

/**
 * A slice whose leaf, an iterator that only one run of a method knows, is not looked up before an owner has
 * an event: until then the leaf's own events change nothing (docs/soundness.md, theorem 5). The method keeps
 * it in a local variable, and nobody else does: of the user's objects it holds none, but for an owner without
 * an entry, which must be known again.
 */
public final class DeferredSlice {
    /** For a leaf without slices: none will begin. */
    public static final DeferredSlice NONE = new DeferredSlice(null, new OwnerNode(null), 0, 0);

    /** No version. */
    private static final long BEGUN = -1;

    private final OwnedMonitor monitor;
    /** That of all awaited owners ({@link AwaitedOwners#events}) while the owner has no entry. */
    OwnerNode owner;
    /** The owner's version, and the slice's row then. BEGUN: the slice is in the monitor's tables. */
    long seen;
    final int row;
    /** The owner, while it has no entry, and the batch that is held until then. */
    Object awaits;
    AwaitedOwners.Batch batch;

    DeferredSlice(OwnedMonitor monitor, OwnerNode owner, long seen, int row) {
        this(monitor, owner, seen, row, null, null);
    }

    DeferredSlice(OwnedMonitor monitor, OwnerNode owner, long seen, int row, Object awaits,
            AwaitedOwners.Batch batch) {
        this.monitor = monitor;
        this.owner = owner;
        this.seen = seen;
        this.row = row;
        this.awaits = awaits;
        this.batch = batch;
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
        if (deferred.seen == BEGUN || Guard.inside()) {
            return false;
        }
        if (deferred.monitor.deferral.begin(deferred, leaf)) {
            return true;
        }
        deferred.seen = BEGUN;
        return false;
    }

    /**
     * Says that {@link #isDeferred} will not be asked about the slice again. Where nobody says so, as the method
     * ends by an exception, nothing is lost but time.
     */
    public static void end(Object slice) {
        if (slice != null) {
            DeferredSlice deferred = (DeferredSlice) slice;
            if (deferred.awaits != null) {
                deferred.monitor.deferral.end(deferred);
            }
        }
    }
}
