package rrv.runtime;

import java.util.Arrays;

/**
 * When a slice may be formed from a smaller one (docs/runtime-protocol.md, "Which slices exist"): starting events, and the times of those
 * events that a later join has to know about.
 */
abstract class JoinCheck extends SliceLifetimes {
    /** Distinct X(e) of events that a join has to know about. */
    final int[] checkedMasks;
    final int[][] eventsOfMask;
    /** Index of a stamped event among those of its X(e). */
    final int[] stampOf;
    final int[] startMasks;

    JoinCheck(PropertyDefinition definition, Automaton automaton) {
        super(definition, automaton);
        int checked = 0;
        int starting = 0;
        eventsOfMask = new int[automaton.full + 1][0];
        stampOf = new int[automaton.eventCount];
        for (int event = 0; event < automaton.eventCount; event++) {
            int mask = automaton.masks[event];
            if (automaton.stamped[event] || automaton.starts[event]) {
                checked |= 1 << mask;
            }
            if (automaton.starts[event]) {
                starting |= 1 << mask;
            }
            if (automaton.stamped[event]) {
                stampOf[event] = eventsOfMask[mask].length;
                eventsOfMask[mask] = Arrays.copyOf(eventsOfMask[mask], eventsOfMask[mask].length + 1);
                eventsOfMask[mask][eventsOfMask[mask].length - 1] = event;
            }
        }
        checkedMasks = members(checked);
        startMasks = members(starting);
    }

    static int[] members(int set) {
        int[] result = new int[Integer.bitCount(set)];
        int count = 0;
        for (int bit = 0; bit < 32; bit++) {
            if ((set >>> bit & 1) != 0) {
                result[count++] = bit;
            }
        }
        return result;
    }

    /** Whether a starting event happened before for the bound keys restricted to some domain within mask. */
    boolean startedBelow(int mask) {
        for (int below : startMasks) {
            if ((below & ~mask) == 0 && below != mask) {
                BindingRecord record = exact(below);
                if (record != null && record.start != Long.MAX_VALUE) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * The record of `smaller` joined with the bound keys, if that slice does not exist yet and has the same
     * past as `smaller`; else null.
     */
    BindingRecord joinable(BindingRecord smaller, int mask) {
        Key a = (smaller.mask & 1) != 0 ? smaller.a : bound[0];
        Key b = (smaller.mask & 2) != 0 ? smaller.b : bound[1];
        Key c = (smaller.mask & 4) != 0 ? smaller.c : bound[2];
        Key d = (smaller.mask & 8) != 0 ? smaller.d : bound[3];
        BindingRecord joined = lookup(mask, a, b, c, d);
        if (joined != null && joined.formed) {
            return null;
        }
        for (int checked : checkedMasks) {
            if ((checked & ~mask) != 0 || (checked & ~smaller.mask) == 0) {
                continue;
            }
            BindingRecord record = lookup(checked, a, b, c, d);
            if (record == null) {
                continue;
            }
            if (record.start < smaller.start) {
                return null;
            }
            if (record.last != null) {
                for (int event : eventsOfMask[checked]) {
                    long time = record.last[stampOf[event]];
                    if (time > 0 && time > notLateSince(smaller, event)) {
                        return null;
                    }
                }
            }
        }
        return joined != null ? joined : add(mask, a, b, c, d);
    }

    /** When the slice, or one that it came from, first had a domain in which the event matters. */
    long notLateSince(BindingRecord record, int event) {
        long since = Long.MAX_VALUE;
        for (BindingRecord at = record; at != null; at = at.parent) {
            if (!automaton.lateAt(event, at.mask)) {
                since = at.formedAt;
            }
        }
        return since;
    }

    /**
     * Whether a later join may have to know that the event happened now. A join asks about the time since the slice that it extends, or one
     * that this came from, was formed, and of these one was alive at any moment since. So while no slice is alive nothing is noted: else
     * every iterator would leave a record, in a program that makes none of the views that the property is about.
     */
    boolean isStamped(int event) {
        return automaton.stamped[event] && created != collected;
    }

    void stamp(int event, int mask, long now) {
        BindingRecord exact = exact(mask);
        if (exact == null) {
            exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
        }
        if (exact.last == null) {
            exact.last = new long[eventsOfMask[mask].length];
        }
        exact.last[stampOf[event]] = now;
    }
}
