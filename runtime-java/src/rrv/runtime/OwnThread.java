package rrv.runtime;

import java.lang.reflect.Constructor;
import java.util.function.Supplier;

/**
 * Threads of the runtime. An exit hook is kept from its making until the JVM ends, so it is made with nothing
 * of the thread that has the first event: its thread group may be destroyed (up to Java 18 the JVM would then
 * start neither this hook nor any other), its context class loader may have been done with, and what its
 * inheritable variables hold is the program's.
 */
final class OwnThread {
    private OwnThread() {
    }

    static Thread of(final String name, final Runnable task) {
        return Privileged.get(new Supplier<Thread>() {
            @Override
            public Thread get() {
                Thread thread = make(Thread.currentThread().getThreadGroup(), name, task);
                if (thread == null) {
                    thread = new Thread(task, name);
                }
                try {
                    thread.setContextClassLoader(OwnThread.class.getClassLoader());
                } catch (SecurityException e) {
                    // It keeps the one that it has.
                }
                return thread;
            }
        });
    }

    /** In the outermost group that a security manager lets us into; null where that is none. */
    private static Thread make(ThreadGroup group, String name, Runnable task) {
        try {
            ThreadGroup parent = group.getParent();
            Thread thread = parent == null ? null : make(parent, name, task);
            return thread == null ? inheritingNothing(group, name, task) : thread;
        } catch (SecurityException e) {
            return null;
        }
    }

    private static Thread inheritingNothing(ThreadGroup group, String name, Runnable task) {
        Constructor<Thread> constructor;
        try {
            constructor = Thread.class.getConstructor(ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class);
        } catch (NoSuchMethodException e) {
            // Java 8.
            return new Thread(group, task, name);
        }
        try {
            return constructor.newInstance(group, task, name, 0L, false);
        } catch (ReflectiveOperationException e) {
            // A security manager refuses the group.
            return null;
        }
    }
}
