package rrv.runtime;

/**
 * An open-addressing hash table (linear probing, backward-shift deletion) of weakly held objects by
 * identity. Not thread-safe: the owner holds a lock. Hashes stand in an array of their own, so that a search follows no
 * reference but that of the entry it finds. Entries of collected objects are removed in small steps: every
 * insertion looks at {@link #SWEEP_STEP} slots, provided that a garbage collection happened since the current
 * pass over the table began. No reference queue is used: enqueueing costs more than all the rest.
 */
class WeakTable {
    private static final int SWEEP_STEP = 5;
    private static final int SMALLEST = 8;

    /** 0 where the slot is empty; {@link Identity#hash} is never 0. */
    private int[] hashes = new int[SMALLEST];
    private KeyNode[] nodes = new KeyNode[SMALLEST];
    private int size;
    /** The next slot of the current pass, going down; -1 between passes. */
    private int sweepAt = -1;
    private int sweptAtCollection;

    final int size() {
        return size;
    }

    /** The entry of this object, or null. */
    final KeyNode find(Object object, int hash) {
        int[] table = hashes;
        int mask = table.length - 1;
        for (int index = hash & mask;; index = index + 1 & mask) {
            int there = table[index];
            if (there == hash) {
                KeyNode node = nodes[index];
                if (node.get() == object) {
                    return node;
                }
            } else if (there == 0) {
                return null;
            }
        }
    }

    /** Adds an entry for an object that has none. Every step leaves a consistent table. */
    final void add(KeyNode node) {
        if (size >= hashes.length >>> 1) {
            grow();
        }
        place(hashes, nodes, node, node.hash);
        size++;
        sweepStep();
    }

    /** Looks at every entry now. */
    final void sweepAll() {
        for (int index = 0; index < nodes.length;) {
            KeyNode node = nodes[index];
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
            sweepAt = nodes.length - 1;
        }
        // Downwards, because a removal shifts later entries back: none is skipped except around the end.
        int index = sweepAt;
        for (int step = 0; step < SWEEP_STEP && index >= 0; step++, index--) {
            KeyNode node = nodes[index];
            if (node != null && disposable(node)) {
                removeAt(index);
            }
        }
        sweepAt = index;
    }

    /** Half full: first give up what is gone, if a collection may have taken something; then resize as needed. */
    private void grow() {
        int collections = Identity.Collections.count();
        if (sweepAt >= 0 || collections != sweptAtCollection) {
            sweptAtCollection = collections;
            sweepAll();
        }
        sweepAt = -1;
        int capacity = hashes.length;
        if (size > capacity * 3 >>> 3) {
            capacity <<= 1;
        } else {
            while (capacity > SMALLEST && size < capacity >>> 4) {
                capacity >>>= 1;
            }
        }
        if (capacity != hashes.length) {
            int[] newHashes = new int[capacity];
            KeyNode[] newNodes = new KeyNode[capacity];
            for (int index = 0; index < hashes.length; index++) {
                if (hashes[index] != 0) {
                    place(newHashes, newNodes, nodes[index], hashes[index]);
                }
            }
            nodes = newNodes;
            hashes = newHashes;
        }
    }

    private static void place(int[] hashes, KeyNode[] nodes, KeyNode node, int hash) {
        int mask = hashes.length - 1;
        int index = hash & mask;
        while (hashes[index] != 0) {
            index = index + 1 & mask;
        }
        nodes[index] = node;
        hashes[index] = hash;
    }

    private void removeAt(int index) {
        int mask = hashes.length - 1;
        int hole = index;
        int next = hole;
        while (true) {
            next = next + 1 & mask;
            int hash = hashes[next];
            if (hash == 0) {
                break;
            }
            // The entry may move back into the hole unless its home lies cyclically after the hole.
            if ((next - hash & mask) >= (next - hole & mask)) {
                nodes[hole] = nodes[next];
                hashes[hole] = hash;
                hole = next;
            }
        }
        hashes[hole] = 0;
        nodes[hole] = null;
        size--;
    }
}
