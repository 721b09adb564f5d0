package rrv.runtime;

import java.util.Arrays;

/**
 * A hash table of weakly held objects by identity. Not thread-safe: the owner holds a lock.
 *
 * <p>Entries stand in the order in which they were added. A slot of the open-addressing part is one int: the low bits are the
 * position of the entry, the rest are bits of its hash, so that a search looks at one cache line and then at one entry.
 * No reference is ever stored at a random place (a collector would have to scan that place's card), and sweeps read memory in order.
 *
 * <p>Entries of collected objects are removed in small steps: every insertion looks at {@link #SWEEP_STEP} entries, provided
 * that a garbage collection happened since the current pass over the table began. The slot of a removed entry is reclaimed
 * when no position is left. No reference queue is used: enqueueing costs more than all the rest.
 */
class WeakTable {
    /** Entries looked at for each insertion, and how many insertions' share is looked at in one go. */
    private static final int SWEEP_STEP = 5;
    private static final int SWEEP_EVERY = 32;
    private static final int SMALLEST = 8;
    private static final int SHRINK_AFTER = 16;

    /** Position of an entry (from 1) and bits of its hash above it; 0 where the slot is empty. */
    private int[] slots = new int[SMALLEST];
    /** Null where an entry was removed. */
    private KeyNode[] nodes = new KeyNode[room(SMALLEST)];
    private int[] hashes = new int[room(SMALLEST)];
    /** slots.length is 1 &lt;&lt; positionBits. */
    private int positionBits = Integer.numberOfTrailingZeros(SMALLEST);
    /** Where the next entry goes. */
    private int end = 1;
    private int size;
    /** The next entry of the current pass, and where the pass ends; none when equal. */
    private int sweepAt;
    private int sweepEnd;
    private int sweptAtCollection;
    /** Rebuilds in a row that found the table nearly empty. */
    private int emptyRebuilds;

    final int size() {
        return size;
    }

    /** The entry of this object, or null. */
    final KeyNode find(Object object, int hash) {
        int[] table = slots;
        int mask = table.length - 1;
        int bits = positionBits;
        for (int index = hash & mask;; index = index + 1 & mask) {
            int slot = table[index];
            if (slot == 0) {
                return null;
            }
            if ((slot ^ hash) >>> bits == 0) {
                KeyNode node = nodes[slot & mask];
                if (node != null && node.get() == object) {
                    return node;
                }
            }
        }
    }

    /** Adds an entry for an object that has none. Every step leaves a consistent table. */
    final void add(KeyNode node, int hash) {
        if (end == nodes.length) {
            rebuild();
        }
        int position = end;
        nodes[position] = node;
        hashes[position] = hash;
        place(slots, hash, position, positionBits);
        end = position + 1;
        size++;
        if ((position & SWEEP_EVERY - 1) == 0 && (sweepAt < sweepEnd || startPass())) {
            sweepTo(Math.min(sweepEnd, sweepAt + SWEEP_STEP * SWEEP_EVERY));
        }
    }

    /** Looks at every entry now. */
    final void sweepAll() {
        sweepAt = 1;
        sweepTo(end);
        sweepEnd = sweepAt;
    }

    /** Whether this entry may go; called with the owner's lock held, must clean up what hangs on it. */
    boolean disposable(KeyNode node) {
        return Identity.cleared(node);
    }

    private boolean startPass() {
        int collections = Identity.Collections.count();
        if (collections == sweptAtCollection) {
            return false;
        }
        sweptAtCollection = collections;
        sweepAt = 1;
        sweepEnd = end;
        return true;
    }

    private void sweepTo(int stop) {
        for (int position = sweepAt; position < stop; position++) {
            KeyNode node = nodes[position];
            if (node != null && disposable(node)) {
                nodes[position] = null;
                size--;
            }
        }
        sweepAt = stop;
    }

    /** Positions for that many slots: a search in three quarters full slots still ends after a few. */
    private static int room(int slotCount) {
        return slotCount - (slotCount >>> 2);
    }

    /**
     * No position is left: gives up what is gone, if a collection may have taken something, then closes the gaps in
     * tables of the size that the rest needs. At least three eighths of the positions are free afterwards.
     */
    private void rebuild() {
        if (sweepAt < sweepEnd || startPass()) {
            sweepAll();
        }
        int capacity = slots.length;
        while (size >= room(capacity) * 5 >>> 3) {
            capacity <<= 1;
        }
        // Right after a collection every table is nearly empty: only one that stays so gets smaller.
        emptyRebuilds = size < room(capacity) >>> 3 ? emptyRebuilds + 1 : 0;
        if (emptyRebuilds == SHRINK_AFTER && capacity > SMALLEST) {
            emptyRebuilds = 0;
            capacity >>>= 1;
        }
        if (capacity == slots.length) {
            closeGaps(nodes, hashes, slots, positionBits);
            return;
        }
        int[] newSlots = new int[capacity];
        KeyNode[] newNodes = new KeyNode[room(capacity)];
        int[] newHashes = new int[room(capacity)];
        closeGaps(newNodes, newHashes, newSlots, Integer.numberOfTrailingZeros(capacity));
    }

    /** Moves the entries to these arrays, which may be the present ones. */
    private void closeGaps(KeyNode[] newNodes, int[] newHashes, int[] newSlots, int bits) {
        Arrays.fill(newSlots, 0);
        int mask = newSlots.length - 1;
        int to = 1;
        for (int position = 1; position < end; position++) {
            KeyNode node = nodes[position];
            if (node != null) {
                int hash = hashes[position];
                newHashes[to] = hash;
                if (newNodes[to] != node) {
                    newNodes[to] = node;
                }
                int index = hash & mask;
                while (newSlots[index] != 0) {
                    index = index + 1 & mask;
                }
                newSlots[index] = hash >>> bits << bits | to;
                to++;
            }
        }
        if (newNodes == nodes) {
            Arrays.fill(nodes, to, end, null);
        }
        nodes = newNodes;
        hashes = newHashes;
        slots = newSlots;
        positionBits = bits;
        end = to;
        sweepAt = 0;
        sweepEnd = 0;
    }

    private static void place(int[] slots, int hash, int position, int bits) {
        int mask = slots.length - 1;
        int index = hash & mask;
        while (slots[index] != 0) {
            index = index + 1 & mask;
        }
        slots[index] = hash >>> bits << bits | position;
    }
}
