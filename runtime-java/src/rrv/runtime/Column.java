package rrv.runtime;

import java.util.Arrays;

/**
 * One value for each position of a stripe: what one monitor knows about objects in a table that all monitors
 * share. For most positions that is nothing, so positions stand in pieces ({@code P}: an array), and only a
 * piece in which something was noted has memory of its own. Used with the stripe's lock held.
 */
abstract class Column<P> {
    static final int SHIFT = 6;
    static final int SIZE = 1 << SHIFT;
    static final int MASK = SIZE - 1;

    private final P[] none;
    /** Of positions of which nothing is known. Nothing is ever noted in it. */
    private final P nothing;
    /** As long as it had to be up to now: what is behind it holds nothing. */
    P[] pieces;
    /** As they will be once the gaps between entries are closed: see {@link #prepareMove}. */
    P[] moved;

    Column(P[] none, P nothing) {
        this.none = none;
        this.nothing = nothing;
        pieces = none;
    }

    abstract P newPiece();

    /**
     * Copies what is noted of this piece for entries that are not null; the first of them will be at position
     * `kept`.
     */
    abstract void move(P piece, Object[] entries, int first, int kept);

    /** The piece of this position, to note something in it. */
    final P own(int position) {
        pieces = with(pieces, position);
        return pieces[position >>> SHIFT];
    }

    /** The same for a position after the move. */
    final P ownMoved(int position) {
        moved = with(moved, position);
        return moved[position >>> SHIFT];
    }

    private P[] with(P[] before, int position) {
        int index = position >>> SHIFT;
        P[] all = index < before.length ? before : longer(before, Math.max(index + 1, 2 * before.length));
        if (all[index] == nothing) {
            all[index] = newPiece();
        }
        return all;
    }

    private P[] longer(P[] before, int length) {
        P[] all = Arrays.copyOf(before, length);
        Arrays.fill(all, before.length, length, nothing);
        return all;
    }

    /**
     * Takes all memory that is needed for closing the gaps, where `entries` are null, and changes nothing
     * yet.
     *
     * @param keptBefore by piece the position that the first of its entries which stay will have
     */
    final void prepareMove(Object[] entries, int[] keptBefore) {
        int end = Math.min(pieces.length, keptBefore.length);
        while (end > 0 && pieces[end - 1] == nothing) {
            end--;
        }
        moved = end == 0 ? none : longer(none, (keptBefore[end - 1] + MASK >>> SHIFT) + 1);
        for (int index = 0; index < end; index++) {
            if (pieces[index] != nothing) {
                move(pieces[index], entries, index << SHIFT, keptBefore[index]);
            }
        }
    }
}
