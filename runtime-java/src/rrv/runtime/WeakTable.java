package rrv.runtime;

/**
 * A hash table of weakly held objects by identity. Not thread-safe: the owner holds a lock.
 *
 * <p>{@link HashIndex} finds the positions of entries; sweeps read memory in the order of positions.
 *
 * <p>Entries of collected objects are removed in small steps: every insertion looks at {@link #SWEEP_STEP} entries, provided
 * that a garbage collection happened since the current pass over the table began. The slot of a removed entry is reclaimed
 * when no position is left. No reference queue is used: enqueueing costs more than all the rest.
 */
class WeakTable extends HashIndex {
    /** Entries looked at for each insertion, and how many insertions' share is looked at in one go. */
    private static final int SWEEP_STEP = 5;
    private static final int SWEEP_EVERY = 32;

    /** Null where an entry was removed. */
    private KeyNode[] nodes = new KeyNode[room(slots.length)];
    /**
     * Programs use one object several times in turn, and objects in the order of their creation, so two positions are tried
     * before the slots: the last one, with its hash here, and while positions follow each other, the next.
     */
    private int last;
    private int lastHash;
    private int next;
    /** The next entry of the current pass, and where the pass ends; none when equal. */
    private int sweepAt;
    private int sweepEnd;
    private int sweptAtCollection;

    final int size() {
        return size;
    }

    /** The entry of this object, or null. */
    final KeyNode find(Object object, int hash) {
        int position = hash == lastHash ? last : next;
        if (position != 0 && (position == last || hashes[position] == hash)) {
            KeyNode node = nodes[position];
            if (node != null && node.get() == object) {
                remember(position, hash);
                return node;
            }
        }
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
                    remember(slot & mask, hash);
                    return node;
                }
            }
        }
    }

    private void remember(int position, int hash) {
        if (position != last) {
            next = position == last + 1 ? position + 1 : 0;
            last = position;
            lastHash = hash;
        }
    }

    /** Adds an entry for an object that has none. Every step leaves a consistent table. */
    final void add(KeyNode node, int hash) {
        if (end == nodes.length) {
            rebuild();
        }
        int position = end;
        nodes[position] = node;
        append(hash);
        last = position;
        lastHash = hash;
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

    /**
     * No position is left: gives up what is gone, if a collection may have taken something, then closes the gaps in
     * tables of the size that the rest needs.
     */
    private void rebuild() {
        if (sweepAt < sweepEnd || startPass()) {
            sweepAll();
        }
        int capacity = neededCapacity();
        KeyNode[] newNodes = capacity == slots.length ? nodes : new KeyNode[room(capacity)];
        closeGaps(nodes, newNodes, capacity);
        nodes = newNodes;
        last = 0;
        lastHash = 0;
        next = 0;
        sweepAt = 0;
        sweepEnd = 0;
    }
}
