package rrv.runtime;

/**
 * Of a list of audited slices the first ones, and events that change nothing in any of them. A list may have
 * a hundred thousand iterators that wait for the garbage collector; without this, each update would visit
 * them all.
 */
final class SettledSlices {
    /** Shorter lists are visited. */
    static final int MANY = 32;
    /** Events have to fit the bits of a long. */
    static final int MAX_EVENTS = 64;
    /** The even ones. */
    static final long EVENTS_OF_KEPT_POINTS = 0x5555555555555555L;

    final int count;
    final long events;
    /** Only if they come in this thread. */
    final int thread;

    SettledSlices(int count, long events, int thread) {
        this.count = count;
        this.events = events;
        this.thread = thread;
    }
}
