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
        int row = rows.get(position);
        if (row == 0 || !gone) {
            return row == 0;
        }
        if (row != deadRow) {
            collected++;
        }
        rows.set(position, 0);
        links.set(position, null);
        forgetAt(position);
        return true;
    }
}
