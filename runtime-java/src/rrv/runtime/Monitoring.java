package rrv.runtime;

import java.io.IOException;

/** For programs that embed the monitors: watch violations, read the report before the JVM exits. */
public final class Monitoring {
    private Monitoring() {
    }

    public static void addListener(ViolationListener listener) {
        Reporter.addListener(listener);
    }

    public static void removeListener(ViolationListener listener) {
        Reporter.removeListener(listener);
    }

    /** The JSON report as it stands now. Entries of collected objects are given up first, so `live` is exact. */
    public static String report() {
        Guard.enter();
        try {
            return Reporter.json();
        } finally {
            Guard.leave();
        }
    }

    /** Writes the report to a file, atomically; `%p` is the process id. */
    public static void writeReport(String file) throws IOException {
        String text = report();
        ReportFile.write(ReportFile.expand(file), text);
    }
}
