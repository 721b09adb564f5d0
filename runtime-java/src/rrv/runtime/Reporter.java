package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Collects violations by site and writes the report when the JVM exits. */
final class Reporter {
    /** One distinct violation site: a property's handler at a place. */
    static final class Entry {
        final PropertyMonitor monitor;
        private final Finding finding;
        private Violation violation;
        long count;
        StackTraceElement[] trace;
        /** The count with which it was printed last; 0: it was not. Guarded by ENTRIES. */
        long printed;

        Entry(PropertyMonitor monitor, Finding finding) {
            this.monitor = monitor;
            this.finding = new Finding(finding.handler, finding.site, finding.message, null);
            violation = describe(monitor, finding);
        }

        Entry(Entry original) {
            monitor = original.monitor;
            finding = original.finding;
            violation = original.violation;
            count = original.count;
            trace = original.trace;
            printed = original.printed;
        }

        /** What it is in reports: equal where several event declarations match one call, which are several sites. */
        private List<Object> place() {
            Violation known = violation();
            return Arrays.<Object>asList(monitor, known.category, known.message, known.className, known.method, known.descriptor,
                    known.pc);
        }

        /** Asks for the place again where it could not be told: the first violation may have been at the end of the stack. */
        Violation violation() {
            if (!violation.hasPlace()) {
                violation = describe(monitor, finding);
            }
            return violation;
        }
    }

    private static final class EntryKey {
        private final PropertyMonitor monitor;
        private final int handler;
        private final int site;
        private final String message;

        EntryKey(PropertyMonitor monitor, int handler, int site, String message) {
            this.monitor = monitor;
            this.handler = handler;
            this.site = site;
            this.message = message;
        }

        @Override
        public int hashCode() {
            return (System.identityHashCode(monitor) * 31 + handler) * 31 + site + (message == null ? 0 : message.hashCode());
        }

        @Override
        public boolean equals(Object other) {
            EntryKey key = (EntryKey) other;
            return key.monitor == monitor && key.handler == handler && key.site == site
                    && (message == null ? key.message == null : message.equals(key.message));
        }
    }

    private static final Map<EntryKey, Entry> ENTRIES = new LinkedHashMap<EntryKey, Entry>();
    private static final CopyOnWriteArrayList<ViolationListener> LISTENERS = new CopyOnWriteArrayList<ViolationListener>();
    private static final AtomicLong INTERNAL_ERRORS = new AtomicLong();
    /** Violations at sites beyond the cap; guarded by ENTRIES. */
    private static long droppedViolations;
    private static int traces;
    private static long droppedTraces;
    private static volatile boolean started;
    /** The JVM goes down: the last events may come, then (`exiting`) the report is written. */
    private static boolean ending;
    private static volatile boolean exiting;
    /** Violations are printed, and the report is written, as they come, also before `exiting`: there may be no exit hook. */
    private static volatile boolean live;
    private static volatile boolean exitAsked;
    private static volatile String firstError;

    private Reporter() {
    }

    /** Installs the exit hook, once. */
    static void start() {
        if (started) {
            return;
        }
        synchronized (Reporter.class) {
            if (started) {
                return;
            }
            started = true;
            try {
                Thread hook = new Thread("rrv report") {
                    @Override
                    public void run() {
                        atExit();
                    }
                };
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is going down already: violations are reported as they come.
                exiting = true;
            } catch (SecurityException e) {
                warn("no report at exit: " + e.getMessage());
            }
        }
    }

    static void addListener(ViolationListener listener) {
        LISTENERS.addIfAbsent(listener);
    }

    static void removeListener(ViolationListener listener) {
        LISTENERS.remove(listener);
    }

    /** One slice violated at one site, for the first time there. Called without a lock. Answers what is to be thrown, null for nothing. */
    static ViolationException report(PropertyMonitor monitor, Finding finding) {
        int[] depth = null;
        try {
            depth = Guard.enter();
            return reportGuarded(monitor, finding);
        } catch (Throwable error) {
            monitor.lost(error);
            return null;
        } finally {
            if (depth != null) {
                depth[0]--;
                Guard.leave();
            }
        }
    }

    private static ViolationException reportGuarded(PropertyMonitor monitor, Finding finding) {
        EntryKey key = new EntryKey(monitor, finding.handler, finding.site, finding.message);
        Entry entry;
        boolean first = false;
        boolean trace = false;
        synchronized (ENTRIES) {
            entry = ENTRIES.get(key);
            if (entry != null) {
                entry.count++;
            }
        }
        if (entry == null) {
            // Asking the unit for the site is not done under the lock.
            Entry made = new Entry(monitor, finding);
            synchronized (ENTRIES) {
                entry = ENTRIES.get(key);
                if (entry != null) {
                    entry.count++;
                } else if (ENTRIES.size() >= Registry.SETTINGS.maxSites) {
                    droppedViolations++;
                    entry = made;
                } else {
                    first = true;
                    entry = made;
                    entry.count = 1;
                    ENTRIES.put(key, entry);
                    trace = traces < Registry.SETTINGS.maxTraces;
                    if (trace) {
                        traces++;
                    } else {
                        droppedTraces++;
                    }
                }
            }
            if (trace) {
                StackTraceElement[] frames = userFrames(new Throwable().getStackTrace());
                synchronized (ENTRIES) {
                    entry.trace = frames;
                }
            }
        }
        for (ViolationListener listener : LISTENERS) {
            try {
                listener.violation(entry.violation());
            } catch (Throwable ignored) {
                internalError(ignored);
            }
        }
        if (first && (exiting || live || monitor.definition.atOnce)) {
            if (exiting || live) {
                printNew(entry);
            } else {
                live = true;
                printSites();
            }
            writeReport();
        }
        if (Registry.SETTINGS.onViolation == Settings.THROW) {
            return new ViolationException(entry.violation());
        }
        if (Registry.SETTINGS.onViolation == Settings.EXIT && !exiting) {
            exitSoon();
        }
        return null;
    }

    private static Violation describe(PropertyMonitor monitor, Finding finding) {
        PropertyDefinition definition = monitor.definition;
        PropertyDefinition.Handler handler = finding.handler < 0 ? null : definition.handlers[finding.handler];
        String message = finding.message != null ? finding.message : handler == null ? "" : handler.message;
        return new Violation(definition.name, definition.severity, handler == null ? "event" : handler.category,
                message, Registry.site(finding.site));
    }

    static String place(PropertyMonitor monitor, int site) {
        return new Violation("", "", "", "", Registry.site(site)).place();
    }

    /** Says what an audit found, also when quiet, and ends the program with a failure. */
    static void auditFailed(String text) {
        synchronized (Reporter.class) {
            if (exitAsked) {
                return;
            }
        }
        StandardError.println("rrv: " + text);
        exitSoon();
    }

    /** From a thread of its own: the violating thread may hold locks that the program's exit hooks need. */
    private static void exitSoon() {
        synchronized (Reporter.class) {
            if (exitAsked) {
                return;
            }
            exitAsked = true;
            if (ending) {
                return;
            }
        }
        Thread exit = new Thread("rrv exit") {
            @Override
            public void run() {
                System.exit(Settings.EXIT_STATUS);
            }
        };
        exit.setDaemon(false);
        exit.start();
    }

    /** Without the frames of the runtime and of the units. */
    static StackTraceElement[] userFrames(StackTraceElement[] all) {
        List<StackTraceElement> frames = new ArrayList<StackTraceElement>();
        for (StackTraceElement frame : all) {
            String name = frame.getClassName();
            if (name.startsWith("rrv.runtime.") || name.startsWith("rrv.unit.")) {
                continue;
            }
            if (frames.size() == Registry.SETTINGS.maxFrames) {
                break;
            }
            frames.add(frame);
        }
        return frames.toArray(new StackTraceElement[0]);
    }

    private static void atExit() {
        boolean failed;
        synchronized (Reporter.class) {
            failed = exitAsked;
            ending = true;
        }
        Registry.endProgram();
        int[] depth = Guard.enter();
        try {
            exiting = true;
            printSites();
            printLosses();
            writeReport();
            String difference = Registry.auditDifference();
            if (difference != null) {
                StandardError.println("rrv: " + difference);
            }
            if (difference != null || exitAsked && !failed) {
                // Too late for another exit status but so.
                Runtime.getRuntime().halt(Settings.EXIT_STATUS);
            }
        } catch (Throwable error) {
            internalError(error);
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    /** A line for the place of an entry, unless it has one: how often it happens in the end is said at exit. */
    private static void printNew(Entry entry) {
        if (Registry.SETTINGS.quiet) {
            return;
        }
        List<Entry> others;
        synchronized (ENTRIES) {
            others = new ArrayList<Entry>(ENTRIES.values());
        }
        // As in `describe`, places are not asked for under the lock.
        List<Object> place = entry.place();
        List<Entry> there = new ArrayList<Entry>();
        for (Entry other : others) {
            if (other == entry || other.monitor == entry.monitor && other.place().equals(place)) {
                there.add(other);
            }
        }
        Entry all = new Entry(entry);
        all.count = 0;
        synchronized (ENTRIES) {
            for (Entry other : there) {
                if (other.printed > 0) {
                    return;
                }
                all.count += other.count;
            }
            for (Entry other : there) {
                other.printed = other.count;
            }
        }
        StandardError.println(line(all));
    }

    /** A line for each place that has not been printed, or has had violations since. */
    private static void printSites() {
        if (Registry.SETTINGS.quiet) {
            return;
        }
        List<Entry> listed = entries(true);
        StringBuilder text = new StringBuilder();
        for (Entry entry : listed) {
            if (entry.printed != entry.count) {
                text.append(line(entry)).append(System.lineSeparator());
            }
        }
        if (text.length() > 0) {
            StandardError.print(text);
        }
    }

    /** What the report does not have, and settings that mean nothing. */
    private static void printLosses() {
        if (Registry.SETTINGS.quiet) {
            return;
        }
        StringBuilder text = new StringBuilder();
        String end = System.lineSeparator();
        long dropped;
        synchronized (ENTRIES) {
            dropped = droppedViolations;
        }
        if (dropped > 0) {
            text.append("rrv: ").append(dropped).append(" violations at further places are not listed (rrv.maxSites)")
                    .append(end);
        }
        long lost = lost();
        if (lost > 0) {
            text.append("rrv: ").append(lost).append(" events were lost (").append(firstError).append(")").append(end);
        }
        for (String mistake : Registry.SETTINGS.mistakes) {
            text.append("rrv: ").append(mistake).append(end);
        }
        if (text.length() > 0) {
            StandardError.print(text);
        }
    }

    /** Copies, as they stand now, one for each place; `printed`: the originals count as such from now on. */
    private static List<Entry> entries(boolean printed) {
        List<Entry> copies = new ArrayList<Entry>();
        synchronized (ENTRIES) {
            for (Entry entry : ENTRIES.values()) {
                copies.add(new Entry(entry));
                if (printed) {
                    entry.printed = entry.count;
                }
            }
        }
        return merged(copies);
    }

    private static List<Entry> merged(List<Entry> copies) {
        Map<List<Object>, Entry> places = new LinkedHashMap<List<Object>, Entry>();
        for (Entry copy : copies) {
            List<Object> place = copy.place();
            Entry first = places.get(place);
            if (first == null) {
                places.put(place, copy);
            } else {
                first.count += copy.count;
                first.printed += copy.printed;
            }
        }
        return new ArrayList<Entry>(places.values());
    }

    private static String line(Entry entry) {
        Violation violation = entry.violation();
        return oneLine("rrv: " + entry.count + "x " + violation.severity + " " + violation.property + ": " + violation.message + " at "
                + violation.place());
    }

    /** Names and messages of a program may hold anything, but neither make a line of their own nor steer a terminal. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line.append(!Character.isISOControl(c) ? c : c == '\n' || c == '\r' || c == '\t' ? ' ' : '?');
        }
        return line.toString();
    }

    private static long lost() {
        long lost = 0;
        for (PropertyMonitor monitor : Registry.monitors()) {
            lost += monitor.lost.get();
        }
        return lost;
    }

    private static synchronized void writeReport() {
        String file = Registry.SETTINGS.report;
        if (file == null || file.isEmpty()) {
            return;
        }
        try {
            ReportFile.write(ReportFile.expand(file), json());
        } catch (Throwable error) {
            warn("the report could not be written to " + file + ": " + error);
        }
    }

    /** The report of docs/runtime-protocol.md as it stands now. */
    static String json() {
        Map<PropertyMonitor, List<Entry>> byMonitor = new HashMap<PropertyMonitor, List<Entry>>();
        List<Entry> copies = entries(false);
        long dropped;
        long noTrace;
        synchronized (ENTRIES) {
            dropped = droppedViolations;
            noTrace = droppedTraces;
        }
        for (Entry entry : copies) {
            List<Entry> entries = byMonitor.get(entry.monitor);
            if (entries == null) {
                entries = new ArrayList<Entry>();
                byMonitor.put(entry.monitor, entries);
            }
            entries.add(entry);
        }
        Registry.clean();
        Json json = new Json();
        json.open('{').field("schemaVersion", 1).field("rrvVersion", Registry.version())
                .field("analysis", Registry.analysis()).key("properties").open('[');
        for (PropertyMonitor monitor : Registry.monitors()) {
            List<Entry> entries = byMonitor.get(monitor);
            writeProperty(json, monitor, entries == null ? new ArrayList<Entry>() : entries);
        }
        json.close(']');
        json.key("dropped").open('{').field("violations", dropped).field("stackTraces", noTrace).field("events", lost())
                .close('}');
        return json.close('}').toString();
    }

    private static void writeProperty(Json json, PropertyMonitor monitor, List<Entry> entries) {
        PropertyDefinition definition = monitor.definition;
        json.open('{').field("name", definition.name).key("events").open('{');
        long[] counts = new long[definition.events.length];
        monitor.addAllCounts(counts);
        for (int event = 0; event < counts.length; event++) {
            long sum = 0;
            boolean seen = false;
            for (int other = 0; other < counts.length; other++) {
                if (definition.events[other].name.equals(definition.events[event].name)) {
                    seen |= other < event;
                    sum += counts[other];
                }
            }
            if (!seen) {
                json.field(definition.events[event].name, sum);
            }
        }
        json.close('}');
        long collected = monitor.collected();
        long created = monitor.created();
        json.key("monitors").open('{').field("created", created).field("collected", collected)
                .field("live", created - collected).close('}');
        json.key("violations").open('[');
        for (Entry entry : entries) {
            Violation violation = entry.violation();
            json.open('{').field("count", entry.count).field("category", violation.category)
                    .field("severity", violation.severity).field("message", violation.message);
            json.key("site").open('{').field("class", violation.className).field("method", violation.method)
                    .field("descriptor", violation.descriptor).field("pc", violation.pc);
            if (violation.file != null) {
                json.field("file", violation.file);
            }
            if (violation.line >= 0) {
                json.field("line", violation.line);
            }
            json.close('}').key("stackTrace").open('[');
            if (entry.trace != null) {
                for (StackTraceElement frame : entry.trace) {
                    json.value(frame.toString());
                }
            }
            json.close(']').close('}');
        }
        json.close(']').close('}');
    }

    static void internalError(Throwable error) {
        try {
            String name = error.getClass().getName();
            if (INTERNAL_ERRORS.getAndIncrement() == 0) {
                firstError = name;
                if (Boolean.getBoolean("rrv.debug")) {
                    error.printStackTrace();
                }
            }
        } catch (Throwable ignored) {
            // No stack or no memory left: the count of lost events says enough.
        }
    }

    static void warn(String message) {
        if (!Registry.SETTINGS.quiet) {
            StandardError.println("rrv: " + message);
        }
    }
}
