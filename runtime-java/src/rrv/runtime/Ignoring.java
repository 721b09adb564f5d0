package rrv.runtime;

/**
 * While it lasts, events of this thread are ignored by this copy of the runtime and by the one that leads:
 * the runtime's classes and the bodies may come through a class loader of the program, whose code has events.
 */
final class Ignoring {
    private final int[] here;
    /** Null when this copy leads. */
    private final int[] there;

    private Ignoring(int[] here, int[] there) {
        this.here = here;
        this.there = there;
    }

    static Ignoring begin() {
        int[] here = Guard.enter();
        try {
            return new Ignoring(here, Copies.LEADER == null ? null : (int[]) Copies.LEADER.apply(Copies.ENTER, null));
        } catch (Throwable error) {
            // No stack, no memory, or a leader of an earlier rrv.
            return new Ignoring(here, null);
        }
    }

    void end() {
        here[0]--;
        Guard.leave();
        if (there != null) {
            there[0]--;
            Copies.LEADER.apply(Copies.LEAVE, null);
        }
    }
}
