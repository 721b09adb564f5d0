package rrv.runtime;

import java.util.Arrays;

/** Records with one key and domain. Dropped ones leave it when they are the larger part. */
final class RecordList {
    static final RecordList EMPTY = new RecordList(-1, null);

    final int domain;
    /** Of the same key, for another domain. */
    final RecordList next;
    BindingRecord[] records = new BindingRecord[1];
    int size;
    int dropped;

    RecordList(int domain, RecordList next) {
        this.domain = domain;
        this.next = next;
    }

    void add(BindingRecord record) {
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
