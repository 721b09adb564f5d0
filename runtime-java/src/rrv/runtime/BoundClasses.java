package rrv.runtime;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The classes of all objects that slices of a monitor ever had in one role. Most objects that an event names are of classes that no slice has
 * ever had: such an event is left out before the object is hashed and looked for. What stays with a class is of java.base alone, so that
 * no class of the class library keeps the loader of this copy of the runtime.
 */
final class BoundClasses extends ClassValue<AtomicBoolean> {
    @Override
    protected AtomicBoolean computeValue(Class<?> type) {
        return new AtomicBoolean();
    }

    /** Null counts as bound. */
    boolean contains(Object object) {
        return object == null || get(object.getClass()).get();
    }

    /** Before the object's slice is made. */
    void add(Object object) {
        AtomicBoolean bound = get(object.getClass());
        if (!bound.get()) {
            bound.set(true);
        }
    }
}
