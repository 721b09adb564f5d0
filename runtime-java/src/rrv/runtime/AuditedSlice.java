package rrv.runtime;

import java.util.Arrays;

/**
 * A slice of an audited property (docs/runtime-protocol.md, "Audit"): it knows which threads its events came
 * from and whether one of them belongs to a removed point, and keeps the end of its trace. Events with an odd
 * index are those of removed points. Guarded by the monitor's lock.
 */
final class AuditedSlice extends BindingRecord {
    /** Of a trace at least this many of the last steps are kept, at most twice as many. */
    private static final int KEPT_STEPS = 32;
    private static final int FIRST_STEPS = 2;
    /** Event, site, thread. */
    private static final int FIELDS = 3;
    private static final int[] NO_STEPS = new int[0];

    /** Of its last event; 0 before the first. Thread ids are positive. */
    private int thread;
    private boolean removed;
    private boolean manyThreads;
    private int[] steps = NO_STEPS;
    private int end;

    AuditedSlice(int mask, Key a, Key b, Key c, Key d) {
        super(mask, a, b, c, d);
    }

    /** Begins with the past of the smaller slice that it is formed from. */
    void continues(AuditedSlice smaller) {
        thread = smaller.thread;
        removed = smaller.removed;
        manyThreads = smaller.manyThreads;
        steps = Arrays.copyOf(smaller.steps, smaller.end + FIRST_STEPS * FIELDS);
        end = smaller.end;
    }

    /**
     * The slice has the event. A step of the trace is kept if it moves a monitor, or tells something new
     * about threads and removed points.
     *
     * @return whether the slice takes some event otherwise than before
     */
    boolean add(int event, int site, int eventThread, boolean moves) {
        boolean isRemoved = (event & 1) != 0;
        if (!moves && thread == eventThread && (removed || !isRemoved)) {
            return false;
        }
        boolean otherwise = moves || thread != eventThread;
        manyThreads |= thread != 0 && thread != eventThread;
        thread = eventThread;
        removed |= isRemoved;
        keep(event, site);
        return otherwise;
    }

    /**
     * Events, as bits, that change nothing here if they come in this thread. `idle`: per state, those that
     * move no monitor. A slice that may still be formed is changed by any.
     */
    long unmovedBy(int eventThread, long[] idle) {
        if (state < 0) {
            return formed || dropped ? -1 : 0;
        }
        return thread != eventThread ? 0 : idle[state] & (removed ? -1 : SettledSlices.EVENTS_OF_KEPT_POINTS);
    }

    private void keep(int event, int site) {
        if (end == steps.length) {
            if (end >= 2 * KEPT_STEPS * FIELDS) {
                System.arraycopy(steps, end - KEPT_STEPS * FIELDS, steps, 0, KEPT_STEPS * FIELDS);
                end = KEPT_STEPS * FIELDS;
            } else {
                steps = Arrays.copyOf(steps, Math.min(Math.max(2 * end, FIRST_STEPS * FIELDS), 2 * KEPT_STEPS * FIELDS));
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

    /** The trace is no longer needed. */
    void forget() {
        steps = NO_STEPS;
        end = 0;
    }

    /** One line per step that is kept, the last one last. */
    String trace(PropertyMonitor monitor) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < end; at += FIELDS) {
            text.append("\n  ").append((steps[at] & 1) == 0 ? "kept    " : "removed ")
                    .append(monitor.definition.events[steps[at]].name).append(" at ")
                    .append(Reporter.place(monitor, steps[at + 1])).append(" in thread ").append(steps[at + 2]);
        }
        return text.toString();
    }
}
