package rrv.runtime;

/** One of several slices of a leaf, each with another owner. */
final class LeafNode {
    OwnerNode owner;
    /** Row in {@link Transitions#cells}. */
    int row;
    /** The owner's version that the row has caught up with. */
    long seen;
    /** As in {@link StripePart#marks}. */
    int mark;
    LeafNode next;

    LeafNode(OwnerNode owner) {
        this.owner = owner;
    }
}
