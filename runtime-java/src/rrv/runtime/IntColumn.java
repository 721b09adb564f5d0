package rrv.runtime;

/** Numbers; 0 where there is none. A collector neither reads them nor, once they are old, copies them. */
final class IntColumn extends Column<int[]> {
    private static final int[][] NONE = new int[0][];
    private static final int[] NOTHING = new int[SIZE];

    IntColumn() {
        super(NONE, NOTHING);
    }

    int get(int position) {
        return piece(position)[position & MASK];
    }

    /**
     * Where the value of this position stands, at its lowest bits ({@link #MASK}); to be written to only if
     * that is not 0.
     */
    int[] piece(int position) {
        int[][] all = pieces;
        int index = position >>> SHIFT;
        return index < all.length ? all[index] : NOTHING;
    }

    void set(int position, int value) {
        int[][] all = pieces;
        int index = position >>> SHIFT;
        if (index < all.length && all[index] != NOTHING) {
            all[index][position & MASK] = value;
        } else if (value != 0) {
            own(position)[position & MASK] = value;
        }
    }

    @Override
    int[] newPiece() {
        return new int[SIZE];
    }

    @Override
    void move(int[] piece, Object[] entries, int first, int kept) {
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
