package rrv.runtime;

/**
 * A slice of an audited property (docs/runtime-protocol.md, "Audit"): it knows which threads its events came
 * from and whether one of them belongs to a removed point, and keeps the end of its trace. Events with an odd
 * index are those of removed points. Guarded by the monitor's lock.
 */
final class AuditedSlice extends BindingRecord {
    /** Steps of a trace, at least. */
    private static final int KEPT_STEPS = 32;

    /** Of its last event; 0 before the first. Thread ids are positive. */
    private int thread;
    private boolean removed;
    private boolean manyThreads;

    AuditedSlice(int mask, Key a, Key b, Key c, Key d) {
        super(mask, a, b, c, d);
    }

    @Override
    void continues(BindingRecord smaller) {
        super.continues(smaller);
        AuditedSlice audited = (AuditedSlice) smaller;
        thread = audited.thread;
        removed = audited.removed;
        manyThreads = audited.manyThreads;
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
        // First: there may be no memory for it.
        if (history == null) {
            history = new SliceHistory(KEPT_STEPS);
        }
        history.add(event, site, eventThread);
        manyThreads |= thread != 0 && thread != eventThread;
        thread = eventThread;
        removed |= isRemoved;
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

    /** A removed point relied on one thread, and there were two. */
    boolean isRemovedAndShared() {
        return removed && manyThreads;
    }

    /** One line per step that is kept, the last one last. */
    String trace(PropertyMonitor monitor) {
        StringBuilder text = new StringBuilder();
        int[] steps = history.last(2 * KEPT_STEPS);
        for (int at = 0; at < steps.length; at += SliceHistory.FIELDS) {
            text.append("\n  ").append((steps[at] & 1) == 0 ? "kept    " : "removed ")
                    .append(monitor.definition.events[steps[at]].name).append(" at ")
                    .append(Reporter.site(steps[at + 1]).place()).append(" in thread ").append(steps[at + 2]);
        }
        return text.toString();
    }
}
