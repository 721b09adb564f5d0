package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parametric trace slicing for any property of zero to four parameters: exact, with one lock per property.
 * {@link OneParameterMonitor} and {@link OwnedMonitor} do the common shapes faster.
 *
 * <p>One record per binding that matters. A slice that does not exist yet is derived, when an event makes
 * it necessary, from the largest smaller slice, if nothing that the smaller one did not see happened since
 * that one started (Algorithm D of Chen, Meredith, Jin and Rosu, ASE 2009, on states instead of words; the
 * proof is in docs/runtime-protocol.md).
 */
final class GeneralMonitor extends PropertyMonitor {
    /** An object that is bound to a parameter; the same node for every position. */
    private static final class Key extends KeyNode {
        final int id;
        /** Keeps a boxed primitive alive; null for an object. */
        final Object value;
        boolean gone;
        /** Its records by domain; null where there never was one. */
        final RecordList[] lists;
        /** Records that are in the lists and not dropped. */
        int count;
        /** Positions at which this key stands in a record that has a live monitor. */
        int live;

        Key(Object object, int id, Object value, int domains) {
            super(object);
            this.id = id;
            this.value = value;
            lists = new RecordList[domains];
        }

        RecordList list(int domain) {
            RecordList list = lists[domain];
            return list == null ? RecordList.EMPTY : list;
        }

        void add(Record record) {
            RecordList list = lists[record.mask];
            if (list == null) {
                list = new RecordList();
                lists[record.mask] = list;
            }
            list.add(record);
            count++;
        }

        void droppedOne(int domain) {
            count--;
            lists[domain].droppedOne();
        }
    }

    /** Records with one key and domain. Dropped ones leave it when they are the larger part. */
    private static final class RecordList {
        static final RecordList EMPTY = new RecordList();
        Record[] records = new Record[1];
        int size;
        int dropped;

        void add(Record record) {
            if (size == records.length) {
                records = Arrays.copyOf(records, size * 2);
            }
            records[size++] = record;
        }

        void droppedOne() {
            if (++dropped > 4 && dropped > size >>> 1) {
                int kept = 0;
                for (int i = 0; i < size; i++) {
                    if (!records[i].dropped) {
                        records[kept++] = records[i];
                    }
                }
                Arrays.fill(records, kept, size, null);
                size = kept;
                dropped = 0;
            }
        }
    }

    /** What is known about one binding: a slice with a monitor, or only when its events happened. */
    private static final class Record {
        final int mask;
        final Key a;
        final Key b;
        final Key c;
        final Key d;
        final int hash;
        /** -1: no monitor (never had one, or it can no longer report). */
        int state = -1;
        /** Whether the slice was ever given a monitor. */
        boolean formed;
        /** When the slice started, or while it is not formed, when its first starting event came. */
        long start = Long.MAX_VALUE;
        /** The smaller slice that it was formed from, and when; null and the start for one that started by itself. */
        Record parent;
        long formedAt;
        /** Time of the last event with exactly this binding, per event; only for stamped events. */
        long[] last;
        /** The event that formed or moved it last, so that one event moves a slice once. */
        long moved;
        boolean dropped;
        Record nextInBucket;
        SliceBody body;
        int[] reported;

        Record(int mask, Key a, Key b, Key c, Key d) {
            this.mask = mask;
            this.a = a;
            this.b = b;
            this.c = c;
            this.d = d;
            this.hash = hash(mask, a, b, c, d);
        }

        Key key(int position) {
            return position == 0 ? a : position == 1 ? b : position == 2 ? c : d;
        }

        static int hash(int mask, Key a, Key b, Key c, Key d) {
            int hash = mix(mask, a);
            hash = mix(hash, b);
            hash = mix(hash, c);
            return mix(hash, d);
        }

        /** Ids are consecutive: without mixing, records of objects that were made in turn would share buckets. */
        private static int mix(int hash, Key key) {
            int mixed = (hash ^ (key == null ? 0 : key.id)) * 0x85EBCA6B;
            return mixed ^ mixed >>> 15;
        }

        boolean reportedAt(int key) {
            if (reported == null) {
                reported = new int[] {key};
                return false;
            }
            for (int known : reported) {
                if (known == key) {
                    return true;
                }
            }
            reported = Arrays.copyOf(reported, reported.length + 1);
            reported[reported.length - 1] = key;
            return false;
        }
    }

    private final Automaton automaton;
    private final int parameterCount;
    private final Registry.BodySource bodies;
    private final Object lock = new Object();
    /** Records of every binding, for walks that no key can lead: parameterless events and unconnected joins. */
    private final boolean keepAll;
    private final Key everything;
    /** Distinct X(e) of events that a join has to know about. */
    private final int[] checkedMasks;
    private final int[][] eventsOfMask;
    private final int[] startMasks;

    // Guarded by lock.
    private final WeakTable keys = new WeakTable() {
        @Override
        boolean disposable(KeyNode node) {
            if (!Identity.cleared(node)) {
                return false;
            }
            objectGone((Key) node);
            return true;
        }
    };
    private final Map<Object, Key> values = new HashMap<Object, Key>();
    private Record[] buckets = new Record[16];
    private int recordCount;
    private int nextId = 1;
    private long clock;
    private long created;
    private long collected;
    private final long[] counts;
    private final List<Key> emptied = new ArrayList<Key>();
    private Finding findings;
    private final Key[] bound = new Key[4];

    GeneralMonitor(PropertyDefinition definition, Automaton automaton, Registry.BodySource bodies) {
        super(definition);
        this.automaton = automaton;
        this.bodies = bodies;
        parameterCount = automaton.parameterCount;
        everything = new Key(new Object(), 0, null, automaton.full + 1);
        counts = new long[automaton.eventCount];
        boolean all = false;
        int checked = 0;
        int starting = 0;
        for (int event = 0; event < automaton.eventCount; event++) {
            all |= automaton.masks[event] == 0;
            for (int domain = 0; domain <= automaton.full; domain++) {
                all |= (automaton.enabled[event] >>> domain & 1) != 0 && (domain & automaton.masks[event]) == 0;
            }
            if (automaton.stamped[event] || automaton.starts[event]) {
                checked |= 1 << automaton.masks[event];
            }
            if (automaton.starts[event]) {
                starting |= 1 << automaton.masks[event];
            }
        }
        keepAll = all;
        checkedMasks = members(checked);
        startMasks = members(starting);
        eventsOfMask = new int[automaton.full + 1][0];
        for (int event = 0; event < automaton.eventCount; event++) {
            if (automaton.stamped[event]) {
                int mask = automaton.masks[event];
                eventsOfMask[mask] = Arrays.copyOf(eventsOfMask[mask], eventsOfMask[mask].length + 1);
                eventsOfMask[mask][eventsOfMask[mask].length - 1] = event;
            }
        }
    }

    private static int[] members(int set) {
        int[] result = new int[Integer.bitCount(set)];
        int count = 0;
        for (int bit = 0; bit < 32; bit++) {
            if ((set >>> bit & 1) != 0) {
                result[count++] = bit;
            }
        }
        return result;
    }

    @Override
    public void event(int event, int site) {
        step(event, null, null, null, null, site);
    }

    @Override
    public void event(int event, Object a, int site) {
        step(event, a, null, null, null, site);
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        step(event, a, b, null, null, site);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
        step(event, a, b, c, null, site);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
        step(event, a, b, c, d, site);
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
        if (bodies == null) {
            super.advice(event, arguments, site);
        } else if (!Guard.inside()) {
            Finding found = null;
            try {
                found = stepWithBodies(event, arguments, site);
            } catch (Throwable error) {
                lost(error);
            }
            deliver(found);
        }
    }

    private void step(int event, Object a, Object b, Object c, Object d, int site) {
        if (Guard.inside() || isShared(event, a) || isShared(event, b) || isShared(event, c) || isShared(event, d)) {
            return;
        }
        if (bodies != null) {
            // A property with Java code whose unit has no further arguments to hand over.
            Object[] arguments = {a, b, c, d};
            Object[] all = new Object[definition.events[event].argumentOf.length];
            System.arraycopy(arguments, 0, all, 0, all.length);
            advice(event, all, site);
            return;
        }
        Finding found = null;
        try {
            synchronized (lock) {
                counts[event]++;
                try {
                    take(event, a, b, c, d, site);
                } finally {
                    found = findings;
                    findings = null;
                    dropEmptied();
                }
            }
        } catch (Throwable error) {
            lost(error);
        }
        if (found != null) {
            deliver(found);
        }
    }

    /** One event of a property without Java code. */
    private void take(int event, Object a, Object b, Object c, Object d, int site) {
        int mask = automaton.masks[event];
        int missing = bind(mask, a, b, c, d, false);
        long now = ++clock;
        boolean starts = automaton.starts[event];
        int enabled = automaton.enabled[event];
        if (enabled != 0) {
            for (int domain = 0; domain <= automaton.full; domain++) {
                if ((enabled >>> domain & 1) == 0 || (domain & missing) != 0) {
                    continue;
                }
                RecordList by = shortest(domain & mask, domain);
                for (int i = 0, end = by.size; i < end; i++) {
                    Record smaller = by.records[i];
                    if (smaller.mask != domain || smaller.state < 0 || !agrees(smaller, domain & mask)) {
                        continue;
                    }
                    int cell = automaton.cells[smaller.state * automaton.eventCount + event];
                    int next = cell >>> Automaton.ACTION_BITS;
                    int action = cell & Automaton.ACTION_MASK;
                    if (!automaton.alive(next, 0) && action == 0) {
                        continue;
                    }
                    if (missing != 0) {
                        bind(mask, a, b, c, d, true);
                        missing = 0;
                    }
                    Record joined = joinable(smaller, domain | mask);
                    if (joined != null) {
                        joined.start = smaller.start;
                        joined.parent = smaller;
                        joined.formedAt = now;
                        joined.moved = now;
                        startMonitor(joined);
                        enter(joined, cell, site);
                    }
                }
            }
        }
        if (missing == 0) {
            for (int domain = mask; domain <= automaton.full; domain++) {
                if ((mask & ~domain) != 0) {
                    continue;
                }
                RecordList by = shortest(mask, domain);
                for (int i = 0, end = by.size; i < end; i++) {
                    Record record = by.records[i];
                    if (record.state >= 0 && record.moved != now && agrees(record, mask)) {
                        record.moved = now;
                        enter(record, automaton.cells[record.state * automaton.eventCount + event], site);
                    }
                }
            }
        }
        if (starts) {
            if (missing != 0) {
                bind(mask, a, b, c, d, true);
                missing = 0;
            }
            Record exact = exact(mask);
            if (exact == null) {
                exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
            }
            if (exact.start == Long.MAX_VALUE) {
                boolean fresh = !startedBelow(mask);
                exact.start = now;
                int cell = automaton.cells[automaton.initial * automaton.eventCount + event];
                if (fresh && (automaton.alive(cell >>> Automaton.ACTION_BITS, 0) || (cell & Automaton.ACTION_MASK) != 0)) {
                    exact.formedAt = now;
                    exact.moved = now;
                    startMonitor(exact);
                    enter(exact, cell, site);
                }
            }
        }
        if (automaton.stamped[event]) {
            if (missing != 0) {
                bind(mask, a, b, c, d, true);
            }
            stamp(event, mask, now);
        }
    }

    private void stamp(int event, int mask, long now) {
        Record exact = exact(mask);
        if (exact == null) {
            exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
        }
        if (exact.last == null) {
            exact.last = new long[automaton.eventCount];
        }
        exact.last[event] = now;
    }

    /** The slice takes a transition: its state changes, its handlers are noted. */
    private void enter(Record record, int cell, int site) {
        int action = cell & Automaton.ACTION_MASK;
        record.state = cell >>> Automaton.ACTION_BITS;
        if (action != 0) {
            int[] handlers = automaton.actions[action];
            for (int handler : handlers) {
                note(record, handler, site);
            }
        }
        retireUnlessAlive(record);
    }

    private void note(Record record, int handler, int site) {
        if (definition.handlers[handler].reports && !record.reportedAt(siteKey(site, handler))) {
            findings = new Finding(handler, site, findings);
        }
    }

    /** Handler -1 stands for the code of events. */
    private int siteKey(int site, int handler) {
        return site * (definition.handlers.length + 1) + handler + 1;
    }

    private void startMonitor(Record record) {
        record.formed = true;
        record.state = automaton.initial;
        created++;
        for (int position = 0; position < parameterCount; position++) {
            if ((record.mask >>> position & 1) != 0) {
                record.key(position).live++;
            }
        }
    }

    private void retireUnlessAlive(Record record) {
        int gone = 0;
        for (int position = 0; position < parameterCount; position++) {
            if ((record.mask >>> position & 1) != 0 && record.key(position).gone) {
                gone |= 1 << position;
            }
        }
        if (!automaton.alive(record.state, gone)) {
            record.state = -1;
            record.body = null;
            collected++;
            for (int position = 0; position < parameterCount; position++) {
                if ((record.mask >>> position & 1) != 0) {
                    Key key = record.key(position);
                    if (--key.live == 0 && key.gone) {
                        emptied.add(key);
                    }
                }
            }
        }
    }

    /**
     * The object of this key was collected. Slices that can no longer report without its events go; what is
     * known about its other bindings goes too, once no slice is left that a join could extend.
     */
    private void objectGone(Key key) {
        key.gone = true;
        for (RecordList list : key.lists) {
            for (int i = 0; list != null && i < list.size; i++) {
                Record record = list.records[i];
                if (record.state >= 0) {
                    retireUnlessAlive(record);
                }
            }
        }
        if (key.live == 0) {
            emptied.add(key);
        }
    }

    private void dropEmptied() {
        while (!emptied.isEmpty()) {
            Key key = emptied.remove(emptied.size() - 1);
            for (int domain = 0; domain < key.lists.length; domain++) {
                RecordList list = key.lists[domain];
                if (list == null) {
                    continue;
                }
                key.lists[domain] = new RecordList();
                for (int i = 0; i < list.size; i++) {
                    if (!list.records[i].dropped) {
                        drop(list.records[i]);
                    }
                }
            }
        }
    }

    private void drop(Record record) {
        record.dropped = true;
        int index = record.hash & buckets.length - 1;
        Record previous = null;
        for (Record at = buckets[index]; at != null; previous = at, at = at.nextInBucket) {
            if (at == record) {
                if (previous == null) {
                    buckets[index] = at.nextInBucket;
                } else {
                    previous.nextInBucket = at.nextInBucket;
                }
                recordCount--;
                break;
            }
        }
        for (int position = 0; position < parameterCount; position++) {
            Key key = record.key(position);
            if (key != null && first(record, position)) {
                key.droppedOne(record.mask);
                if (key.value != null && key.count == 0) {
                    values.remove(key.value);
                }
            }
        }
        if (keepAll) {
            everything.droppedOne(record.mask);
        }
    }

    /** Whether this is the first position at which the record's key of that position stands. */
    private static boolean first(Record record, int position) {
        Key key = record.key(position);
        for (int before = 0; before < position; before++) {
            if (record.key(before) == key) {
                return false;
            }
        }
        return true;
    }

    private Record add(int mask, Key a, Key b, Key c, Key d) {
        if (recordCount >= buckets.length) {
            Record[] larger = new Record[buckets.length * 2];
            for (Record chain : buckets) {
                for (Record at = chain; at != null;) {
                    Record following = at.nextInBucket;
                    int index = at.hash & larger.length - 1;
                    at.nextInBucket = larger[index];
                    larger[index] = at;
                    at = following;
                }
            }
            buckets = larger;
        }
        Record record = new Record(mask, (mask & 1) != 0 ? a : null, (mask & 2) != 0 ? b : null,
                (mask & 4) != 0 ? c : null, (mask & 8) != 0 ? d : null);
        int index = record.hash & buckets.length - 1;
        record.nextInBucket = buckets[index];
        buckets[index] = record;
        recordCount++;
        for (int position = 0; position < parameterCount; position++) {
            Key key = record.key(position);
            if (key != null && first(record, position)) {
                key.add(record);
            }
        }
        if (keepAll) {
            everything.add(record);
        }
        return record;
    }

    private Record lookup(int mask, Key a, Key b, Key c, Key d) {
        a = (mask & 1) != 0 ? a : null;
        b = (mask & 2) != 0 ? b : null;
        c = (mask & 4) != 0 ? c : null;
        d = (mask & 8) != 0 ? d : null;
        int hash = Record.hash(mask, a, b, c, d);
        for (Record at = buckets[hash & buckets.length - 1]; at != null; at = at.nextInBucket) {
            if (at.hash == hash && at.mask == mask && at.a == a && at.b == b && at.c == c && at.d == d) {
                return at;
            }
        }
        return null;
    }

    private Record exact(int mask) {
        return lookup(mask, bound[0], bound[1], bound[2], bound[3]);
    }

    /** Whether a starting event happened before for the bound keys restricted to some domain within mask. */
    private boolean startedBelow(int mask) {
        for (int below : startMasks) {
            if ((below & ~mask) == 0 && below != mask) {
                Record record = exact(below);
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
    private Record joinable(Record smaller, int mask) {
        Key a = (smaller.mask & 1) != 0 ? smaller.a : bound[0];
        Key b = (smaller.mask & 2) != 0 ? smaller.b : bound[1];
        Key c = (smaller.mask & 4) != 0 ? smaller.c : bound[2];
        Key d = (smaller.mask & 8) != 0 ? smaller.d : bound[3];
        Record joined = lookup(mask, a, b, c, d);
        if (joined != null && joined.formed) {
            return null;
        }
        for (int checked : checkedMasks) {
            if ((checked & ~mask) != 0 || (checked & ~smaller.mask) == 0) {
                continue;
            }
            Record record = lookup(checked, a, b, c, d);
            if (record == null) {
                continue;
            }
            if (record.start < smaller.start) {
                return null;
            }
            if (record.last != null) {
                for (int event : eventsOfMask[checked]) {
                    if (record.last[event] > 0 && record.last[event] > notLateSince(smaller, event)) {
                        return null;
                    }
                }
            }
        }
        return joined != null ? joined : add(mask, a, b, c, d);
    }

    /** When the slice, or one that it came from, first had a domain in which the event matters. */
    private long notLateSince(Record record, int event) {
        long since = Long.MAX_VALUE;
        for (Record at = record; at != null; at = at.parent) {
            if (!automaton.lateAt(event, at.mask)) {
                since = at.formedAt;
            }
        }
        return since;
    }

    private boolean agrees(Record record, int mask) {
        return ((mask & 1) == 0 || record.a == bound[0]) && ((mask & 2) == 0 || record.b == bound[1])
                && ((mask & 4) == 0 || record.c == bound[2]) && ((mask & 8) == 0 || record.d == bound[3]);
    }

    /** Of the bound keys at these positions, the shortest list of records of this domain; all of the domain for none. */
    private RecordList shortest(int positions, int domain) {
        RecordList best = null;
        for (int position = 0; position < parameterCount; position++) {
            if ((positions >>> position & 1) != 0) {
                RecordList list = bound[position].list(domain);
                if (best == null || list.size < best.size) {
                    best = list;
                }
            }
        }
        return best == null ? everything.list(domain) : best;
    }

    /** Finds the keys of the values into `bound`; answers the positions that have none (and makes none). */
    private int bind(int mask, Object a, Object b, Object c, Object d, boolean make) {
        int missing = 0;
        int argument = 0;
        for (int position = 0; position < 4; position++) {
            if ((mask >>> position & 1) == 0) {
                bound[position] = null;
                continue;
            }
            Object value = argument == 0 ? a : argument == 1 ? b : argument == 2 ? c : d;
            argument++;
            bound[position] = key(value, definition.byValue[position], make);
            if (bound[position] == null) {
                missing |= 1 << position;
            }
        }
        return missing;
    }

    private Key key(Object object, boolean byValue, boolean make) {
        if (byValue && isBoxed(object)) {
            Key key = values.get(object);
            if (key == null && make) {
                key = new Key(object, nextId++, object, automaton.full + 1);
                values.put(object, key);
            }
            return key;
        }
        Object referent = object == null ? Identity.NULL : object;
        int hash = Identity.hash(referent);
        Key key = (Key) keys.find(referent, hash);
        if (key == null && make) {
            key = new Key(referent, nextId++, null, automaton.full + 1);
            keys.add(key, hash);
        }
        return key;
    }

    /** Only these have an equals that is the platform's. */
    private static boolean isBoxed(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Character
                || value instanceof Boolean || value instanceof Short || value instanceof Byte
                || value instanceof Double || value instanceof Float;
    }

    // ---- properties with Java code

    /** A slice that may take the event: an existing one, or one to be formed. */
    private static final class Candidate {
        final Record record;
        final Record smaller;
        final SliceBody body;
        final BodyCall call;
        boolean accepted;
        int[] handlers;

        Candidate(Record record, Record smaller, SliceBody body, BodyCall call) {
            this.call = call;
            this.record = record;
            this.smaller = smaller;
            this.body = body;
        }
    }

    /**
     * One event of a property with Java code: candidates are found under the lock, their code runs without
     * it, those that accept move under the lock, and handlers run without it.
     */
    private Finding stepWithBodies(int event, Object[] arguments, int site) {
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
        SliceBody fresh = automaton.starts[event] ? bodies.newBody() : null;
        synchronized (lock) {
            now = ++clock;
            try {
                collectCandidates(event, mask, a, b, c, d, fresh, site, candidates);
            } finally {
                dropEmptied();
            }
        }
        boolean any = candidates.isEmpty();
        for (Candidate candidate : candidates) {
            Guard.enter();
            try {
                candidate.accepted = candidate.body == null || candidate.body.runEvent(candidate.call, event, arguments);
            } catch (Throwable error) {
                lost(error);
            } finally {
                Guard.leave();
            }
            any |= candidate.accepted;
        }
        Finding found = null;
        synchronized (lock) {
            try {
                if (any && !candidates.isEmpty()) {
                    counts[event]++;
                }
                for (Candidate candidate : candidates) {
                    if (candidate.accepted) {
                        moveCandidate(event, candidate, now, site);
                    }
                }
                if (any && automaton.stamped[event]) {
                    bind(mask, a, b, c, d, true);
                    stamp(event, mask, now);
                }
            } finally {
                found = findings;
                findings = null;
                dropEmptied();
            }
        }
        for (Candidate candidate : candidates) {
            if (candidate.handlers != null) {
                found = runHandlers(candidate, arguments, site, found);
            }
        }
        return found;
    }

    private void collectCandidates(int event, int mask, Object a, Object b, Object c, Object d, SliceBody fresh,
            int site, List<Candidate> candidates) {
        int missing = bind(mask, a, b, c, d, false);
        int enabled = automaton.enabled[event];
        if (missing == 0) {
            for (int domain = mask; domain <= automaton.full; domain++) {
                if ((mask & ~domain) != 0) {
                    continue;
                }
                RecordList by = shortest(mask, domain);
                for (int i = 0, end = by.size; i < end; i++) {
                    Record record = by.records[i];
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
                Record smaller = by.records[i];
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
                Record joined = joinable(smaller, domain | mask);
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
            Record exact = exact(mask);
            if (exact == null) {
                exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
            }
            boolean planned = false;
            for (Candidate candidate : candidates) {
                planned |= candidate.record == exact;
            }
            int next = automaton.target(automaton.initial, event);
            boolean matters = automaton.alive(next, 0) || automaton.action(automaton.initial, event) != 0;
            if (planned || exact.start != Long.MAX_VALUE) {
                return;
            }
            if (startedBelow(mask)) {
                exact.start = clock;
            } else if (matters) {
                candidates.add(new Candidate(exact, null, fresh, new BodyCall(this, site, -1)));
            }
        }
    }

    private void moveCandidate(int event, Candidate candidate, long now, int site) {
        Record record = candidate.record;
        if (record.dropped) {
            return;
        }
        if (record.state < 0) {
            if (record.formed) {
                return;
            }
            record.start = candidate.smaller == null ? now : candidate.smaller.start;
            record.parent = candidate.smaller;
            record.formedAt = now;
            int from = candidate.smaller == null ? automaton.initial : candidate.smaller.state;
            if (from < 0) {
                return;
            }
            startMonitor(record);
            record.state = from;
            record.body = candidate.body;
        }
        int cell = automaton.cells[record.state * automaton.eventCount + event];
        int action = cell & Automaton.ACTION_MASK;
        record.moved = now;
        for (Finding reported = candidate.call.findings; reported != null; reported = reported.next) {
            if (!record.reportedAt(siteKey(site, -1))) {
                findings = new Finding(-1, site, reported.message, findings);
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

    /** Runs the Java handlers of a slice, without a lock. */
    private Finding runHandlers(Candidate candidate, Object[] arguments, int site, Finding found) {
        Record record = candidate.record;
        for (int handler : candidate.handlers) {
            if (!definition.handlers[handler].java) {
                continue;
            }
            BodyCall call = new BodyCall(this, site, handler);
            Guard.enter();
            try {
                if (candidate.body != null) {
                    candidate.body.runHandler(call, handler, arguments);
                }
            } catch (Throwable error) {
                lost(error);
            } finally {
                Guard.leave();
            }
            synchronized (lock) {
                if (call.reset && record.state >= 0) {
                    record.state = automaton.initial;
                }
                boolean reports = definition.handlers[handler].reports || call.findings != null;
                if (reports && !record.reportedAt(siteKey(site, handler))) {
                    String message = call.findings == null ? null : call.findings.message;
                    found = new Finding(handler, site, message, found);
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

    // ---- counters

    @Override
    void addCounts(long[] events) {
        synchronized (lock) {
            for (int event = 0; event < counts.length; event++) {
                events[event] += counts[event];
            }
        }
    }

    @Override
    void clean() {
        synchronized (lock) {
            keys.sweepAll();
            dropEmptied();
        }
    }

    @Override
    long created() {
        synchronized (lock) {
            return created;
        }
    }

    @Override
    long collected() {
        synchronized (lock) {
            return collected;
        }
    }
}
