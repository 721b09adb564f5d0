package rrv.runtime;

import java.util.Arrays;

/**
 * The end of a slice's trace in an audited program (docs/runtime-protocol.md, "Audit"): its last events, with site and thread.
 * Events with an odd index are those of removed points. Guarded by the monitor's lock.
 */
final class SliceTrace {
    /** Of a trace at least this many of the last events are kept, at most twice as many. */
    private static final int KEPT_EVENTS = 32;
    private static final int FIRST_EVENTS = 2;
    /** Event, site, thread. */
    private static final int FIELDS = 3;

    private int[] steps;
    private int end;
    private boolean removed;
    private boolean manyThreads;

    SliceTrace() {
        steps = new int[FIRST_EVENTS * FIELDS];
    }

    /** A slice that is joined from a smaller one starts with that one's trace. */
    SliceTrace(SliceTrace smaller) {
        steps = Arrays.copyOf(smaller.steps, smaller.end + FIRST_EVENTS * FIELDS);
        end = smaller.end;
        removed = smaller.removed;
        manyThreads = smaller.manyThreads;
    }

    /** @param thread the thread's id; distinct threads are told apart by its lower half */
    void add(int event, int site, int thread) {
        manyThreads |= end > 0 && steps[end - 1] != thread;
        removed |= (event & 1) != 0;
        if (end == steps.length) {
            if (end >= 2 * KEPT_EVENTS * FIELDS) {
                System.arraycopy(steps, end - KEPT_EVENTS * FIELDS, steps, 0, KEPT_EVENTS * FIELDS);
                end = KEPT_EVENTS * FIELDS;
            } else {
                steps = Arrays.copyOf(steps, Math.min(2 * end, 2 * KEPT_EVENTS * FIELDS));
            }
        }
        steps[end++] = event;
        steps[end++] = site;
        steps[end++] = thread;
    }

    /** A removed point relied on one thread, and there were two. */
    boolean isRemovedAndShared() {
        return removed && manyThreads;
    }

    /** One line per event that is kept, the last one last. */
    String text(PropertyMonitor monitor) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < end; at += FIELDS) {
            text.append("\n  ").append((steps[at] & 1) == 0 ? "kept    " : "removed ")
                    .append(monitor.definition.events[steps[at]].name).append(" at ")
                    .append(Reporter.place(monitor, steps[at + 1])).append(" in thread ").append(steps[at + 2]);
        }
        return text.toString();
    }
}
