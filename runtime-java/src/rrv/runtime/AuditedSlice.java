package rrv.runtime;

/**
 * The body of a slice in an audited program (docs/runtime-protocol.md, "Audit"): keeps the end of the slice's
 * trace and the thread of its events. When the full and the residual monitor disagree, or when a slice with a
 * removed event has events from two threads although threads were assumed to be confined, it prints the trace
 * and ends the program with a failure. Events with an odd index are those of removed points.
 */
public abstract class AuditedSlice extends SliceBody {
    /** Of a trace at least this many of the last events are kept, at most twice as many. */
    private static final int KEPT_EVENTS = 32;

    private final boolean confined;
    private Step last;
    private boolean removed;
    private boolean manyThreads;

    AuditedSlice(boolean confined) {
        this.confined = confined;
    }

    /** For programs that were analysed with {@code --threads confined}. */
    public static final class Confined extends AuditedSlice {
        public Confined() {
            super(true);
        }
    }

    /** For programs that were analysed with {@code --threads shared}. */
    public static final class Shared extends AuditedSlice {
        public Shared() {
            super(false);
        }
    }

    /** One event of the trace. Immutable but for cutting off, so that copies of a slice share their past. */
    private static final class Step {
        final int event;
        final int site;
        final long thread;
        final int length;
        final Step before;

        Step(int event, int site, long thread, Step before) {
            this.event = event;
            this.site = site;
            this.thread = thread;
            this.before = before;
            this.length = before == null ? 1 : before.length + 1;
        }
    }

    @Override
    protected boolean event(int event, Object[] arguments) {
        long thread = threadId();
        if (last != null && last.thread != thread) {
            manyThreads = true;
        }
        removed |= (event & 1) != 0;
        last = new Step(event, site(), thread, last != null && last.length >= 2 * KEPT_EVENTS ? cut(last) : last);
        if (confined && manyThreads && removed) {
            fail("a slice has events from two threads, and a removed point relied on one");
        }
        return true;
    }

    @Override
    protected void handle(int handler, Object[] arguments) {
        fail("the full and the residual monitor disagree");
    }

    private void fail(String what) {
        StringBuilder text = new StringBuilder("audit FAILED: ").append(monitor().definition.name).append(": ")
                .append(what).append("; the events of the slice, the last one last:");
        appendSteps(text);
        report("audit: " + what);
        Reporter.auditFailed(text.toString());
    }

    private void appendSteps(StringBuilder text) {
        Step[] steps = new Step[last.length];
        int at = steps.length;
        for (Step step = last; step != null; step = step.before) {
            steps[--at] = step;
        }
        for (int i = at; i < steps.length; i++) {
            Step step = steps[i];
            text.append("\n  ").append((step.event & 1) == 0 ? "kept    " : "removed ")
                    .append(monitor().definition.events[step.event].name).append(" at ")
                    .append(Reporter.place(monitor(), step.site)).append(" in thread ").append(step.thread);
        }
    }

    /** The last KEPT_EVENTS events as a trace of their own. */
    private static Step cut(Step last) {
        Step[] steps = new Step[KEPT_EVENTS];
        Step step = last;
        for (int i = KEPT_EVENTS - 1; i >= 0; i--) {
            steps[i] = step;
            step = step.before;
        }
        Step copy = null;
        for (Step one : steps) {
            copy = new Step(one.event, one.site, one.thread, copy);
        }
        return copy;
    }

    @SuppressWarnings("deprecation")
    private static long threadId() {
        // Thread.threadId() is there only since Java 19.
        return Thread.currentThread().getId();
    }
}
