package rrv.runtime;

/**
 * The general monitor for audited properties (docs/runtime-protocol.md, "Audit"): slices keep the end of
 * their trace and whether its events came from several threads. When the full and the residual monitor
 * disagree, or when a slice with a removed event has events from two threads although threads were assumed to
 * be confined, it prints the trace and ends the program with a failure.
 */
final class AuditMonitor extends GeneralMonitor {
    private static final String DISAGREE = "the full and the residual monitor disagree";
    private static final String TWO_THREADS = "a slice has events from two threads, and a removed point relied on one";
    private static final String SHARE_THREADS = "\n  What to do: instrument with --threads shared.";
    /** What a user may do about monitors that differ. */
    static final String NOT_MODELLED = "\n  What to do: \"Not modelled\" in rrv's docs/soundness.md says what the analysis"
            + " takes for granted, and which option helps. With --analysis none no event is left out.";

    private final boolean confined;
    private final int many;
    /** Per state: events that move neither monitor, as bits; null if they are too many for that. */
    private final long[] idle;
    /** What is to be printed once the lock is released. */
    volatile String failure;

    AuditMonitor(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects) {
        this(definition, automaton, objects, SettledSlices.MANY);
    }

    /** @param many length from which on lists are settled */
    AuditMonitor(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects, int many) {
        super(definition, automaton, objects);
        this.many = many;
        confined = definition.auditsThreads;
        idle = automaton.eventCount > SettledSlices.MAX_EVENTS ? null : new long[automaton.stateCount];
        for (int state = 0; idle != null && state < idle.length; state++) {
            for (int event = 0; event < automaton.eventCount; event++) {
                idle[state] |= automaton.idle(state, event) ? 1L << event : 0;
            }
        }
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
    int threadOfEvent() {
        return ThreadIds.current();
    }

    @Override
    BindingRecord newRecord(int mask, Key a, Key b, Key c, Key d) {
        return new AuditedSlice(mask, a, b, c, d);
    }

    /**
     * As for any general monitor, but slices that the event does not change are left out where there are
     * many.
     */
    @Override
    void moveAll(RecordList by, int event, long now, int site) {
        int mask = automaton.masks[event];
        if (by.size < many || Integer.bitCount(mask) != 1 || idle == null) {
            super.moveAll(by, event, now, site);
            return;
        }
        SettledSlices before = by.settled;
        boolean holds = before != null && before.thread == thread && (before.events >>> event & 1) != 0;
        int end = by.size;
        long events = holds ? before.events : -1;
        by.settled = holds ? before : null;
        for (int i = holds ? before.count : 0; i < end; i++) {
            AuditedSlice slice = (AuditedSlice) by.get(i);
            if (slice.state >= 0 && slice.moved != now && agrees(slice, mask)) {
                move(slice, event, automaton.cell(slice.state, event), site);
                slice.moved = now;
            }
            events &= slice.unmovedBy(thread, idle);
        }
        by.settled = new SettledSlices(end, events, thread);
    }

    /** The slice changes: lists that it is in must be visited again. */
    private void unsettle(AuditedSlice slice) {
        for (int position = 0; position < parameterCount; position++) {
            if ((slice.mask >>> position & 1) != 0) {
                slice.key(position).list(slice.mask).settled = null;
            }
        }
    }

    @Override
    void move(BindingRecord record, int event, int cell, int site) {
        boolean moves = cell != record.state << Automaton.ACTION_BITS;
        add((AuditedSlice) record, event, site, moves);
        if (moves) {
            enter(record, event, cell, site);
        }
    }

    @Override
    void form(BindingRecord record, int event, int cell, int site) {
        add((AuditedSlice) record, event, site, true);
        super.form(record, event, cell, site);
    }

    /** Slices keep their trace anyway. */
    @Override
    void remember(BindingRecord record, int event, int site) {
    }

    @Override
    void forgetLast(BindingRecord record) {
    }

    private void add(AuditedSlice slice, int event, int site, boolean moves) {
        // A slice that is only now formed stands behind the settled ones, or keeps its list from being
        // settled.
        if (slice.add(event, site, thread, moves) && slice.state >= 0) {
            unsettle(slice);
        }
        if (confined && slice.isRemovedAndShared()) {
            fail(slice, -1, site, TWO_THREADS, SHARE_THREADS);
        }
    }

    @Override
    void note(BindingRecord record, int handler, int site) {
        if (definition.handlers[handler].java) {
            fail((AuditedSlice) record, handler, site, DISAGREE, NOT_MODELLED);
        } else {
            super.note(record, handler, site);
        }
    }

    private void fail(AuditedSlice slice, int handler, int site, String what, String advice) {
        if (slice.firstAt(siteKey(site, handler))) {
            findings = new Finding(handler, site, "audit: " + what, findings);
        }
        if (failure == null) {
            failure = "audit FAILED: " + definition.name + ": " + what + "; the events of the slice, the last one last:"
                    + slice.trace(this) + advice;
        }
    }
}
