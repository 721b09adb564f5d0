import java.io.File;

/** What threads of the runtime are doing, which drivers wait for. */
final class LiveThreads {
    private static final int POLL_MILLISECONDS = 5;

    private LiveThreads() {
    }

    /** Until no thread of this name is alive. */
    static void awaitEnd(String name) throws InterruptedException {
        while (isAlive(name)) {
            Thread.sleep(POLL_MILLISECONDS);
        }
    }

    /** In an exit hook: until the report at exit is printed and written. The file is not there, or empty, before. */
    static void awaitReport(File report) throws InterruptedException {
        // Before it is there, that hook may not have begun.
        while (report.length() == 0) {
            Thread.sleep(POLL_MILLISECONDS);
        }
        awaitEnd("rrv report");
    }

    private static boolean isAlive(String name) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
