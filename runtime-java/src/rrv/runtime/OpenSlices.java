package rrv.runtime;

/**
 * The slices of one stripe's leaves that are not in their initial state, of a property whose slices are as good
 * as none there ({@link Roles#returns}): most are back in it soon, as a call that is entered is left. So they
 * need no entries. One that has more to do than to change its state goes to the tables, and so does what finds
 * no place. Used with the stripe's lock held, but for {@link #any}.
 */
final class OpenSlices {
    /** More calls than this are rarely under way in one stripe, and a search is cheap. */
    static final int MOST = 8;

    private final Transitions transitions;
    private final KeyNode[] roots;
    private final KeyNode[] leaves;
    private final int[] rows;
    /** Written last: who finds that a slice is not here any more also finds it where it has gone. */
    private volatile int size;

    /** `returns`: whether the property is of this kind; no slice has a place otherwise. */
    OpenSlices(Transitions transitions, boolean returns) {
        this.transitions = transitions;
        int most = returns ? MOST : 0;
        roots = new KeyNode[most];
        leaves = new KeyNode[most];
        rows = new int[most];
    }

    /**
     * Without the lock, only who knows that a slice began must see it. A slice may go to the tables at any moment, so
     * that these are to be asked afterwards.
     */
    boolean any() {
        return size != 0;
    }

    /** The place of a slice, or -1. */
    int find(Object root, Object leaf) {
        for (int place = 0; place < size; place++) {
            if (leaves[place].get() == leaf && roots[place].get() == root) {
                return place;
            }
        }
        return -1;
    }

    /** The place of a slice of this leaf for which the event does more than change its state, or -1. */
    int acting(Object leaf, int event) {
        for (int place = 0; place < size; place++) {
            if (acts(place, event) && leaves[place].get() == leaf) {
                return place;
            }
        }
        return -1;
    }

    boolean acts(int place, int event) {
        return (transitions.cells[rows[place] + event] & 1) != 0;
    }

    /** The root of a slice, which may be gone. */
    KeyNode root(int place) {
        return roots[place];
    }

    /** All slices of this leaf, for none of which it does more, take the event; whether there is one. */
    boolean move(Object leaf, int event) {
        boolean moved = false;
        for (int place = size - 1; place >= 0; place--) {
            if (leaves[place].get() == leaf) {
                moveAt(place, event);
                moved = true;
            }
        }
        return moved;
    }

    /** The slice at this place takes an event that only changes its state. */
    void moveAt(int place, int event) {
        rows[place] = transitions.cells[rows[place] + event] >>> 1;
        if (rows[place] == transitions.initialRow) {
            removeAt(place);
        }
    }

    /** A slice begins with this event; false when it has no place here. */
    boolean begin(Object root, Object leaf, int event) {
        int cell = transitions.cells[transitions.initialRow + event];
        if ((cell & 1) != 0 || !hasRoom()) {
            return false;
        }
        if (cell >>> 1 != transitions.initialRow) {
            int place = size;
            roots[place] = new KeyNode(root);
            leaves[place] = new KeyNode(leaf);
            rows[place] = cell >>> 1;
            size = place + 1;
        }
        return true;
    }

    /** Gives up slices that no event can name, if there would be no room otherwise. */
    private boolean hasRoom() {
        for (int place = size - 1; place >= 0 && size == rows.length; place--) {
            if (Identity.cleared(leaves[place])) {
                removeAt(place);
            }
        }
        return size < rows.length;
    }

    /** The place of the slice that has this very reference to its root, or -1 when it is not here any more. */
    int placeOf(KeyNode root) {
        for (int place = 0; place < size; place++) {
            if (roots[place] == root) {
                return place;
            }
        }
        return -1;
    }

    int row(int place) {
        return rows[place];
    }

    void removeAt(int place) {
        int last = size - 1;
        roots[place] = roots[last];
        leaves[place] = leaves[last];
        rows[place] = rows[last];
        roots[last] = null;
        leaves[last] = null;
        size = last;
    }
}
