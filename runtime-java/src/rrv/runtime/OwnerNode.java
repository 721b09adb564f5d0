package rrv.runtime;

/** An object whose own events are counted in `version`. Holds nothing of the user's strongly. */
class OwnerNode {
    private static final PairNode[] NONE = new PairNode[0];

    /** The object; null for a pair. */
    final KeyNode key;
    /** Events so far on this object alone; written under the lock of its stripe. */
    volatile long version;
    /**
     * Whether slices of the object have begun: before that, events that may be left out are not counted, so that
     * no count depends on which objects have an entry by chance ({@link AwaitedOwners}). Written without a lock,
     * too.
     */
    boolean hasSlices;
    /** Whether {@link WatchedOwners} counts its events; set once, with the lock of its stripe. */
    volatile boolean isWatched;
    /** Of a middle object: its pairs. Replaced, never modified; guarded by its stripe. */
    PairNode[] pairs = NONE;

    OwnerNode(KeyNode key) {
        this.key = key;
    }

    long currentVersion() {
        return version;
    }

    /** The object that a join event names as the owner. */
    OwnerNode joined() {
        return this;
    }

    final boolean gone() {
        return Identity.cleared(key);
    }
}
