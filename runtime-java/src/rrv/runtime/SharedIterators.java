package rrv.runtime;

import java.lang.ref.WeakReference;

/**
 * Iterators that static fields of the program hold, which collections hand out again and again. Noted when
 * they are put there, so that woven code can tell them from new ones.
 */
public final class SharedIterators {
    private static final WeakReference<?>[] NONE = new WeakReference<?>[0];

    /** Of one class. */
    private static final class Noted {
        /** Replaced as a whole. */
        private volatile WeakReference<?>[] objects = NONE;

        synchronized void add(Object object) {
            WeakReference<?>[] before = objects;
            WeakReference<?>[] after = new WeakReference<?>[before.length + 1];
            System.arraycopy(before, 0, after, 0, before.length);
            after[before.length] = new WeakReference<Object>(object);
            objects = after;
        }

        boolean has(Object object) {
            for (WeakReference<?> one : objects) {
                if (one.get() == object) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final ClassValue<Noted> BY_CLASS = new ClassValue<Noted>() {
        @Override
        protected Noted computeValue(Class<?> type) {
            return new Noted();
        }
    };

    private SharedIterators() {
    }

    /** Null is no iterator. */
    public static void note(Object object) {
        if (object != null) {
            BY_CLASS.get(object.getClass()).add(object);
        }
    }

    /** The answer about its collection, 0 or 1; 0 for a shared iterator, and for a field's that is not set yet. */
    public static int unlessShared(Object iterator, int answer) {
        return answer == 0 || iterator == null || BY_CLASS.get(iterator.getClass()).has(iterator) ? 0 : 1;
    }
}
