package rrv.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;

/** Objects by identity: never calls a method of a user's object. */
final class Identity {
    /** Stands for the value null of an object parameter. */
    private static final Object NULL = new Object();

    private Identity() {
    }

    /** What tables hold for a value of an object parameter. */
    static Object maskNull(Object value) {
        return value == null ? NULL : value;
    }

    /** The value that tables hold this for. */
    static Object unmaskNull(Object object) {
        return object == NULL ? null : object;
    }

    /** Spread over all 32 bits, so that high bits choose a stripe and low bits a slot. Never 0. */
    static int hash(Object object) {
        int hash = System.identityHashCode(object) * 0x9E3779B9;
        hash ^= hash >>> 15;
        return hash == 0 ? 1 : hash;
    }

    /**
     * Whether the reference was cleared. Reference.get() would keep the object alive for one more cycle of a
     * concurrent collector, so refersTo (Java 16) is used where it exists; looked up when first needed.
     */
    static boolean cleared(Reference<?> reference) {
        return Cleared.REFERS_TO == null ? reference.get() == null : Cleared.byHandle(reference);
    }

    private static final class Cleared {
        static final MethodHandle REFERS_TO = find();

        private static MethodHandle find() {
            try {
                return MethodHandles.publicLookup().findVirtual(Reference.class, "refersTo",
                        MethodType.methodType(boolean.class, Object.class));
            } catch (Throwable e) {
                return null;
            }
        }

        static boolean byHandle(Reference<?> reference) {
            try {
                return (boolean) REFERS_TO.invokeExact((Reference) reference, (Object) null);
            } catch (Throwable e) {
                Stopped.passOn(e);
                return reference.get() == null;
            }
        }
    }

    /**
     * Counts garbage collections, roughly: there was one since the last look when less memory is in use, or
     * when a weakly reachable sentinel is gone. Racy on purpose; a missed or doubled count only moves a
     * sweep.
     *
     * <p>The sentinel alone misses most collections where much survives: a young collection does not look at
     * references that it moves to the old generation. Then the sentinel stays for as long as that generation
     * is not collected, so it is replaced now and then.
     */
    static final class Collections {
        private static final int RENEW_AFTER = 64;

        static volatile int seen;
        private static volatile WeakReference<Object> sentinel = new WeakReference<Object>(new Object());
        private static volatile long used;
        private static int looks;

        private Collections() {
        }

        static int count() {
            Runtime runtime = Runtime.getRuntime();
            long before = used;
            long now = runtime.totalMemory() - runtime.freeMemory();
            used = now;
            boolean collected = now < before || cleared(sentinel);
            if (collected || ++looks >= RENEW_AFTER) {
                looks = 0;
                sentinel = new WeakReference<Object>(new Object());
            }
            if (collected) {
                seen++;
            }
            return seen;
        }
    }
}
