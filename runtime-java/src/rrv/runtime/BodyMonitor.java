package rrv.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The general monitor for properties with Java code: every slice has a body, whose code runs without a lock.
 */
final class BodyMonitor extends GeneralMonitor implements TakesAdvice {
    final Units.BodySource bodies;

    BodyMonitor(PropertyDefinition definition, Automaton automaton, Units.BodySource bodies, MonitoredObjects objects) {
        super(definition, automaton, objects);
        this.bodies = bodies;
    }

    /** A slice that may take the event: an existing one, or one to be formed. */
    static final class Candidate {
        final BindingRecord record;
        final BindingRecord smaller;
        /** Null while a new slice has none. */
        final SliceBody body;
        final BodyCall call;
        boolean accepted;
        int[] handlers;

        Candidate(BindingRecord record, BindingRecord smaller, SliceBody body, BodyCall call) {
            this.call = call;
            this.record = record;
            this.smaller = smaller;
            this.body = body;
        }
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
        deliver(takeAdvice(event, arguments, site));
    }

    @Override
    public Finding takeAdvice(int event, Object[] arguments, int site) {
        if (Guard.inside()) {
            return null;
        }
        try {
            if (passesBy(event, arguments)) {
                return null;
            }
            return stepWithBodies(event, arguments, site);
        } catch (Throwable error) {
            lost(error);
            return null;
        }
    }

    /** Such an event is accepted by no slice, so it is not counted. */
    private boolean passesBy(int event, Object[] arguments) {
        int[] positions = definition.events[event].argumentOf;
        if (positions.length != 1 && positions.length != 2) {
            return false;
        }
        Object a = arguments[positions[0]];
        Object b = positions.length == 1 ? null : arguments[positions[1]];
        int unknown = positions.length == 1 ? unknown(event, a) : unknown(event, a, b);
        return isBeside(event, unknown) && (!isNoted(event, unknown) || isRefused(event, arguments) || note(event, a, b));
    }

    /** Not where a condition has to be asked before, which takes the arguments. */
    @Override
    boolean leavesNothingToDo(int event, int unknown, Object a, Object b) {
        return definition.events[event].conditional ? !isNoted(event, unknown)
                : super.leavesNothingToDo(event, unknown, a, b);
    }

    /**
     * Whether an event that no slice is there to take did not happen: a new body is asked, if a later join
     * has to know. Called without a lock.
     */
    private boolean isRefused(int event, Object[] arguments) {
        PropertyDefinition.Event definition = this.definition.events[event];
        if (!isStamped(event) || !definition.conditional) {
            return false;
        }
        if (definition.refusedByNew) {
            return true;
        }
        int[] depth = Guard.enter();
        try {
            SliceBody body = bodies.newBody();
            return body != null && !body.condition(event, arguments);
        } catch (VirtualMachineError error) {
            lost(error);
            return true;
        } catch (Throwable error) {
            // A condition that a new slice cannot answer; the program's slices are not concerned.
            Stopped.passOn(error);
            return true;
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    /** An event whose unit has no further arguments to hand over. */
    @Override
    void step(int event, Object a, Object b, Object c, Object d, int site) {
        Object[] arguments = {a, b, c, d};
        Object[] all = new Object[definition.events[event].argumentOf.length];
        System.arraycopy(arguments, 0, all, 0, all.length);
        advice(event, all, site);
    }

    /**
     * One event of a property with Java code: candidates are found under the lock, their code runs without
     * it, those that accept move under the lock, and handlers run without it. Slices that are formed meanwhile
     * may have to take the event as well.
     */
    @Outlined
    Finding stepWithBodies(int event, Object[] arguments, int site) {
        int mask = automaton.masks[event];
        int[] positions = definition.events[event].argumentOf;
        Object a = positions.length > 0 ? arguments[positions[0]] : null;
        Object b = positions.length > 1 ? arguments[positions[1]] : null;
        Object c = positions.length > 2 ? arguments[positions[2]] : null;
        Object d = positions.length > 3 ? arguments[positions[3]] : null;
        // As in step(): an audit, too, must not mix unrelated uses of one shared object.
        if (isShared(event, a) || isShared(event, b) || isShared(event, c) || isShared(event, d)) {
            return null;
        }
        List<Candidate> candidates = new ArrayList<Candidate>();
        long now;
        long createdBefore;
        synchronized (lock) {
            now = ++clock;
            try {
                collectCandidates(event, mask, a, b, c, d, site, candidates);
            } finally {
                dropEmptied();
            }
            createdBefore = created;
        }
        boolean happens = candidates.isEmpty() && !isRefused(event, arguments);
        boolean accepted = false;
        Finding found = null;
        int asked = 0;
        do {
            int end = candidates.size();
            boolean counted = accepted;
            for (int index = asked; index < end; index++) {
                Candidate candidate = candidates.get(index);
                candidate.accepted = candidate.call.accepts(candidate.body, bodies, event, arguments);
                accepted |= candidate.accepted;
            }
            synchronized (lock) {
                findings = found;
                try {
                    if (accepted && !counted) {
                        counts[event]++;
                    }
                    if (created != createdBefore) {
                        collectFormed(event, mask, a, b, c, d, now, site, candidates);
                    }
                    for (int index = asked; index < end; index++) {
                        Candidate candidate = candidates.get(index);
                        if (candidate.accepted && mayStillForm(candidate, mask, a, b, c, d)) {
                            moveCandidate(event, candidate, now, site);
                        }
                    }
                    if ((happens || accepted) && isStamped(event)) {
                        // While the code ran, other events found theirs.
                        stamp(event, mask, mask, now, a, b, c, d);
                    }
                    createdBefore = created;
                } finally {
                    found = findings;
                    findings = null;
                    dropEmptied();
                }
            }
            asked = end;
        } while (asked < candidates.size());
        for (Candidate candidate : candidates) {
            if (candidate.handlers != null) {
                found = runHandlers(candidate, arguments, site, found);
            }
        }
        return found;
    }

    void collectCandidates(int event, int mask, Object a, Object b, Object c, Object d, int site,
            List<Candidate> candidates) {
        int missing = bind(mask, a, b, c, d, false);
        int enabled = automaton.enabled[event];
        if (missing == 0) {
            for (int domain = mask; domain <= automaton.full; domain++) {
                if ((mask & ~domain) != 0) {
                    continue;
                }
                RecordList by = shortest(mask, domain);
                for (int i = 0, end = by.size; i < end; i++) {
                    BindingRecord record = by.get(i);
                    if (record.state >= 0 && agrees(record, mask)) {
                        candidates.add(new Candidate(record, null, record.body, new BodyCall(this, site, -1)));
                    }
                }
            }
        }
        for (int domain = 0; enabled != 0 && domain <= automaton.full; domain++) {
            if ((enabled >>> domain & 1) == 0 || (domain & missing) != 0) {
                continue;
            }
            RecordList by = shortest(domain & mask, domain);
            for (int i = 0, end = by.size; i < end; i++) {
                BindingRecord smaller = by.get(i);
                if (smaller.mask != domain || smaller.state < 0 || !agrees(smaller, domain & mask)) {
                    continue;
                }
                int next = automaton.target(smaller.state, event);
                if (!automaton.alive(next, 0) && automaton.action(smaller.state, event) == 0) {
                    continue;
                }
                if (missing != 0) {
                    bind(mask, a, b, c, d, true);
                    missing = 0;
                }
                BindingRecord joined = joinable(smaller, mask, a, b, c, d);
                if (joined != null) {
                    candidates.add(new Candidate(joined, smaller, smaller.body == null ? null : smaller.body.copy(),
                            new BodyCall(this, site, -1)));
                }
            }
        }
        if (automaton.starts[event]) {
            if (missing != 0) {
                bind(mask, a, b, c, d, true);
            }
            BindingRecord exact = exact(mask);
            if (exact == null) {
                exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
            }
            boolean planned = false;
            for (Candidate candidate : candidates) {
                planned |= candidate.record == exact;
            }
            if (planned || exact.start != Long.MAX_VALUE) {
                return;
            }
            if (startedBelow(mask)) {
                exact.start = clock;
            } else {
                candidates.add(new Candidate(exact, null, null, new BodyCall(this, site, -1)));
            }
        }
    }

    /**
     * False when a slice was to be formed from a smaller one, and its code has run while another thread had an event
     * of it: then that came first.
     */
    private boolean mayStillForm(Candidate candidate, int mask, Object a, Object b, Object c, Object d) {
        BindingRecord record = candidate.record;
        return candidate.smaller == null || record.formed
                || hasPastOf(candidate.smaller, record.mask, record.a, record.b, record.c, record.d, mask, a, b, c, d);
    }

    /**
     * Slices that other threads have formed since `now`, while this event's code ran, and would not have if they had
     * known of it: it comes after that, so they take it, too.
     */
    private void collectFormed(int event, int mask, Object a, Object b, Object c, Object d, long now, int site,
            List<Candidate> candidates) {
        if (bind(mask, a, b, c, d, false) != 0) {
            return;
        }
        Map<BindingRecord, Candidate> known = new IdentityHashMap<BindingRecord, Candidate>();
        for (Candidate candidate : candidates) {
            known.put(candidate.record, candidate);
        }
        for (int domain = mask; domain <= automaton.full; domain++) {
            RecordList by = (mask & ~domain) != 0 ? RecordList.EMPTY : shortest(mask, domain);
            for (int i = 0, end = by.size; i < end; i++) {
                BindingRecord record = by.get(i);
                if (record.state >= 0 && agrees(record, mask) && record.parent != null
                        && now > notLateSince(record.parent, event) && !known.containsKey(record)) {
                    candidates.add(new Candidate(record, null, record.body, new BodyCall(this, site, -1)));
                }
            }
        }
    }

    void moveCandidate(int event, Candidate candidate, long now, int site) {
        BindingRecord record = candidate.record;
        if (record.dropped) {
            return;
        }
        if (record.state < 0) {
            if (record.formed) {
                return;
            }
            if (candidate.smaller == null && !automaton.startsAlive(event) && candidate.call.findings == null) {
                // It has started, so that a later event is not its first, but can never report.
                record.start = now;
                return;
            }
            if (candidate.smaller == null) {
                record.start = now;
            } else {
                record.continues(candidate.smaller);
            }
            record.formedAt = now;
            int from = candidate.smaller == null ? automaton.initial : candidate.smaller.state;
            if (from < 0) {
                return;
            }
            startMonitor(record);
            record.state = from;
            record.body = candidate.call.body;
        }
        int cell = automaton.cells[record.state * automaton.eventCount + event];
        int action = cell & Automaton.ACTION_MASK;
        record.moved = now;
        // Also of one that leaves the state as it is: the code may have changed fields.
        remember(record, event, site);
        for (Finding reported = candidate.call.findings; reported != null; reported = reported.next) {
            if (record.firstAt(siteKey(site, -1))) {
                findings = new Finding(-1, site, reported.message, historyOf(record), findings);
            }
        }
        if (candidate.call.reset) {
            cell = automaton.initial << Automaton.ACTION_BITS | action;
        }
        if (action != 0) {
            int java = 0;
            for (int handler : automaton.actions[action]) {
                if (definition.handlers[handler].java) {
                    java++;
                } else {
                    note(record, handler, site);
                }
            }
            if (java > 0) {
                candidate.handlers = automaton.actions[action];
                // Its handlers may still reset it: it is looked at again after they ran.
                record.state = cell >>> Automaton.ACTION_BITS;
                return;
            }
        }
        record.state = cell >>> Automaton.ACTION_BITS;
        retireUnlessAlive(record);
    }

    private Object[] objectsOf(BindingRecord record) {
        Key[] keys = {record.a, record.b, record.c, record.d};
        Object[] objects = new Object[definition.parameters.length];
        for (int parameter = 0; parameter < objects.length; parameter++) {
            objects[parameter] = keys[parameter] == null ? null : Identity.unmaskNull(keys[parameter].get());
        }
        return objects;
    }

    /** Runs the Java handlers of a slice, without a lock. */
    Finding runHandlers(Candidate candidate, Object[] arguments, int site, Finding found) {
        BindingRecord record = candidate.record;
        for (int handler : candidate.handlers) {
            if (!definition.handlers[handler].java) {
                continue;
            }
            BodyCall call = new BodyCall(this, site, handler, objectsOf(record));
            call.handle(candidate.call.body, arguments);
            synchronized (lock) {
                if (call.reset && record.state >= 0) {
                    record.state = automaton.initial;
                }
                boolean reports = definition.handlers[handler].reports || call.findings != null;
                if (reports && record.firstAt(siteKey(site, handler))) {
                    String message = call.findings == null ? null : call.findings.message;
                    found = new Finding(handler, site, message, historyOf(record), found);
                }
            }
        }
        synchronized (lock) {
            if (record.state >= 0 && !record.dropped) {
                retireUnlessAlive(record);
                dropEmptied();
            }
        }
        return found;
    }
}
