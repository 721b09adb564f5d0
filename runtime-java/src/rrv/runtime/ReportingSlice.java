package rrv.runtime;

/** A slice that knows itself where it has reported. */
abstract class ReportingSlice {
    private int[] reported = ReportedSites.NONE;

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
