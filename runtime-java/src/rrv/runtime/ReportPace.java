package rrv.runtime;

/**
 * When the report is written again, where that is done as violations come. Each time all of it is written, so
 * with very many places a program would do nothing else: as soon as that has taken a second in all, there is
 * a pause behind each, some times as long as it took.
 *
 * <p>Times are those of System.nanoTime.
 */
final class ReportPace {
    /** Nanoseconds that all writing together may take before there are pauses. */
    static final long FREE = 1000000000L;
    /** The pause behind a report, in times of what writing it took. */
    static final int PAUSE = 4;

    private long spent;
    private long next;

    /** Nanoseconds from now until the report may be written; not positive: now. */
    long pause(long now) {
        return spent < FREE ? 0 : next - now;
    }

    /** It has been written. */
    void wrote(long begin, long end) {
        spent += end - begin;
        next = end + PAUSE * (end - begin);
    }
}
