package rrv.runtime;

import java.util.Arrays;

/**
 * When a slice may be formed from a smaller one (docs/runtime-protocol.md, "Which slices exist"): starting
 * events, and the times of those events that a later join has to know about.
 */
abstract class JoinCheck extends SliceLifetimes {
    /** Distinct X(e) of events that a join has to know about. */
    final int[] checkedMasks;
    final int[][] eventsOfMask;
    /** Index of a stamped event among those of its X(e). */
    final int[] stampOf;
    final int[] startMasks;
    /** By event: where it is noted when it came, null for in the record of its binding (or nowhere). */
    final Stamps[] stamps;
    /** The distinct ones, by X(e). */
    final Stamps[][] stampsOfMask;
    /** By event: those of its objects that its joins may ask for. */
    private final Stamps[][] askedStamps;
    /** The time of the event that these were asked for last; with the monitor's lock. */
    private long asked;

    JoinCheck(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects) {
        super(definition, automaton);
        stamps = new Stamps[automaton.eventCount];
        stampsOfMask = new Stamps[automaton.full + 1][0];
        for (int event = 0; event < automaton.eventCount; event++) {
            if (isNotedBesideObjects(event)) {
                stamps[event] = stampsOf(event, objects);
            }
        }
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
        askedStamps = new Stamps[automaton.eventCount][];
        for (int event = 0; event < askedStamps.length; event++) {
            askedStamps[event] = stampsAskedBy(event);
        }
    }

    private Stamps[] stampsAskedBy(int join) {
        Stamps[] result = new Stamps[automaton.eventCount];
        int count = 0;
        for (int mask : checkedMasks) {
            boolean isNew = false;
            for (int domain : members(automaton.enabled[join])) {
                isNew |= (mask & ~domain) != 0;
            }
            // Of parts of a slice that exceed the event's objects nothing is noted beside objects.
            for (int index = 0; isNew && (mask & ~automaton.masks[join]) == 0 && index < stampsOfMask[mask].length; index++) {
                result[count++] = stampsOfMask[mask][index];
            }
        }
        return Arrays.copyOf(result, count);
    }

    /**
     * Whether the event is one of one or two objects, and happens to all of them again whenever a join has to
     * know about it: then they are there, which is what {@link Stamps} ask for.
     */
    private boolean isNotedBesideObjects(int event) {
        int mask = automaton.masks[event];
        int count = Integer.bitCount(mask);
        if (!automaton.stamped[event] || count == 0 || count > 2) {
            return false;
        }
        for (int parameter = 0; parameter < parameterCount; parameter++) {
            if ((mask >>> parameter & 1) != 0 && definition.byValue[parameter]) {
                return false;
            }
        }
        for (int join = 0; join < automaton.eventCount; join++) {
            for (int domain : members(automaton.enabled[join])) {
                if ((mask & ~domain) != 0 && (mask & ~(domain | automaton.masks[join])) == 0
                        && (mask & ~automaton.masks[join]) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The stamps of events like this one, which are made when there are none. */
    private Stamps stampsOf(int event, MonitoredObjects objects) {
        int mask = automaton.masks[event];
        Stamps[] known = stampsOfMask[mask];
        for (Stamps stamps : known) {
            if (automaton.lateDomains[stamps.event] == automaton.lateDomains[event]) {
                return stamps;
            }
        }
        Stamps made = new Stamps(event, Integer.bitCount(mask) == 2, objects, this);
        stampsOfMask[mask] = Arrays.copyOf(known, known.length + 1);
        stampsOfMask[mask][known.length] = made;
        return made;
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
     * Asks, once for all slices that the event may make, when other events of its objects came. What another thread notes
     * beside them later (without the lock) is not over before this event: it finds them known by their classes and keys
     * ({@link GeneralMonitor#note}), waits for the lock, and comes behind all of these slices. All keys are bound.
     */
    final void askForStamps(int event, long now, Object a, Object b, Object c, Object d) {
        // Not again for an event that was not taken to its end: it has made some of the slices.
        if (asked == now) {
            return;
        }
        int bind = automaton.masks[event];
        for (int position = 0; position < parameterCount; position++) {
            if ((bind >>> position & 1) != 0 && !definition.byValue[position]) {
                recordClasses[position].add(argument(bind, position, a, b, c, d));
            }
        }
        for (Stamps kind : askedStamps[event]) {
            int mask = automaton.masks[kind.event];
            Object last = argument(bind, 31 - Integer.numberOfLeadingZeros(mask), a, b, c, d);
            kind.answer = kind.last(argument(bind, Integer.numberOfTrailingZeros(mask), a, b, c, d), last);
        }
        asked = now;
    }

    /**
     * The record of `smaller` joined with the bound keys, if that slice does not exist yet and has the same
     * past as `smaller`; else null. The event binds `bind`, and has asked for stamps.
     */
    BindingRecord joinable(BindingRecord smaller, int bind) {
        int mask = smaller.mask | bind;
        Key a = (smaller.mask & 1) != 0 ? smaller.a : bound[0];
        Key b = (smaller.mask & 2) != 0 ? smaller.b : bound[1];
        Key c = (smaller.mask & 4) != 0 ? smaller.c : bound[2];
        Key d = (smaller.mask & 8) != 0 ? smaller.d : bound[3];
        BindingRecord joined = lookup(mask, a, b, c, d);
        if (joined != null && joined.formed) {
            return null;
        }
        return !hasPastOf(smaller, mask, a, b, c, d) ? null : joined != null ? joined : add(mask, a, b, c, d);
    }

    /** Whether the slice of these keys, if it was formed now, would have the past of `smaller`, which is a part of it. */
    private boolean hasPastOf(BindingRecord smaller, int mask, Key a, Key b, Key c, Key d) {
        for (int checked : checkedMasks) {
            if ((checked & ~mask) != 0 || (checked & ~smaller.mask) == 0) {
                continue;
            }
            for (Stamps kind : stampsOfMask[checked]) {
                if (kind.answer > 0 && kind.answer > notLateSince(smaller, kind.event)) {
                    return false;
                }
            }
            BindingRecord record = lookup(checked, a, b, c, d);
            if (record == null) {
                continue;
            }
            if (record.start < smaller.start) {
                return false;
            }
            if (record.last != null) {
                for (int event : eventsOfMask[checked]) {
                    long time = record.last[stampOf[event]];
                    if (time > 0 && time > notLateSince(smaller, event)) {
                        return false;
                    }
                }
            }
        }
        return true;
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
     * Whether a later join may have to know that the event happened now. A join asks about the time since the
     * slice that it extends, or one that this came from, was formed, and of these one was alive at any moment
     * since. So while no slice is alive nothing is noted: else every iterator would leave something, in a
     * program that makes none of the views that the property is about.
     */
    boolean isStamped(int event) {
        return automaton.stamped[event] && someAlive;
    }

    /**
     * Notes when the event came; the objects are those that it binds, and `missing` are positions of which
     * `bound` may not have the key.
     */
    void stamp(int event, int mask, int missing, long now, Object a, Object b, Object c, Object d) {
        if (stamps[event] != null && noteBesideObjects(event, now, a, b)) {
            return;
        }
        if (missing != 0) {
            bind(mask, a, b, c, d, true);
        }
        BindingRecord exact = exact(mask);
        if (exact == null) {
            exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
        }
        if (exact.last == null) {
            exact.last = new long[eventsOfMask[mask].length];
        }
        exact.last[stampOf[event]] = now;
    }

    /** Needs no lock. False when there is no room for the pair. */
    final boolean noteBesideObjects(int event, long time, Object a, Object b) {
        Object first = Identity.maskNull(a);
        return Integer.bitCount(automaton.masks[event]) == 1 ? stamps[event].note(null, first, time)
                : stamps[event].note(first, Identity.maskNull(b), time);
    }

    /** Of the values of an event that binds these positions, the one for this position. */
    private static Object argument(int bind, int position, Object a, Object b, Object c, Object d) {
        int index = Integer.bitCount(bind & (1 << position) - 1);
        Object value = index == 0 ? a : index == 1 ? b : index == 2 ? c : d;
        return Identity.maskNull(value);
    }
}
