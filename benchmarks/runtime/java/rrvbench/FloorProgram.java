package rrvbench;

import java.lang.ref.WeakReference;
import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/**
 * What weak references cost at least: SafeHasNext by hand for one thread, with no lock, no counter and no check of any kind: a chained
 * table by identity hash whose entry is the weak reference with its state, and four buckets searched for cleared entries per insertion.
 */
final class FloorProgram extends Program {
    private static final class Entry extends WeakReference<Object> {
        final int hash;
        boolean asked;
        Entry next;

        Entry(Object object, int hash) {
            super(object);
            this.hash = hash;
        }
    }

    private static Entry[] buckets = new Entry[1 << 10];
    private static int size;
    private static int at;
    private static int violations;

    FloorProgram(String property) {
        if (!property.equals("SafeHasNext")) {
            throw new IllegalArgumentException(property);
        }
    }

    private static Entry entry(Object object) {
        int hash = System.identityHashCode(object);
        hash ^= hash >>> 16;
        for (Entry entry = buckets[hash & buckets.length - 1]; entry != null; entry = entry.next) {
            if (entry.hash == hash && entry.get() == object) {
                return entry;
            }
        }
        if (++size > buckets.length) {
            grow();
        }
        Entry made = new Entry(object, hash);
        int index = hash & buckets.length - 1;
        made.next = buckets[index];
        buckets[index] = made;
        for (int step = 0; step < 4; step++) {
            at = at + 1 & buckets.length - 1;
            sweep(at);
        }
        return made;
    }

    private static void sweep(int index) {
        Entry previous = null;
        for (Entry entry = buckets[index]; entry != null; entry = entry.next) {
            if (entry.get() != null) {
                previous = entry;
                continue;
            }
            size--;
            if (previous == null) {
                buckets[index] = entry.next;
            } else {
                previous.next = entry.next;
            }
        }
    }

    private static void grow() {
        Entry[] larger = new Entry[buckets.length * 2];
        for (Entry chain : buckets) {
            for (Entry entry = chain; entry != null;) {
                Entry following = entry.next;
                int index = entry.hash & larger.length - 1;
                entry.next = larger[index];
                larger[index] = entry;
                entry = following;
            }
        }
        buckets = larger;
    }

    @Override
    boolean hasMore(Cursor i) {
        boolean more = i.hasMore();
        entry(i).asked = true;
        return more;
    }

    @Override
    void advance(Cursor i) {
        Entry entry = entry(i);
        if (!entry.asked) {
            violations++;
        }
        entry.asked = false;
        i.advance();
    }

    @Override
    Cursor cursor(Bag c) {
        return c.cursor();
    }

    @Override
    void add(Bag c) {
        c.add();
    }

    @Override
    Bag view(Table m) {
        return m.view();
    }

    @Override
    void put(Table m) {
        m.put();
    }

    @Override
    Table descending(Table m) {
        return m.descending();
    }
}
