package rrv.runtime;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets an event of a property with Java code be taken, as others come again and again while its code runs: they wait
 * before they begin, each time twice as long (exponential backoff), so that in the end its code finds the time that it
 * takes. With no lock held, and never for longer than a second: its code may itself wait for who waits.
 */
final class Backoff {
    /** An event waits for nobody and nobody for it while it has been tried less often. */
    private static final int FREE_TRIES = 8;
    /** Nanoseconds. */
    private static final long FIRST = 1000000L;
    private static final int MOST_DOUBLINGS = 10;
    private static final long LONGEST_PARK = 1000000L;

    /** Of System.nanoTime: until when others wait; 0 where nobody asks for it. */
    private final AtomicLong until = new AtomicLong();

    /** Before the code of an event runs. `tries`: how often its slices have been looked for. */
    void ask(int tries) {
        if (tries >= FREE_TRIES) {
            // The last bit is set, as 0 is nobody's.
            until.set(System.nanoTime() + (FIRST << Math.min(tries - FREE_TRIES, MOST_DOUBLINGS)) | 1);
        }
    }

    /** The event has been taken. */
    void done(int tries) {
        if (tries >= FREE_TRIES) {
            until.set(0);
        }
    }

    /** Before an event begins. */
    void await() {
        if (until.get() != 0) {
            park();
        }
    }

    @Outlined
    private void park() {
        long before = System.nanoTime();
        for (long end = until.get(); end != 0; end = until.get()) {
            long left = end - before;
            if (left <= 0) {
                until.compareAndSet(end, 0);
                return;
            }
            long most = Math.min(left, LONGEST_PARK);
            LockSupport.parkNanos(most);
            long now = System.nanoTime();
            if (now - before < most / 2) {
                // Interrupted, which stays so: it would not park again.
                return;
            }
            before = now;
        }
    }
}
