package rrv.runtime;

/**
 * Memory that is given back when the report is due: a program that ends as its heap is full keeps what fills it,
 * and nothing would be left to print and write with. In pieces that are no large objects to any collector.
 */
final class ReportReserve {
    private static final int PIECE = 1 << 15;
    private static final int MOST_PIECES = 64;
    /** At most this part of what the heap may become. */
    private static final int SHARE = 16;

    private static byte[][] pieces;

    private ReportReserve() {
    }

    /** Before the first event. Where there is no memory now, there is no reserve. */
    static synchronized void take() {
        try {
            int count = (int) Math.min(MOST_PIECES, Runtime.getRuntime().maxMemory() / SHARE / PIECE);
            byte[][] all = new byte[count][];
            for (int index = 0; index < count; index++) {
                all[index] = new byte[PIECE];
            }
            pieces = all;
        } catch (OutOfMemoryError error) {
            // The program needs it more.
        }
    }

    static synchronized void release() {
        pieces = null;
    }
}
