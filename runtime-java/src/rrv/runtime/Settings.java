package rrv.runtime;

/** What the user set: system properties win over environment variables. Read once, when the first unit registers. */
final class Settings {
    static final int REPORT = 0;
    static final int THROW = 1;
    static final int EXIT = 2;

    /** Exit status under rrv.onViolation=exit. */
    static final int EXIT_STATUS = 1;

    final String report;
    final boolean quiet;
    final int onViolation;
    /** Distinct violation sites kept; later ones are only counted. */
    final int maxSites;
    /** Stack traces kept. */
    final int maxTraces;
    /** Frames kept per stack trace. */
    final int maxFrames;
    /** "general": no specialised monitors. For tests and for finding faults. */
    final String engine;

    Settings() {
        report = read("rrv.report", "RRV_REPORT");
        quiet = "true".equalsIgnoreCase(read("rrv.quiet", "RRV_QUIET"));
        String reaction = read("rrv.onViolation", "RRV_ON_VIOLATION");
        onViolation = "throw".equals(reaction) ? THROW : "exit".equals(reaction) ? EXIT : REPORT;
        maxSites = number("rrv.maxSites", "RRV_MAX_SITES", 10000);
        maxTraces = number("rrv.maxTraces", "RRV_MAX_TRACES", 1000);
        maxFrames = number("rrv.maxFrames", "RRV_MAX_FRAMES", 50);
        engine = read("rrv.engine", "RRV_ENGINE");
    }

    private static String read(String property, String variable) {
        try {
            String value = System.getProperty(property);
            return value != null ? value : System.getenv(variable);
        } catch (SecurityException e) {
            return null;
        }
    }

    private static int number(String property, String variable, int otherwise) {
        String value = read(property, variable);
        try {
            return value == null ? otherwise : Math.max(0, Integer.parseInt(value.trim()));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
