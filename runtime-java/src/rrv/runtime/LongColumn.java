package rrv.runtime;

/** Long numbers; 0 where there is none. A collector does not read them. */
final class LongColumn extends Column<long[]> {
    private static final long[][] NONE = new long[0][];
    private static final long[] NOTHING = new long[SIZE];

    LongColumn() {
        super(NONE, NOTHING);
    }

    long get(int position) {
        long[][] all = pieces;
        int index = position >>> SHIFT;
        return index < all.length ? all[index][position & MASK] : 0;
    }

    void set(int position, long value) {
        long[][] all = pieces;
        int index = position >>> SHIFT;
        if (index < all.length && all[index] != NOTHING) {
            all[index][position & MASK] = value;
        } else if (value != 0) {
            own(position)[position & MASK] = value;
        }
    }

    @Override
    long[] newPiece() {
        return new long[SIZE];
    }

    @Override
    void move(long[] piece, Object[] entries, int first, int kept) {
        int to = kept;
        int size = Math.min(SIZE, entries.length - first);
        for (int offset = 0; offset < size; offset++) {
            if (entries[first + offset] != null) {
                if (piece[offset] != 0) {
                    ownMoved(to)[to & MASK] = piece[offset];
                }
                to++;
            }
        }
    }
}
