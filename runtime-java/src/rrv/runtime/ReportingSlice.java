package rrv.runtime;

import java.util.Arrays;

/** A slice that knows itself where it has reported. */
abstract class ReportingSlice {
    private int[] reported = ReportedSites.NONE;

    final boolean hasReportedAt(int key) {
        return Arrays.binarySearch(reported, key) >= 0;
    }

    /** Notes a site ({@link PropertyMonitor#siteKey}) at which it reports; false when it did before. */
    final boolean firstAt(int key) {
        int[] longer = ReportedSites.with(reported, key);
        if (longer == null) {
            return false;
        }
        reported = longer;
        return true;
    }
}
