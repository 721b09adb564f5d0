package rrv.runtime;

/** Slices of one object each. */
final class SlicePart extends StripePart {
    private final int deadRow;

    SlicePart(ObjectStripe stripe, Transitions transitions, BoundClasses classes) {
        super(stripe, transitions.events, classes);
        deadRow = transitions.deadRow;
    }

    @Override
    boolean prune(int position, boolean gone) {
        int row = position < rows.length ? rows[position] : 0;
        if (row == 0 || !gone) {
            return row == 0;
        }
        if (row != deadRow) {
            collected++;
        }
        rows[position] = 0;
        if (position < links.length) {
            links[position] = null;
        }
        forgetAt(position);
        return true;
    }
}
