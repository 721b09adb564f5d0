package rrv.runtime;

/** The general monitor's records by binding. Guarded by the monitor's lock. */
final class RecordTable extends HashIndex {
    /** Null where a record was removed. */
    private BindingRecord[] records = new BindingRecord[room(slots.length)];

    BindingRecord find(int mask, Key a, Key b, Key c, Key d) {
        int hash = BindingRecord.hash(mask, a, b, c, d);
        int[] table = slots;
        int last = table.length - 1;
        for (int index = hash & last;; index = index + 1 & last) {
            int slot = table[index];
            if (slot == 0) {
                return null;
            }
            if ((slot ^ hash) >>> positionBits == 0) {
                BindingRecord at = records[slot & last];
                if (at != null && at.mask == mask && at.a == a && at.b == b && at.c == c && at.d == d) {
                    return at;
                }
            }
        }
    }

    /** Takes the memory for one more. */
    void reserve() {
        if (end == records.length) {
            int capacity = neededCapacity();
            BindingRecord[] newRecords = capacity == slots.length ? records : new BindingRecord[room(capacity)];
            closeGaps(records, newRecords, capacity);
            records = newRecords;
        }
    }

    void add(BindingRecord record) {
        reserve();
        records[end] = record;
        append(record.hash);
    }

    void remove(BindingRecord record) {
        int[] table = slots;
        int last = table.length - 1;
        for (int index = record.hash & last;; index = index + 1 & last) {
            int slot = table[index];
            if (slot == 0) {
                return;
            }
            if (records[slot & last] == record) {
                records[slot & last] = null;
                size--;
                return;
            }
        }
    }
}
