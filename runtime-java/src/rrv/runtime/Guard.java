package rrv.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Marks threads that run user code on behalf of the runtime (slice bodies, listeners) or that report:
 * their events are ignored. The fast path of every event reads one static counter, which is zero unless
 * some thread is inside.
 */
final class Guard {
    private static final AtomicInteger THREADS_INSIDE = new AtomicInteger();
    /**
     * How deep the thread is inside, an int[], and the {@link BodyCall} that runs there. What stays with the
     * thread are arrays of java.base.
     */
    private static final ThreadLocal<Object[]> THREAD = new ThreadLocal<Object[]>();
    private static final int DEPTH = 0;
    /** In what {@link #thread} answers. */
    static final int CALL = 1;

    private Guard() {
    }

    static boolean inside() {
        return THREADS_INSIDE.get() != 0 && thisThreadInside();
    }

    private static boolean thisThreadInside() {
        Object[] thread = THREAD.get();
        return thread != null && ((int[]) thread[DEPTH])[0] > 0;
    }

    /** What is known of this thread. */
    static Object[] thread() {
        Object[] thread = THREAD.get();
        if (thread == null) {
            thread = new Object[] {new int[1], null};
            THREAD.set(thread);
        }
        return thread;
    }

    /**
     * Marks this thread. To be undone in a `finally` block by `depth[0]--` of what is returned, and then by
     * {@link #leave}: a call may overflow the stack, and a thread that stayed marked would have no events
     * ever after.
     */
    static int[] enter() {
        return enter(thread());
    }

    /** The same with what {@link #thread} answers. */
    static int[] enter(Object[] thread) {
        int[] depth = (int[]) thread[DEPTH];
        THREADS_INSIDE.incrementAndGet();
        depth[0]++;
        return depth;
    }

    /** When this overflows the stack the counter stays too high, and events ask which thread they are on. */
    static void leave() {
        THREADS_INSIDE.decrementAndGet();
    }
}
