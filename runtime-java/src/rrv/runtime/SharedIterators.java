package rrv.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Iterators that static fields of the program hold, which collections hand out again and again. Noted when
 * they are put there, so that woven code can tell them from new ones.
 */
public final class SharedIterators {
    private static final WeakReference<?>[] NONE = new WeakReference<?>[0];

    /**
     * Those of each class; the arrays never change. Of classes of the class library alone: a class keeps what it
     * has here, and must not keep the class loader of this one.
     */
    private static final ClassValue<AtomicReference<WeakReference<?>[]>> BY_CLASS =
        new ClassValue<AtomicReference<WeakReference<?>[]>>() {
            @Override
            protected AtomicReference<WeakReference<?>[]> computeValue(Class<?> type) {
                return new AtomicReference<WeakReference<?>[]>(NONE);
            }
        };

    private SharedIterators() {
    }

    /** Null is no iterator. */
    public static void note(Object object) {
        if (object == null) {
            return;
        }
        AtomicReference<WeakReference<?>[]> noted = BY_CLASS.get(object.getClass());
        WeakReference<?>[] before;
        do {
            before = noted.get();
        } while (!noted.compareAndSet(before, with(object, before)));
    }

    /** Those that are gone are left out: of classes that many class loaders have the fields of. */
    private static WeakReference<?>[] with(Object object, WeakReference<?>[] before) {
        List<WeakReference<?>> all = new ArrayList<WeakReference<?>>(before.length + 1);
        for (WeakReference<?> one : before) {
            if (one.get() != null) {
                all.add(one);
            }
        }
        all.add(new WeakReference<Object>(object));
        return all.toArray(NONE);
    }

    /** Whether it is none of these; false for null, as a field's is that is not set yet. */
    static boolean isNew(Object iterator) {
        if (iterator == null) {
            return false;
        }
        for (WeakReference<?> one : BY_CLASS.get(iterator.getClass()).get()) {
            if (one.get() == iterator) {
                return false;
            }
        }
        return true;
    }

    /** The answer about its collection, 0 or 1; 0 for what is not new. */
    public static int unlessShared(Object iterator, int answer) {
        return answer != 0 && isNew(iterator) ? 1 : 0;
    }
}
