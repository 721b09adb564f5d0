package rrv.runtime;

/** An object that is bound to a parameter; the same node for every position. */
final class Key extends KeyNode {
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

    void add(BindingRecord record) {
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
