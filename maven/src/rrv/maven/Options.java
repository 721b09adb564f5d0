package rrv.maven;

import java.util.Arrays;
import org.apache.maven.execution.MavenSession;

/** What a user has set: -Drrv and -DrrvReport, or properties of the project that Maven was started in. */
final class Options {
    private final String instrument;
    private final String report;

    private Options(String instrument, String report) {
        this.instrument = instrument;
        this.report = report;
    }

    static Options of(MavenSession session) {
        return new Options(valueOf("rrv", session), valueOf("rrvReport", session));
    }

    /** Options of rrv instrument, as written. */
    String instrument() {
        return instrument;
    }

    /** Options of rrv report, as written. */
    String report() {
        return report;
    }

    boolean isEmptyAllowed() {
        return Arrays.asList(instrument.split("\\s+")).contains("--allow-empty");
    }

    void checkProperties() throws Failure {
        if (instrument.isEmpty()) {
            throw new Failure("Name the properties: -Drrv='--prop SafeIterator'");
        }
    }

    private static String valueOf(String name, MavenSession session) {
        String value = session.getUserProperties().getProperty(name);
        if (value == null) {
            value = session.getTopLevelProject().getProperties().getProperty(name, "");
        }
        // What Maven makes of -D without a value.
        return value.equals("true") ? "" : value.trim();
    }
}
