package rrv.runtime;

/** How many independently locked parts a table has. */
final class Stripes {
    private Stripes() {
    }

    /** A power of two: 32 for each processor, so that threads rarely meet; at most 256. */
    static int count() {
        int processors = Math.max(1, Runtime.getRuntime().availableProcessors());
        return Math.min(256, Integer.highestOneBit(processors * 2 - 1) * 32);
    }

    /** The stripe of a hash is `hash >>> shift`. */
    static int shift(int count) {
        return 32 - Integer.numberOfTrailingZeros(count);
    }
}
