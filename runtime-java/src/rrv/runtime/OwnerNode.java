package rrv.runtime;

/**
 * An owner: an object whose own events are counted in `version`, or, with `first` and `second`, the slice of
 * two owners (a map and its view). Holds nothing of the user's strongly.
 */
final class OwnerNode extends KeyNode {
    private static final OwnerNode[] NONE = new OwnerNode[0];

    /** Events so far on this object alone; written under the lock of its stripe. */
    volatile long version;
    final OwnerNode first;
    final OwnerNode second;
    /** Of a pair, guarded by the stripe of `second`: its row, and the version that it has caught up with. */
    int row;
    long seen;
    /** Of a middle object: its pairs. Replaced, never modified; guarded by its stripe. */
    OwnerNode[] pairs = NONE;

    OwnerNode(Object object) {
        super(object);
        first = null;
        second = null;
    }

    /** A pair. It is in no table, so it refers to nothing. */
    OwnerNode(OwnerNode first, OwnerNode second) {
        super(null);
        this.first = first;
        this.second = second;
    }

    long currentVersion() {
        return first == null ? version : first.version + second.version;
    }

    /** The object that a join event names as the owner. */
    boolean joinable() {
        return !Identity.cleared(first == null ? this : second);
    }

    boolean gone() {
        return Identity.cleared(this);
    }
}
