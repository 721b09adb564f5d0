package rrv.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * docs/runtime-protocol.md, "Audit", by definition, for properties without late events: it fails where the two monitors disagree about a
 * slice, or one that can still report has events of two threads, one of them of a removed point. Values are small numbers; of the
 * automaton it uses the steps and what is alive.
 */
final class BruteForceAudit {
    private static final int EVENT = 0;
    private static final int THREAD = 1;
    private static final int VALUES = 2;

    private final PropertyDefinition definition;
    private final Automaton automaton;
    /** Events with their threads and values. */
    private final List<int[]> trace = new ArrayList<int[]>();
    private final List<Set<Integer>> seen = new ArrayList<Set<Integer>>();

    BruteForceAudit(PropertyDefinition definition, Automaton automaton) {
        this.definition = definition;
        this.automaton = automaton;
        for (int parameter = 0; parameter < automaton.parameterCount; parameter++) {
            seen.add(new HashSet<Integer>());
        }
    }

    /** Late events may be of no slice, though they stand in its word. */
    static boolean knows(Automaton automaton) {
        for (int late : automaton.lateDomains) {
            if (late != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * values[p]: of parameter p, for those that the event binds. Answers the traces of the slices for which the audit fails at this
     * event.
     */
    Set<String> failures(int event, int thread, int[] values) {
        int[] entry = new int[VALUES + automaton.parameterCount];
        entry[EVENT] = event;
        entry[THREAD] = thread;
        for (int parameter = 0; parameter < automaton.parameterCount; parameter++) {
            if ((automaton.masks[event] >>> parameter & 1) != 0) {
                entry[VALUES + parameter] = values[parameter];
                seen.get(parameter).add(values[parameter]);
            }
        }
        trace.add(entry);
        Set<String> found = new HashSet<String>();
        extend(0, new int[automaton.parameterCount], automaton.masks[event], entry, found);
        return found;
    }

    /** Every binding above the event's, over the values seen so far. */
    private void extend(int parameter, int[] binding, int mask, int[] entry, Set<String> found) {
        if (parameter == binding.length) {
            String failure = failure(binding, mask);
            if (failure != null) {
                found.add(failure);
            }
            return;
        }
        if ((automaton.masks[entry[EVENT]] >>> parameter & 1) != 0) {
            binding[parameter] = entry[VALUES + parameter];
            extend(parameter + 1, binding, mask, entry, found);
            return;
        }
        extend(parameter + 1, binding, mask, entry, found);
        for (int value : seen.get(parameter)) {
            binding[parameter] = value;
            extend(parameter + 1, binding, mask | 1 << parameter, entry, found);
        }
    }

    /** The trace of the slice if the audit fails for it now; otherwise null. */
    private String failure(int[] binding, int mask) {
        boolean started = false;
        boolean removed = false;
        boolean disagree = false;
        int bound = 0;
        int state = automaton.initial;
        int last = 0;
        Set<Integer> threads = new HashSet<Integer>();
        StringBuilder steps = new StringBuilder();
        for (int[] entry : trace) {
            int event = entry[EVENT];
            if (!below(entry, binding, mask) || !started && !automaton.starts[event]) {
                continue;
            }
            // A slice, or one that it was formed from, which can not report any more has been given up.
            if (started && !automaton.alive(state, 0)) {
                return null;
            }
            boolean forms = !started || (automaton.masks[event] & ~bound) != 0;
            boolean isRemoved = (event & 1) != 0;
            if (forms || !automaton.idle(state, event) || entry[THREAD] != last || isRemoved && !removed) {
                steps.append(isRemoved ? "removed " : "kept ").append(definition.events[event].name).append('\n');
            }
            started = true;
            bound |= automaton.masks[event];
            removed |= isRemoved;
            last = entry[THREAD];
            threads.add(last);
            disagree = false;
            for (int handler : automaton.actions[automaton.action(state, event)]) {
                disagree |= definition.handlers[handler].java;
            }
            boolean mayReport = automaton.alive(automaton.target(state, event), 0) || automaton.action(state, event) != 0;
            if (forms && !mayReport) {
                return null;
            }
            state = automaton.target(state, event);
        }
        return bound == mask && (disagree || removed && threads.size() > 1) ? steps.toString() : null;
    }

    private boolean below(int[] entry, int[] binding, int mask) {
        int bound = automaton.masks[entry[EVENT]];
        if ((bound & ~mask) != 0) {
            return false;
        }
        for (int parameter = 0; parameter < binding.length; parameter++) {
            if ((bound >>> parameter & 1) != 0 && entry[VALUES + parameter] != binding[parameter]) {
                return false;
            }
        }
        return true;
    }
}
