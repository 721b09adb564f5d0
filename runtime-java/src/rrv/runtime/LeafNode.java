package rrv.runtime;

/** The slice of a leaf and its owner; further slices of the same leaf hang on the first. */
final class LeafNode extends SliceNode {
    OwnerNode owner;
    /** The owner's version that the row has caught up with. */
    long seen;
    LeafNode next;

    LeafNode(Object object, OwnerNode owner) {
        super(object);
        this.owner = owner;
    }

    /** Becomes the slice that hangs on it. */
    void takeOver(LeafNode other) {
        owner = other.owner;
        seen = other.seen;
        row = other.row;
        next = other.next;
    }
}
