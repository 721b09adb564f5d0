package rrv.runtime;

/** A slice that is found through one object: the weak reference to the object is the monitor. */
class SliceNode extends KeyNode {
    /** Row in {@link Transitions#cells}. */
    int row;

    SliceNode(Object object) {
        super(object);
    }
}
