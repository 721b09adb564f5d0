package rrv.runtime;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the user set: system properties win over environment variables. Read once, when the first unit
 * registers.
 */
final class Settings {
    static final String GENERAL = "general";

    /** A property alone: it is asked for where something is wrong, maybe with these settings. */
    static final String DEBUG = "rrv.debug";

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
    /** Events that are kept of each slice, to say what led to a violation; 0: none. */
    final int history;
    /** The folder that the events of each property are written to; null: none is. */
    final String trace;
    /** Events that are written of each property. */
    final int traceEvents;
    /** {@link #GENERAL}: no specialised monitors. For tests and for finding faults. */
    final String engine;
    /**
     * What was set to a value without a meaning, and is as if it had not been set, and names that are none;
     * said at exit.
     */
    final List<String> mistakes = new ArrayList<String>();

    /** Names of properties and variables, as they are read. */
    private final List<String> properties = new ArrayList<String>();
    private final List<String> variables = new ArrayList<String>();
    /** A security manager keeps some from us. */
    private boolean refused;

    /** Never throws. */
    static Settings read() {
        return Privileged.get(new Supplier<Settings>() {
            @Override
            public Settings get() {
                return new Settings();
            }
        });
    }

    private Settings() {
        report = absolute(read("rrv.report", "RRV_REPORT"));
        quiet = choice("rrv.quiet", "RRV_QUIET", "false", "true") == 1;
        onViolation = choice("rrv.onViolation", "RRV_ON_VIOLATION", "report", "throw", "exit");
        maxSites = number("rrv.maxSites", "RRV_MAX_SITES", 10000);
        maxTraces = number("rrv.maxTraces", "RRV_MAX_TRACES", 1000);
        maxFrames = number("rrv.maxFrames", "RRV_MAX_FRAMES", 50);
        history = number("rrv.history", "RRV_HISTORY", 0);
        trace = absolute(read("rrv.trace", "RRV_TRACE"));
        traceEvents = number("rrv.traceEvents", "RRV_TRACE_EVENTS", 10000);
        engine = choice("rrv.engine", "RRV_ENGINE", "fastest", GENERAL) == 1 ? GENERAL : null;
        choice(DEBUG, null, "false", "true");
        UnknownSettings.find(properties, variables, mistakes);
    }

    /**
     * As a path stands for when the program starts: up to Java 10 a program may change what relative ones are
     * relative to. A percent sign of that directory is none of the name's ({@link ReportFile#expand}).
     */
    private static String absolute(String path) {
        try {
            if (path == null || ReportFile.isBelowUnnameable(path)) {
                return path;
            }
            File file = new File(path);
            String given = file.getPath();
            String whole = file.getAbsolutePath();
            return whole.endsWith(given)
                    ? whole.substring(0, whole.length() - given.length()).replace("%", "%%") + given : whole;
        } catch (SecurityException e) {
            return path;
        }
    }

    /** Null where it is set to nothing, or not at all. The variable may be null. */
    private String read(String property, String variable) {
        properties.add(property);
        if (variable != null) {
            variables.add(variable);
        }
        try {
            String value = System.getProperty(property);
            String set = value != null || variable == null ? value : System.getenv(variable);
            return set == null || set.isEmpty() ? null : set;
        } catch (SecurityException e) {
            if (!refused) {
                refused = true;
                mistakes.add("settings cannot be read: " + e.getMessage());
            }
            return null;
        }
    }

    /**
     * The index of the value among the choices, in any case of letters; 0 when it is absent or none of them.
     */
    private int choice(String property, String variable, String... choices) {
        String value = read(property, variable);
        if (value == null) {
            return 0;
        }
        StringBuilder names = new StringBuilder();
        for (int index = 0; index < choices.length; index++) {
            if (choices[index].equalsIgnoreCase(value)) {
                return index;
            }
            names.append(index == 0 ? "" : index + 1 < choices.length ? ", " : " or ").append(choices[index]);
        }
        mistakes.add(property + " is " + names + ", not " + value + ": taken as " + choices[0]);
        return 0;
    }

    private int number(String property, String variable, int otherwise) {
        String value = read(property, variable);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        mistakes.add(property + " is a number from 0 on, not " + value + ": taken as " + otherwise);
        return otherwise;
    }
}
