package rrv.runtime;

/**
 * What rrv makes of the iterators of the program: they hold their own slices of properties of one object, which
 * then need no weak reference and go with them.
 */
public interface SliceHolder {
    /** The same each time; null where the constructor did not run or found no memory. */
    HeldSlice rrvSlices();
}
