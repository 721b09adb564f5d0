package rrv.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The classes of all objects that slices of a monitor ever had in one role. Most objects that an event names
 * are of classes that no slice has ever had: such an event is left out before the object is hashed and looked
 * for.
 *
 * <p>With a class stands a set of bits, one for each role of each monitor. One {@link ClassValue} has them
 * all, as a class finds only a few of these at once. What stays with a class is of java.base alone, so that
 * no class of the class library keeps the loader of this copy of the runtime.
 */
final class BoundClasses {
    private static final ClassValue<AtomicReference<long[]>> ROLES = new ClassValue<AtomicReference<long[]>>() {
        @Override
        protected AtomicReference<long[]> computeValue(Class<?> type) {
            return new AtomicReference<long[]>(new long[0]);
        }
    };
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** Whether there is any: for most roles of most programs there is none, which is known in a moment. */
    private volatile boolean some;
    private final int word;
    private final long bit;

    BoundClasses() {
        int role = COUNT.getAndIncrement();
        word = role / Long.SIZE;
        bit = 1L << role;
    }

    /**
     * Where there is any, null counts as bound, and so does what cannot be looked up, as there is no stack or no
     * memory left.
     */
    boolean contains(Object object) {
        if (!some) {
            return false;
        }
        try {
            return object == null || isSet(ROLES.get(object.getClass()).get());
        } catch (Throwable error) {
            Stopped.passOn(error);
            return true;
        }
    }

    /** Initialises what the class library needs for this. */
    static void prepare(Object object) {
        ROLES.get(object.getClass());
    }

    /** Before the object's slice is made. */
    void add(Object object) {
        if (!some) {
            some = true;
        }
        AtomicReference<long[]> roles = ROLES.get(object.getClass());
        for (long[] before = roles.get(); !isSet(before); before = roles.get()) {
            long[] after = Arrays.copyOf(before, Math.max(before.length, word + 1));
            after[word] |= bit;
            if (roles.compareAndSet(before, after)) {
                return;
            }
        }
    }

    private boolean isSet(long[] words) {
        return word < words.length && (words[word] & bit) != 0;
    }
}
