package rrv.runtime;

/** An object that is bound to a parameter; the same node for every position. */
final class Key extends KeyNode {
    final int id;
    /** Keeps a boxed primitive alive; null for an object. */
    final Object value;
    boolean gone;
    /** Whether its records are about to be dropped, and whose will be after them. */
    boolean isEmptied;
    Key nextEmptied;
    /**
     * Its records, a list for each domain that has some, rarely more than three; in the order of their
     * making, slices before stamps.
     */
    RecordList lists;
    /** Records that are in the lists and not dropped. */
    int count;
    /** Positions at which this key stands in a record that has a live monitor. */
    int live;

    Key(Object object, int id, Object value) {
        super(object);
        this.id = id;
        this.value = value;
    }

    RecordList list(int domain) {
        for (RecordList list = lists; list != null; list = list.next) {
            if (list.domain == domain) {
                return list;
            }
        }
        return RecordList.EMPTY;
    }

    void add(BindingRecord record) {
        reserve(record.mask).add(record);
        count++;
    }

    /** Takes the memory for one more record of this domain; answers its list. */
    RecordList reserve(int domain) {
        RecordList list = list(domain);
        if (list == RecordList.EMPTY) {
            list = new RecordList(domain);
            if (lists == null) {
                lists = list;
            } else {
                RecordList end = lists;
                while (end.next != null) {
                    end = end.next;
                }
                end.next = list;
            }
        }
        list.reserve();
        return list;
    }

    void droppedOne(int domain) {
        count--;
        RecordList list = list(domain);
        if (list != RecordList.EMPTY) {
            list.droppedOne();
        }
    }
}
