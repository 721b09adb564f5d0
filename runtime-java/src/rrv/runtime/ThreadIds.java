package rrv.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers of threads, as thread dumps have them. Thread.getId() may be the program's: it might take a lock, have events,
 * or say the same for two threads. Thread.threadId(), since Java 19, is final.
 */
final class ThreadIds {
    private static final MethodHandle THREAD_ID = find();
    private static final ClassValue<Boolean> HAS_OWN = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return hasOwn(type);
        }
    };
    /** Of threads whose class has a getId() of its own. */
    private static final ThreadLocal<Integer> OTHERS = new ThreadLocal<Integer>();
    private static final int FIRST_OTHER = 1000000000;
    private static final AtomicInteger NEXT_OTHER = new AtomicInteger(FIRST_OTHER);

    private ThreadIds() {
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "threadId", MethodType.methodType(long.class));
        } catch (Throwable e) {
            return null;
        }
    }

    /**
     * The number of this thread, which is positive. To be asked without a lock: for a class of threads that was not asked
     * for before, its methods are looked through, which may load classes of the program.
     */
    @SuppressWarnings("deprecation")
    static int current() {
        Thread thread = Thread.currentThread();
        if (THREAD_ID != null) {
            return byHandle(thread);
        }
        return thread.getClass() == Thread.class || !HAS_OWN.get(thread.getClass()) ? (int) thread.getId() : other();
    }

    private static int byHandle(Thread thread) {
        try {
            return (int) (long) THREAD_ID.invokeExact(thread);
        } catch (Throwable error) {
            Stopped.passOn(error);
            return other();
        }
    }

    private static int other() {
        Integer known = OTHERS.get();
        if (known == null) {
            known = NEXT_OTHER.getAndIncrement();
            OTHERS.set(known);
        }
        return known;
    }

    private static boolean hasOwn(Class<?> type) {
        try {
            return type.getMethod("getId").getDeclaringClass() != Thread.class;
        } catch (Throwable error) {
            // Its methods name classes that are not there, or there is no stack left.
            Stopped.passOn(error);
            return true;
        }
    }
}
