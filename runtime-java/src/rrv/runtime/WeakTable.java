package rrv.runtime;

/**
 * A hash table of weakly held objects by identity. Not thread-safe: the owner holds a lock.
 *
 * <p>{@link HashIndex} finds the positions of entries; sweeps read memory in the order of positions.
 *
 * <p>Entries of collected objects are removed in small steps: after a garbage collection every insertion
 * looks at up to {@link #SWEEP_STEP} entries, until all were looked at or few of them can go. Those that came
 * since the last collection are the first: most of them are gone, and what is removed before the next
 * collection is not copied by it. The slot of a removed entry is reclaimed when no position is left. No
 * reference queue is used: enqueueing costs more than all the rest.
 */
class WeakTable extends HashIndex {
    /**
     * Entries looked at for each insertion, and how many insertions' share is looked at in one go: so many
     * that the compiler of HotSpot does not take that for a part of the event. Else the first collection
     * would make it throw away the code of all events.
     */
    private static final int SWEEP_STEP = 5;
    private static final int SWEEP_EVERY = 128;
    /**
     * Where less than one in that many of the entries that were looked at can go, the rest of the new ones
     * are taken for old, and of the old ones half as many are looked at the next time, and so on: a young
     * collection clears no reference that it moves to the old generation or that is there, so that most looks
     * may find nothing until that is marked.
     */
    private static final int WORTH_IT = 8;
    private static final int LEAST_SHARE = 16;

    /**
     * Bits of the filter for each slot, and words at least: a monitor with five objects should know that from
     * most others.
     */
    private static final int FILTER_BITS = 4;
    private static final int LEAST_FILTER = 32;

    /**
     * Has a bit for each entry's hash, and some of entries that were removed. It is an eighth of the slots,
     * so that it stays in a cache where they do not. Bits are set with the lock held and looked at without:
     * only who knows that an entry was added must see its bit. An array of before the last rebuild has no
     * bits of later entries; that is why the field is volatile.
     */
    private volatile int[] filter = newFilter(slots.length);
    /** Null where an entry was removed. */
    private KeyNode[] nodes = new KeyNode[room(slots.length)];
    /**
     * Programs use one object several times in turn, and objects in the order of their creation, so two
     * positions are tried before the slots: the last one, with its hash here, and while positions follow each
     * other, the next.
     */
    private int last;
    private int lastHash;
    private int next;
    /** Entries from here on were never looked at, and those before `newEnd` are due; none when equal. */
    private int newAt = 1;
    private int newEnd = 1;
    /** The next of the entries that were looked at before, and how many of them are due. */
    private int oldAt = 1;
    private int oldDue;
    /** Entries that were looked at before get one part in that many of the budget. */
    private int oldShare = 1;
    private int sweptAtCollection;

    /** False when no entry has this hash; needs no lock. */
    final boolean mayHave(int hash) {
        int[] words = filter;
        return (words[hash >>> 5 & words.length - 1] & 1 << hash) != 0;
    }

    private static int[] newFilter(int slots) {
        return new int[Math.max(LEAST_FILTER, slots * FILTER_BITS / Integer.SIZE)];
    }

    private static void set(int[] filter, int hash) {
        filter[hash >>> 5 & filter.length - 1] |= 1 << hash;
    }

    final int size() {
        return size;
    }

    /** The entry of this object, or null. */
    final KeyNode find(Object object, int hash) {
        return nodes[positionOf(object, hash)];
    }

    /**
     * The position of this object's entry, 0 when there is none; it is the same until an entry is added or
     * removed.
     */
    final int positionOf(Object object, int hash) {
        int position = hash == lastHash ? last : next;
        if (position != 0 && (position == last || hashes[position] == hash)) {
            KeyNode node = nodes[position];
            if (node != null && node.get() == object) {
                remember(position, hash);
                return position;
            }
        }
        int[] table = slots;
        int mask = table.length - 1;
        int bits = positionBits;
        for (int index = hash & mask;; index = index + 1 & mask) {
            int slot = table[index];
            if (slot == 0) {
                return 0;
            }
            if ((slot ^ hash) >>> bits == 0) {
                position = slot & mask;
                KeyNode node = nodes[position];
                if (node != null && node.get() == object) {
                    remember(position, hash);
                    return position;
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

    /**
     * Adds an entry for an object that has none; answers its position. Every step leaves a consistent table.
     */
    final int add(KeyNode node, int hash) {
        // Before the entry stands in the table: a new one may look as if nobody needed it.
        if ((end & SWEEP_EVERY - 1) == 0) {
            sweepWhenDue();
        }
        if (end == nodes.length) {
            rebuild();
        }
        int position = end;
        nodes[position] = node;
        set(filter, hash);
        append(hash);
        last = position;
        lastHash = hash;
        return position;
    }

    /** Looks at every entry now. */
    final void sweepAll() {
        for (int position = 1; position < end; position++) {
            sweep(position);
        }
        newAt = end;
        newEnd = end;
        oldDue = 0;
    }

    /** Whether this entry may go; called with the owner's lock held, must clean up what hangs on it. */
    boolean disposable(KeyNode node, int position) {
        return Identity.cleared(node);
    }

    /**
     * Takes the memory for what stands beside the entries, before the gaps between them are closed. Changes
     * nothing yet.
     */
    void prepareMove(Object[] entries) {
    }

    final KeyNode node(int position) {
        return nodes[position];
    }

    /** Whether there was a garbage collection since all entries were looked at. */
    private boolean sweepIsDue() {
        int collections = Identity.Collections.count();
        if (collections != sweptAtCollection) {
            sweptAtCollection = collections;
            newEnd = end;
            oldDue = newAt - 1;
        }
        return newAt < newEnd || oldDue > 0;
    }

    @Outlined
    private void sweepWhenDue() {
        int budget = sweepIsDue() ? SWEEP_STEP * SWEEP_EVERY : 0;
        int looks = Math.min(budget, newEnd - newAt);
        if (looks > 0 && !sweepNew(looks)) {
            newAt = newEnd;
        }
        looks = Math.min((budget - looks) / oldShare, oldDue);
        if (looks > 0) {
            oldShare = sweepOld(looks) ? 1 : Math.min(2 * oldShare, LEAST_SHARE);
        }
    }

    /** Whether that was worth it. */
    private boolean sweepNew(int looks) {
        int before = size;
        for (int end = newAt + looks; newAt < end; newAt++) {
            sweep(newAt);
        }
        return (before - size) * WORTH_IT >= looks;
    }

    /** Whether that was worth it. */
    private boolean sweepOld(int looks) {
        int before = size;
        for (int look = 0; look < looks; look++) {
            if (oldAt >= newAt) {
                oldAt = 1;
            }
            sweep(oldAt);
            oldAt++;
        }
        oldDue -= looks;
        return (before - size) * WORTH_IT >= looks;
    }

    private void sweep(int position) {
        KeyNode node = nodes[position];
        if (node != null && disposable(node, position)) {
            nodes[position] = null;
            size--;
        }
    }

    /**
     * No position is left: gives up what is gone, if a collection may have taken something, then closes the
     * gaps in tables of the size that the rest needs.
     */
    @Outlined
    private void rebuild() {
        if (sweepIsDue()) {
            sweepAll();
        }
        int old = 1;
        for (int position = 1; position < newAt; position++) {
            if (nodes[position] != null) {
                old++;
            }
        }
        int capacity = neededCapacity();
        KeyNode[] newNodes = capacity == slots.length ? nodes : new KeyNode[room(capacity)];
        prepareMove(nodes);
        closeGaps(nodes, newNodes, capacity);
        nodes = newNodes;
        last = 0;
        lastHash = 0;
        next = 0;
        newAt = old;
        newEnd = old;
        oldAt = 1;
        oldDue = 0;
        int[] words = newFilter(capacity);
        for (int position = 1; position < end; position++) {
            set(words, hashes[position]);
        }
        filter = words;
    }
}
