package rrv.runtime;

/** What the monitors of this JVM still wait for. */
public final class AwaitedHashes {
    private AwaitedHashes() {
    }

    /** How many hashes of owners without an entry some slice waits for. */
    public static long count() {
        long sum = 0;
        for (PropertyMonitor monitor : Units.monitors()) {
            if (monitor instanceof OwnedMonitor) {
                sum += count((OwnedMonitor) monitor);
            }
        }
        return sum;
    }

    static long count(OwnedMonitor monitor) {
        long sum = 0;
        for (OwnerPart part : monitor.roots) {
            for (int hash = 0; hash < 256; hash++) {
                sum += part.awaited().mayHave(hash) ? 1 : 0;
            }
        }
        return sum;
    }
}
