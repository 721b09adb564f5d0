package rrv.runtime;

import java.util.Arrays;

/**
 * Records with one key and domain. Dropped ones leave it when they are the larger part. Most lists have one
 * record: it needs no array.
 */
final class RecordList {
    static final RecordList EMPTY = new RecordList(-1);
    private static final BindingRecord[] NONE = new BindingRecord[0];

    final int domain;
    /** Of the same key, for another domain. */
    RecordList next;
    private BindingRecord first;
    private BindingRecord[] rest = NONE;
    int size;
    private int dropped;
    /** Those before it are over. */
    private int firstOpen;
    /** Only in audits: what a visit of all records would find. */
    SettledSlices settled;

    RecordList(int domain) {
        this.domain = domain;
    }

    BindingRecord get(int index) {
        return index == 0 ? first : rest[index - 1];
    }

    /**
     * Where a visit of those that have a monitor, or may get one, begins: a slice that can no longer report stays so, but its
     * record is kept as long as the objects. An object that is asked again and again for what is used once, as a map for
     * the iterators of its views, has many such slices, the oldest first; each is passed here once.
     */
    int firstOpen() {
        while (firstOpen < size && get(firstOpen).isOver()) {
            firstOpen++;
        }
        return firstOpen;
    }

    /** Takes the memory for one more. */
    void reserve() {
        if (size > rest.length) {
            rest = Arrays.copyOf(rest, Math.max(1, rest.length * 2));
        }
    }

    void add(BindingRecord record) {
        reserve();
        if (size == 0) {
            first = record;
        } else {
            rest[size - 1] = record;
        }
        size++;
    }

    void droppedOne() {
        if (++dropped > 4 && dropped > size >>> 1) {
            int before = size;
            BindingRecord[] all = rest;
            size = 0;
            dropped = 0;
            firstOpen = 0;
            settled = null;
            for (int i = 0; i < before; i++) {
                BindingRecord record = i == 0 ? first : all[i - 1];
                if (!record.dropped) {
                    add(record);
                }
            }
            Arrays.fill(all, Math.max(0, size - 1), before - 1, null);
        }
    }
}
