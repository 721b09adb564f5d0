package rrv.runtime;

/**
 * When the report is written again, where that is done as violations come. Each time all of it is written, so
 * with very many places a program would do nothing else: as soon as that has taken a second in all, there is
 * a pause behind each, some times as long as it took. While the JVM goes down, nobody waits for what is written
 * later, and the last violations would not be in the report: there are no pauses then for some seconds more.
 *
 * <p>Times are those of System.nanoTime.
 */
final class ReportPace {
    /** Nanoseconds that all writing together may take before there are pauses. */
    static final long FREE = 1000000000L;
    /** The same while the JVM goes down: less than what a container is given to stop. */
    static final long FREE_AT_EXIT = 5000000000L;
    /** The pause behind a report, in times of what writing it took. */
    static final int PAUSE = 4;

    private long spent;
    private long next;

    /** Nanoseconds from now until the report may be written; not positive: now. `exiting`: the JVM goes down. */
    long pause(long now, boolean exiting) {
        return spent < (exiting ? FREE_AT_EXIT : FREE) ? 0 : next - now;
    }

    /** It has been written. */
    void wrote(long begin, long end) {
        spent += end - begin;
        next = end + PAUSE * (end - begin);
    }
}
