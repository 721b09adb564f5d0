package rrv.runtime;

/**
 * The classes of all objects that slices of a monitor ever had in one role. Most objects that an event names are of classes that no slice has
 * ever had: such an event is left out before the object is hashed and looked for.
 */
final class BoundClasses extends ClassValue<BoundClasses.Mark> {
    static final class Mark {
        volatile boolean bound;
    }

    @Override
    protected Mark computeValue(Class<?> type) {
        return new Mark();
    }

    /** Null counts as bound. */
    boolean contains(Object object) {
        return object == null || get(object.getClass()).bound;
    }

    /** Before the object's slice is made. */
    void add(Object object) {
        Mark mark = get(object.getClass());
        if (!mark.bound) {
            mark.bound = true;
        }
    }
}
