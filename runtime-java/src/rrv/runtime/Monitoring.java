package rrv.runtime;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;

/** For programs that embed the monitors: watch violations, read the report before the JVM exits. */
public final class Monitoring {
    /** Listeners that the leading copy of the runtime calls, with what removes them. */
    private static final Map<ViolationListener, Runnable> REMOTE = new IdentityHashMap<ViolationListener, Runnable>();

    private Monitoring() {
    }

    public static void addListener(ViolationListener listener) {
        if (Copies.LEADER == null) {
            Reporter.addListener(listener);
            return;
        }
        synchronized (REMOTE) {
            if (!REMOTE.containsKey(listener)) {
                REMOTE.put(listener, Copies.listenThere(listener));
            }
        }
    }

    public static void removeListener(ViolationListener listener) {
        if (Copies.LEADER == null) {
            Reporter.removeListener(listener);
            return;
        }
        Runnable remove;
        synchronized (REMOTE) {
            remove = REMOTE.remove(listener);
        }
        if (remove != null) {
            remove.run();
        }
    }

    /**
     * The JSON report as it stands now. Entries of collected objects are given up first, so `live` is exact.
     */
    public static String report() {
        if (Copies.LEADER != null) {
            return (String) Copies.LEADER.apply(Copies.REPORT, new Object[0]);
        }
        int[] depth = Guard.enter();
        try {
            return ReportText.json();
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    /** Writes the report to a file, atomically; `%p` is the process id. */
    public static void writeReport(String file) throws IOException {
        String text = report();
        ReportFile.write(ReportFile.expand(file), text);
    }
}
