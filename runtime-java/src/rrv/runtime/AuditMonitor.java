package rrv.runtime;

/**
 * The general monitor for audited properties (docs/runtime-protocol.md, "Audit"): every slice keeps the end of its trace and
 * whether its events came from several threads. When the full and the residual monitor disagree, or when a slice with a removed
 * event has events from two threads although threads were assumed to be confined, it prints the trace and
 * ends the program with a failure.
 */
final class AuditMonitor extends GeneralMonitor {
    private static final String DISAGREE = "the full and the residual monitor disagree";
    private static final String TWO_THREADS = "a slice has events from two threads, and a removed point relied on one";

    private final boolean confined;
    /** Of the event that is being taken; guarded by `lock`. */
    private int event;
    private int thread;
    /** What is to be printed once the lock is released. */
    private volatile String failure;

    AuditMonitor(PropertyDefinition definition, Automaton automaton) {
        super(definition, automaton);
        confined = definition.auditsThreads;
    }

    @Override
    void step(int event, Object a, Object b, Object c, Object d, int site) {
        try {
            super.step(event, a, b, c, d, site);
        } finally {
            if (failure != null) {
                Reporter.auditFailed(failure);
            }
        }
    }

    @Override
    @SuppressWarnings("deprecation")
    void take(int event, Object a, Object b, Object c, Object d, int site) {
        this.event = event;
        // Thread.threadId() is there only since Java 19.
        thread = (int) Thread.currentThread().getId();
        super.take(event, a, b, c, d, site);
    }

    @Override
    void move(BindingRecord record, int cell, int site) {
        add(record, site);
        super.move(record, cell, site);
    }

    @Override
    void form(BindingRecord record, int cell, int site) {
        record.trace = record.parent == null ? new SliceTrace() : new SliceTrace(record.parent.trace);
        add(record, site);
        super.form(record, cell, site);
    }

    private void add(BindingRecord record, int site) {
        record.trace.add(event, site, thread);
        if (confined && record.trace.isRemovedAndShared()) {
            fail(record, -1, site, TWO_THREADS);
        }
    }

    @Override
    void note(BindingRecord record, int handler, int site) {
        if (definition.handlers[handler].java) {
            fail(record, handler, site, DISAGREE);
        } else {
            super.note(record, handler, site);
        }
    }

    private void fail(BindingRecord record, int handler, int site, String what) {
        if (!record.reportedAt(siteKey(site, handler))) {
            findings = new Finding(handler, site, "audit: " + what, findings);
        }
        if (failure == null) {
            failure = "audit FAILED: " + definition.name + ": " + what + "; the events of the slice, the last one last:"
                    + record.trace.text(this);
        }
    }

    @Override
    void retireUnlessAlive(BindingRecord record) {
        super.retireUnlessAlive(record);
        if (record.state < 0) {
            record.trace = null;
        }
    }
}
