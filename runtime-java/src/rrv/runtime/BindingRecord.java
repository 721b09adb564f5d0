package rrv.runtime;

/** What is known about one binding: a slice with a monitor, or only when its events happened. */
class BindingRecord extends ReportingSlice {
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
    /**
     * The smaller slice that it was formed from, and when; null and the start for one that started by itself.
     */
    BindingRecord parent;
    long formedAt;
    /** Time of the last event with exactly this binding, per stamped event of its parameters. */
    long[] last;
    /** The event that formed or moved it last, so that one event moves a slice once. */
    long moved;
    boolean dropped;
    SliceBody body;
    /** Its last events; null: nobody has asked for them, or it can no longer report. */
    SliceHistory history;

    BindingRecord(int mask, Key a, Key b, Key c, Key d) {
        this.mask = mask;
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
        this.hash = hash(mask, a, b, c, d);
    }

    /** It has the past of a smaller slice that it is formed from. */
    void continues(BindingRecord smaller) {
        continues(smaller, smaller.copyOfHistory());
    }

    /** The same; `past` is a copy of its history. */
    final void continues(BindingRecord smaller, SliceHistory past) {
        history = past;
        start = smaller.start;
        parent = smaller;
    }

    /** Null where none is kept. */
    final SliceHistory copyOfHistory() {
        return history == null ? null : new SliceHistory(history);
    }

    /** It had a monitor, and never has one again. */
    final boolean isOver() {
        return formed && state < 0;
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
}
