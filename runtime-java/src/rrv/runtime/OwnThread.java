package rrv.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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

    /**
     * By a handle of the constructor: since Java 18 reflection itself is made of handles, and its first call
     * makes nineteen classes (20 ms of processor time with JDK 25, at every start). Throws a SecurityException
     * where the group is refused.
     */
    private static Thread inheritingNothing(ThreadGroup group, String name, Runnable task) {
        MethodHandle constructor;
        try {
            constructor = MethodHandles.publicLookup().findConstructor(Thread.class, MethodType.methodType(void.class,
                    ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class));
        } catch (ReflectiveOperationException e) {
            // Java 8.
            return new Thread(group, task, name);
        }
        try {
            return (Thread) constructor.invokeExact(group, task, name, 0L, false);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
