package rrv.runtime;

/**
 * Collections are noticed to the end, also when the young generation holds so much that lives that most of it is moved to the old one
 * at once, and the sentinel with it. Prints how many were noticed in the first and in the second half.
 */
public final class CollectionsCheck {
    static Object[] living = new Object[1 << 16];

    private CollectionsCheck() {
    }

    public static void main(String[] args) {
        int first = play();
        System.out.println(first + " " + play());
    }

    /** Some hundred collections of a young generation of 8 MB, in each of which a fifth survives. */
    private static int play() {
        int before = Identity.Collections.count();
        for (int step = 0; step < 20_000_000; step++) {
            living[step * 31 & living.length - 1] = new int[6];
            if ((step & 255) == 0) {
                Identity.Collections.count();
            }
        }
        return Identity.Collections.count() - before;
    }
}
