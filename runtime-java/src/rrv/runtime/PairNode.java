package rrv.runtime;

/** The slice of two owners (a map and its view), which owns slices in turn. */
final class PairNode extends OwnerNode {
    final OwnerNode first;
    final OwnerNode second;
    /** Guarded by the stripe of `second`: its row, and the version that it has caught up with. */
    int row;
    long seen;

    PairNode(OwnerNode first, OwnerNode second) {
        super(null);
        this.first = first;
        this.second = second;
    }

    @Override
    long currentVersion() {
        return first.version + second.version;
    }

    @Override
    OwnerNode joined() {
        return second;
    }
}
