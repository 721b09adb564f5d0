package rrv.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Marks threads that run user code on behalf of the runtime (slice bodies, listeners) or that report:
 * their events are ignored. The fast path of every event reads one static counter, which is zero unless
 * some thread is inside.
 */
final class Guard {
    private static final AtomicInteger THREADS_INSIDE = new AtomicInteger();
    private static final ThreadLocal<int[]> DEPTH = new ThreadLocal<int[]>();

    private Guard() {
    }

    static boolean inside() {
        return THREADS_INSIDE.get() != 0 && thisThreadInside();
    }

    private static boolean thisThreadInside() {
        int[] depth = DEPTH.get();
        return depth != null && depth[0] > 0;
    }

    /**
     * Marks this thread. To be undone in a `finally` block by `depth[0]--` of what is returned, and then by {@link #leave}: a call may
     * overflow the stack, and a thread that stayed marked would have no events ever after.
     */
    static int[] enter() {
        int[] depth = DEPTH.get();
        if (depth == null) {
            depth = new int[1];
            DEPTH.set(depth);
        }
        THREADS_INSIDE.incrementAndGet();
        depth[0]++;
        // What stays with the thread is an array of java.base.
        return depth;
    }

    /** When this overflows the stack the counter stays too high, and events ask which thread they are on. */
    static void leave() {
        THREADS_INSIDE.decrementAndGet();
    }
}
