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

    static void enter() {
        int[] depth = DEPTH.get();
        if (depth == null) {
            depth = new int[1];
            DEPTH.set(depth);
        }
        THREADS_INSIDE.incrementAndGet();
        depth[0]++;
    }

    static void leave() {
        // What stays with the thread is an array of java.base.
        DEPTH.get()[0]--;
        THREADS_INSIDE.decrementAndGet();
    }
}
