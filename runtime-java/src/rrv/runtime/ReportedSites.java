package rrv.runtime;

import java.util.Arrays;

/**
 * The sites at which one slice has reported ({@link PropertyMonitor#siteKey}), ascending: a slice of no object
 * may have one for each point of the program, and asks with each event.
 */
final class ReportedSites {
    static final int[] NONE = new int[0];

    private ReportedSites() {
    }

    /** These and one more; null when it is one of them. O(log sites) for a known one, O(sites) for another. */
    static int[] with(int[] known, int key) {
        int found = Arrays.binarySearch(known, key);
        if (found >= 0) {
            return null;
        }
        int place = -1 - found;
        int[] longer = new int[known.length + 1];
        System.arraycopy(known, 0, longer, 0, place);
        longer[place] = key;
        System.arraycopy(known, place, longer, place + 1, known.length - place);
        return longer;
    }
}
