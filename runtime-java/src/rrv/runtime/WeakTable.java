package rrv.runtime;

/**
 * An open-addressing hash table (linear probing, backward-shift deletion) of weakly held objects by
 * identity. Not thread-safe: the owner holds a lock. Entries of collected objects are removed in small
 * steps: every insertion looks at {@link #SWEEP_STEP} slots, provided that a garbage collection happened
 * since the current pass over the table began. No reference queue is used: enqueueing costs more than all
 * the rest.
 */
class WeakTable {
    private static final int SWEEP_STEP = 6;
    private static final int SMALLEST = 8;

    private KeyNode[] slots = new KeyNode[SMALLEST];
    private int size;
    private int sweepAt = -1;
    private int sweptAtCollection;

    final int size() {
        return size;
    }

    /** The entry of this object, or null. */
    final KeyNode find(Object object, int hash) {
        KeyNode[] table = slots;
        int mask = table.length - 1;
        for (int index = hash & mask;; index = index + 1 & mask) {
            KeyNode node = table[index];
            if (node == null) {
                return null;
            }
            if (node.hash == hash && node.get() == object) {
                return node;
            }
        }
    }

    /** Adds an entry for an object that has none. Every step leaves a consistent table. */
    final void add(KeyNode node) {
        if (size >= slots.length >>> 1) {
            grow();
        }
        place(slots, node);
        size++;
        sweepStep();
    }

    /** Removes this entry. */
    final void remove(KeyNode node) {
        int mask = slots.length - 1;
        for (int index = node.hash & mask;; index = index + 1 & mask) {
            if (slots[index] == null) {
                return;
            }
            if (slots[index] == node) {
                removeAt(index);
                return;
            }
        }
    }

    /** Looks at every entry now. */
    final void sweepAll() {
        for (int index = 0; index < slots.length;) {
            KeyNode node = slots[index];
            if (node != null && disposable(node)) {
                removeAt(index);
            } else {
                index++;
            }
        }
    }

    /** Whether this entry may go; called with the owner's lock held, must clean up what hangs on it. */
    boolean disposable(KeyNode node) {
        return Identity.cleared(node);
    }

    private void sweepStep() {
        if (sweepAt < 0) {
            int collections = Identity.Collections.count();
            if (collections == sweptAtCollection) {
                return;
            }
            sweptAtCollection = collections;
            sweepAt = slots.length - 1;
        }
        // Downwards, because a removal shifts later entries back: none is skipped except around the end.
        int index = Math.min(sweepAt, slots.length - 1);
        for (int step = 0; step < SWEEP_STEP && index >= 0; step++, index--) {
            KeyNode node = slots[index];
            if (node != null && disposable(node)) {
                removeAt(index);
            }
        }
        sweepAt = index;
    }

    /** Out of slots: first give up what is gone; double, or shrink, when that leaves it too full or too empty. */
    private void grow() {
        sweepAll();
        sweepAt = -1;
        int capacity = slots.length;
        if (size > capacity * 3 >>> 3) {
            capacity <<= 1;
        } else {
            while (capacity > SMALLEST && size < capacity >>> 4) {
                capacity >>>= 1;
            }
        }
        if (capacity != slots.length) {
            KeyNode[] table = new KeyNode[capacity];
            for (KeyNode node : slots) {
                if (node != null) {
                    place(table, node);
                }
            }
            slots = table;
        }
    }

    private static void place(KeyNode[] table, KeyNode node) {
        int mask = table.length - 1;
        int index = node.hash & mask;
        while (table[index] != null) {
            index = index + 1 & mask;
        }
        table[index] = node;
    }

    private void removeAt(int index) {
        int mask = slots.length - 1;
        int hole = index;
        int next = hole;
        while (true) {
            next = next + 1 & mask;
            KeyNode node = slots[next];
            if (node == null) {
                break;
            }
            int home = node.hash & mask;
            // The entry may move back into the hole unless its home lies cyclically after the hole.
            if ((next - home & mask) >= (next - hole & mask)) {
                slots[hole] = node;
                hole = next;
            }
        }
        slots[hole] = null;
        size--;
    }
}
