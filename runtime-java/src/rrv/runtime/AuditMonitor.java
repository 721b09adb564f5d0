package rrv.runtime;

/**
 * The general monitor for audited properties (docs/runtime-protocol.md, "Audit"): slices keep the end of their trace and
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
    BindingRecord newRecord(int mask, Key a, Key b, Key c, Key d) {
        return new AuditedSlice(mask, a, b, c, d);
    }

    @Override
    void move(BindingRecord record, int cell, int site) {
        boolean moves = cell != record.state << Automaton.ACTION_BITS;
        add((AuditedSlice) record, site, moves);
        if (moves) {
            enter(record, cell, site);
        }
    }

    @Override
    void form(BindingRecord record, int cell, int site) {
        if (record.parent != null) {
            ((AuditedSlice) record).continues((AuditedSlice) record.parent);
        }
        add((AuditedSlice) record, site, true);
        super.form(record, cell, site);
    }

    private void add(AuditedSlice slice, int site, boolean moves) {
        slice.add(event, site, thread, moves);
        if (confined && slice.isRemovedAndShared()) {
            fail(slice, -1, site, TWO_THREADS);
        }
    }

    @Override
    void note(BindingRecord record, int handler, int site) {
        if (definition.handlers[handler].java) {
            fail((AuditedSlice) record, handler, site, DISAGREE);
        } else {
            super.note(record, handler, site);
        }
    }

    private void fail(AuditedSlice slice, int handler, int site, String what) {
        if (!slice.reportedAt(siteKey(site, handler))) {
            findings = new Finding(handler, site, "audit: " + what, findings);
        }
        if (failure == null) {
            failure = "audit FAILED: " + definition.name + ": " + what + "; the events of the slice, the last one last:"
                    + slice.trace(this);
        }
    }

    @Override
    void retireUnlessAlive(BindingRecord record) {
        super.retireUnlessAlive(record);
        if (record.state < 0) {
            ((AuditedSlice) record).forget();
        }
    }
}
