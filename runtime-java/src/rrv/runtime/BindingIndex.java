package rrv.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * The index trees of the general monitor: records by binding (a hash table), and by one object and domain
 * (lists at the object's key). Everything is guarded by `lock`.
 */
abstract class BindingIndex extends PropertyMonitor {
    final Automaton automaton;
    final int parameterCount;
    final Object lock = new Object();
    /**
     * Records of every binding, for walks that no key can lead: parameterless events and unconnected joins.
     */
    final boolean keepAll;
    final Key everything;
    final Map<Object, Key> values = new HashMap<Object, Key>();
    final RecordTable records = new RecordTable();
    int nextId = 1;
    final Key[] bound = new Key[4];

    /** By parameter: of all objects that a record ever had there. */
    final BoundClasses[] recordClasses;
    final WeakTable keys = new WeakTable() {
        @Override
        boolean disposable(KeyNode node, int position) {
            if (!Identity.cleared(node)) {
                return false;
            }
            objectGone((Key) node);
            return true;
        }
    };

    BindingIndex(PropertyDefinition definition, Automaton automaton) {
        super(definition);
        this.automaton = automaton;
        parameterCount = automaton.parameterCount;
        recordClasses = new BoundClasses[parameterCount];
        for (int position = 0; position < parameterCount; position++) {
            recordClasses[position] = new BoundClasses();
        }
        everything = new Key(new Object(), 0, null);
        boolean all = false;
        for (int event = 0; event < automaton.eventCount; event++) {
            all |= automaton.masks[event] == 0;
            for (int domain = 0; domain <= automaton.full; domain++) {
                all |= (automaton.enabled[event] >>> domain & 1) != 0 && (domain & automaton.masks[event]) == 0;
            }
        }
        keepAll = all;
    }

    /** The object of this key was collected. */
    abstract void objectGone(Key key);

    /** Finds the keys of the values into `bound`; answers the positions that have none (and makes none). */
    int bind(int mask, Object a, Object b, Object c, Object d, boolean make) {
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

    Key key(Object object, boolean byValue, boolean make) {
        if (byValue && isBoxed(object)) {
            Key key = values.get(object);
            if (key == null && make) {
                key = new Key(object, nextId++, object);
                values.put(object, key);
            }
            return key;
        }
        Object referent = Identity.maskNull(object);
        int hash = Identity.hash(referent);
        Key key = (Key) keys.find(referent, hash);
        if (key == null && make) {
            key = new Key(referent, nextId++, null);
            keys.add(key, hash);
        }
        return key;
    }

    /** Only these have an equals that is the platform's. */
    static boolean isBoxed(Object value) {
        return value instanceof Integer || value instanceof Long || value instanceof Character
                || value instanceof Boolean || value instanceof Short || value instanceof Byte
                || value instanceof Double || value instanceof Float;
    }

    BindingRecord lookup(int mask, Key a, Key b, Key c, Key d) {
        a = (mask & 1) != 0 ? a : null;
        b = (mask & 2) != 0 ? b : null;
        c = (mask & 4) != 0 ? c : null;
        d = (mask & 8) != 0 ? d : null;
        return records.find(mask, a, b, c, d);
    }

    BindingRecord exact(int mask) {
        return lookup(mask, bound[0], bound[1], bound[2], bound[3]);
    }

    boolean agrees(BindingRecord record, int mask) {
        return ((mask & 1) == 0 || record.a == bound[0]) && ((mask & 2) == 0 || record.b == bound[1])
                && ((mask & 4) == 0 || record.c == bound[2]) && ((mask & 8) == 0 || record.d == bound[3]);
    }

    /**
     * Of the bound keys at these positions, the shortest list of records of this domain; all of the domain
     * for none.
     */
    RecordList shortest(int positions, int domain) {
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

    BindingRecord add(int mask, Key a, Key b, Key c, Key d) {
        BindingRecord record = newRecord(mask, (mask & 1) != 0 ? a : null, (mask & 2) != 0 ? b : null,
                (mask & 4) != 0 ? c : null, (mask & 8) != 0 ? d : null);
        for (int position = 0; position < parameterCount; position++) {
            Object object = record.key(position) == null ? null : record.key(position).get();
            if (object != null) {
                recordClasses[position].add(object);
            }
        }
        // All memory first: a record that stands in some of the lists would miss events, and be dropped from others.
        records.reserve();
        for (int position = 0; position < parameterCount; position++) {
            Key key = record.key(position);
            if (key != null) {
                key.reserve(mask);
            }
        }
        if (keepAll) {
            everything.reserve(mask);
        }
        records.add(record);
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

    BindingRecord newRecord(int mask, Key a, Key b, Key c, Key d) {
        return new BindingRecord(mask, a, b, c, d);
    }

    void drop(BindingRecord record) {
        record.dropped = true;
        records.remove(record);
        for (int position = 0; position < parameterCount; position++) {
            Key key = record.key(position);
            if (key != null && first(record, position)) {
                key.droppedOne(record.mask);
                forgetIfUnused(key);
            }
        }
        if (keepAll) {
            everything.droppedOne(record.mask);
        }
    }

    /** The key of a value goes with its last record, as no object does. */
    final void forgetIfUnused(Key key) {
        if (key.value != null && key.count == 0) {
            values.remove(key.value);
        }
    }

    /** Whether this is the first position at which the record's key of that position stands. */
    static boolean first(BindingRecord record, int position) {
        Key key = record.key(position);
        for (int before = 0; before < position; before++) {
            if (record.key(before) == key) {
                return false;
            }
        }
        return true;
    }
}
