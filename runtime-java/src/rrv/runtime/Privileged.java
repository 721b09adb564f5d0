package rrv.runtime;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Supplier;

/**
 * What the runtime asks of the JVM for itself: its settings, its exit hook, its report. Before Java 24 a
 * security manager may ask whether all code on the stack is allowed to; an event may come from code that is
 * allowed less than the archive that carries this runtime.
 */
final class Privileged {
    /** What is deprecated for removal since Java 17 may be gone one day. */
    private static final boolean KNOWN = isKnown();

    private Privileged() {
    }

    private static boolean isKnown() {
        try {
            Class.forName("java.security.AccessController");
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    /** The task's answer. It has the permissions of the runtime's own archive, and none if that has none. */
    static <T> T get(final Supplier<T> task) {
        return KNOWN ? Now.get(task) : task.get();
    }

    private static final class Now {
        static <T> T get(final Supplier<T> task) {
            return AccessController.doPrivileged(new PrivilegedAction<T>() {
                @Override
                public T run() {
                    return task.get();
                }
            });
        }
    }
}
