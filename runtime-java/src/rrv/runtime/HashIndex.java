package rrv.runtime;

/**
 * The part of a table that finds entries by hash: entries stand in the order in which they were added, at
 * positions from 1, and a slot of the open-addressing part is one int. Its low bits are a position, the rest
 * are bits of the hash, so that a search looks at one cache line and then at one entry. No reference is ever
 * stored at a random place: a collector would have to scan that place's card.
 */
abstract class HashIndex {
    private static final int SMALLEST = 8;
    private static final int SHRINK_AFTER = 2;

    /** Position of an entry (from 1) and bits of its hash above it; 0 where the slot is empty. */
    int[] slots = new int[SMALLEST];
    /** By position; one longer than there are positions, and 0 there. */
    int[] hashes = new int[room(SMALLEST) + 1];
    /** slots.length is 1 &lt;&lt; positionBits. */
    int positionBits = Integer.numberOfTrailingZeros(SMALLEST);
    /** Where the next entry goes. */
    int end = 1;
    /** Entries that were not removed. */
    int size;
    /** Times in a row that no position was left and the table nearly empty. */
    private int emptyTimes;

    /** Positions for that many slots: a search in three quarters full slots still ends after a few. */
    static int room(int slotCount) {
        return slotCount - (slotCount >>> 2);
    }

    /** The next entry, for which there must be a position, has this hash. */
    final void append(int hash) {
        int position = end;
        hashes[position] = hash;
        int[] table = slots;
        int mask = table.length - 1;
        int index = hash & mask;
        while (table[index] != 0) {
            index = index + 1 & mask;
        }
        table[index] = hash >>> positionBits << positionBits | position;
        end = position + 1;
        size++;
    }

    /**
     * When no position is left: the number of slots with which at least three eighths of the positions are
     * free once the gaps are closed. Right after a collection every table is nearly empty: only one that
     * stays so gets smaller.
     */
    final int neededCapacity() {
        int capacity = slots.length;
        while (size >= room(capacity) * 5 >>> 3) {
            capacity <<= 1;
        }
        emptyTimes = size < room(capacity) >>> 3 ? emptyTimes + 1 : 0;
        if (emptyTimes == SHRINK_AFTER && capacity > SMALLEST) {
            emptyTimes = 0;
            capacity >>>= 1;
        }
        return capacity;
    }

    /** What stands beside the entries takes the places that they are about to have. Calls nothing. */
    void moveAlong() {
    }

    /**
     * Moves what is not null in `from` to the beginning of `to`, which may be the same array, and makes slots
     * for that order. Takes memory before it changes anything, and calls nothing after that, so that no error
     * can interrupt it.
     */
    final void closeGaps(Object[] from, Object[] to, int capacity) {
        boolean same = capacity == slots.length;
        int[] newSlots = same ? slots : new int[capacity];
        int[] newHashes = same ? hashes : new int[room(capacity) + 1];
        int bits = Integer.numberOfTrailingZeros(capacity);
        int mask = capacity - 1;
        int kept = 1;
        moveAlong();
        // No call: see above. New slots are empty.
        for (int index = 0; same && index < capacity; index++) {
            newSlots[index] = 0;
        }
        for (int position = 1; position < end; position++) {
            Object entry = from[position];
            if (entry != null) {
                int hash = hashes[position];
                newHashes[kept] = hash;
                if (to[kept] != entry) {
                    to[kept] = entry;
                }
                int index = hash & mask;
                while (newSlots[index] != 0) {
                    index = index + 1 & mask;
                }
                newSlots[index] = hash >>> bits << bits | kept;
                kept++;
            }
        }
        for (int position = kept; from == to && position < end; position++) {
            from[position] = null;
        }
        slots = newSlots;
        hashes = newHashes;
        positionBits = bits;
        end = kept;
    }
}
