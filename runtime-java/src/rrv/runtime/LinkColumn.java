package rrv.runtime;

/** References; null where there is none. */
final class LinkColumn extends Column<Object[]> {
    private static final Object[][] NONE = new Object[0][];
    private static final Object[] NOTHING = new Object[SIZE];

    LinkColumn() {
        super(NONE, NOTHING);
    }

    Object get(int position) {
        Object[][] all = pieces;
        int index = position >>> SHIFT;
        return index < all.length ? all[index][position & MASK] : null;
    }

    void set(int position, Object value) {
        Object[][] all = pieces;
        int index = position >>> SHIFT;
        if (index < all.length && all[index] != NOTHING) {
            all[index][position & MASK] = value;
        } else if (value != null) {
            own(position)[position & MASK] = value;
        }
    }

    @Override
    Object[] newPiece() {
        return new Object[SIZE];
    }

    @Override
    void move(Object[] piece, Object[] entries, int first, int kept) {
        int to = kept;
        int size = Math.min(SIZE, entries.length - first);
        for (int offset = 0; offset < size; offset++) {
            if (entries[first + offset] != null) {
                if (piece[offset] != null) {
                    ownMoved(to)[to & MASK] = piece[offset];
                }
                to++;
            }
        }
    }
}
