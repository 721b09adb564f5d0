package rrv.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The general monitor for properties with Java code: every slice has a body, whose code runs without a lock.
 */
final class BodyMonitor extends GeneralMonitor implements TakesAdvice {
    final Units.BodySource bodies;
    private final Backoff backoff = new Backoff();

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
        /** Whether the slice is there already. */
        private final boolean isFormed;
        /** Of the smaller slice. */
        private final long moved;
        final BodyCall call;
        boolean accepted;
        /** What led to a slice that is to be formed, where that is kept. */
        SliceHistory past;
        int[] handlers;

        Candidate(BindingRecord record, BindingRecord smaller, SliceBody body, BodyCall call) {
            this.call = call;
            this.record = record;
            this.smaller = smaller;
            this.body = body;
            isFormed = record.formed;
            moved = smaller == null ? 0 : smaller.moved;
        }

        /** Whether the code that ran for this one is what another one of the same event asks for. */
        boolean isStill(Candidate later) {
            return record == later.record && smaller == later.smaller && isFormed == later.isFormed && moved == later.moved;
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
        int unknown = unknownOf(event, a, b);
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
     * One event of a property with Java code: candidates are found under the lock, their code runs without it, those
     * that accept move under the lock, and handlers run without it. Where other events came meanwhile, candidates are
     * found once more, and the code of those runs that are new: the event is taken when all are known. Where that goes on,
     * others wait ({@link Backoff}).
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
        List<Candidate> asked = new ArrayList<Candidate>();
        List<Candidate> candidates = null;
        List<Candidate> open;
        boolean refused = false;
        boolean refusalKnown = false;
        Finding found = null;
        int ofEvent = threadOfEvent();
        int tries = 0;
        backoff.await();
        for (long now = -1;;) {
            synchronized (lock) {
                thread = ofEvent;
                try {
                    if (clock == now) {
                        open = Collections.emptyList();
                    } else {
                        now = ++clock;
                        candidates = new ArrayList<Candidate>();
                        collectCandidates(event, mask, a, b, c, d, site, candidates);
                        open = putAsked(asked, candidates);
                    }
                    if (open.isEmpty() && (refusalKnown || !candidates.isEmpty())) {
                        if (candidates.isEmpty() ? !refused : prepareAccepted(candidates)) {
                            // Before the slices move: an event that finds no memory is lost for all. Of slices that it forms
                            // no join asks whether it came since.
                            if (isStamped(event)) {
                                // Some of its objects may have no key yet.
                                stamp(event, mask, mask, now, a, b, c, d);
                            }
                            take(event, candidates, now, site);
                        }
                        dropRefused(candidates);
                        break;
                    }
                } finally {
                    found = findings;
                    findings = null;
                    dropUnusedValues();
                    dropEmptied();
                }
            }
            backoff.ask(++tries);
            for (Candidate candidate : open) {
                candidate.accepted = candidate.call.accepts(candidate.body, bodies, event, arguments);
            }
            asked.addAll(open);
            if (candidates.isEmpty() && !refusalKnown) {
                refused = isRefused(event, arguments);
                refusalKnown = true;
            }
        }
        backoff.done(tries);
        for (Candidate candidate : candidates) {
            if (candidate.handlers != null) {
                found = runHandlers(candidate, arguments, site, found);
            }
        }
        return found;
    }

    /**
     * Records of slices with a value that the event has not formed: no object goes with which they would. Another thread
     * whose code runs for one of them finds its candidates once more, as this event has come meanwhile.
     */
    private void dropRefused(List<Candidate> candidates) {
        for (Candidate candidate : candidates) {
            BindingRecord record = candidate.record;
            if (!record.formed && !record.dropped && record.start == Long.MAX_VALUE && record.last == null && hasValue(record)) {
                drop(record);
            }
        }
    }

    /** Of the values that the event binds, those that it made known and then left no record of. */
    private void dropUnusedValues() {
        for (Key key : bound) {
            if (key != null) {
                forgetIfUnused(key);
            }
        }
    }

    private boolean hasValue(BindingRecord record) {
        boolean has = false;
        for (int position = 0; position < parameterCount; position++) {
            Key key = record.key(position);
            has = has || key != null && key.value != null;
        }
        return has;
    }

    /** Takes the memory for the slices that the event makes; false when no slice accepts the event. */
    private static boolean prepareAccepted(List<Candidate> candidates) {
        boolean accepted = false;
        for (Candidate candidate : candidates) {
            if (candidate.accepted) {
                accepted = true;
                candidate.past = candidate.smaller == null ? null : candidate.smaller.copyOfHistory();
            }
        }
        return accepted;
    }

    /** Those that accept the event move. This takes no memory but for reports. */
    private void take(int event, List<Candidate> candidates, long now, int site) {
        counts[event] += candidates.isEmpty() ? 0 : 1;
        for (Candidate candidate : candidates) {
            if (candidate.accepted) {
                moveCandidate(event, candidate, now, site);
            }
        }
    }

    /**
     * Puts those whose code has run in the place of their like, and answers the others: slices that have been formed
     * meanwhile, that start with another past, or that were to be formed and now exist.
     */
    private static List<Candidate> putAsked(List<Candidate> asked, List<Candidate> candidates) {
        if (asked.isEmpty()) {
            return candidates;
        }
        Map<BindingRecord, Candidate> byRecord = new IdentityHashMap<BindingRecord, Candidate>();
        for (Candidate candidate : asked) {
            byRecord.put(candidate.record, candidate);
        }
        List<Candidate> open = new ArrayList<Candidate>();
        for (int index = 0; index < candidates.size(); index++) {
            Candidate candidate = candidates.get(index);
            Candidate known = byRecord.get(candidate.record);
            if (known != null && known.isStill(candidate)) {
                candidates.set(index, known);
            } else {
                open.add(candidate);
            }
        }
        return open;
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
                for (int i = by.firstOpen(), end = by.size; i < end; i++) {
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
            for (int i = by.firstOpen(), end = by.size; i < end; i++) {
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
                askForStamps(event, clock, a, b, c, d);
                BindingRecord joined = joinable(smaller, mask);
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
                record.continues(candidate.smaller, candidate.past);
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
        // The code has run before the slice takes the event.
        int before = candidate.call.reset ? automaton.initial : record.state;
        int cell = automaton.cell(before, event);
        int action = cell & Automaton.ACTION_MASK;
        record.moved = now;
        noteReports(event, candidate, action, site);
        if (action != 0) {
            int java = 0;
            for (int handler : automaton.actions[action]) {
                java += definition.handlers[handler].java ? 1 : 0;
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

    /**
     * What the code of the event and handlers without code report, and what led to it. Where there is no memory that is lost,
     * and not the event.
     */
    private void noteReports(int event, Candidate candidate, int action, int site) {
        BindingRecord record = candidate.record;
        try {
            // Also of one that leaves the state as it is: the code may have changed fields.
            remember(record, event, site);
            for (Finding reported = candidate.call.findings; reported != null; reported = reported.next) {
                if (record.firstAt(siteKey(site, -1))) {
                    findings = new Finding(-1, site, reported.message, historyOf(record), findings);
                }
            }
            for (int handler : automaton.actions[action]) {
                if (!definition.handlers[handler].java) {
                    note(record, handler, site);
                }
            }
        } catch (Throwable error) {
            lost(error);
        }
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
