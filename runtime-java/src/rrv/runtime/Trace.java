package rrv.runtime;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The events of a property as they happen, in a file that {@code rrv properties try} reads (docs/property-language.md,
 * "Trying a property"). Lines stand in the order in which the events began, each with what the monitor has reported at it; so
 * one is written when that is known, and those before it are written.
 *
 * <p>Not written: what Java code of a property decides, its conditions and reports.
 */
final class Trace {
    /** An event that has begun. */
    static final class Line {
        private final Thread thread;
        private final StringBuilder text;
        private boolean isComplete;

        private Line(Thread thread, StringBuilder text) {
            this.thread = thread;
            this.text = text;
        }
    }

    /** Names of files that have a trace, in lower case; guarded by itself. */
    private static final Set<String> FILES = new HashSet<String>();

    private final PropertyDefinition definition;
    private final String file;
    private final FileOutputStream out;
    /** The following are guarded by this. */
    private final TraceNames names = new TraceNames();
    private final ArrayDeque<Line> begun = new ArrayDeque<Line>();
    private int left = Units.SETTINGS.traceEvents;
    private volatile boolean isOver;

    private Trace(PropertyDefinition definition, String file, FileOutputStream out) {
        this.definition = definition;
        this.file = file;
        this.out = out;
    }

    /** The monitor that is to take the events of this one: itself, unless they are to be written down. */
    static PropertyMonitor around(PropertyMonitor monitor, PropertyDefinition.UnitText unit) {
        String folder = Units.SETTINGS.trace;
        if (folder == null) {
            return monitor;
        }
        Trace trace = open(monitor.definition, ReportFile.expand(folder));
        if (trace == null) {
            return monitor;
        }
        trace.head(unit);
        monitor.trace = trace;
        return new TracingMonitor(monitor, trace);
    }

    private static Trace open(final PropertyDefinition definition, String folder) {
        final File file = new File(folder, fileName(definition.name));
        try {
            return Privileged.get(new Supplier<Trace>() {
                @Override
                public Trace get() {
                    ReportFile.makeFolder(file.getParentFile());
                    try {
                        return new Trace(definition, file.getPath(), new FileOutputStream(file));
                    } catch (IOException error) {
                        unwritten(definition, file.getPath(), error);
                        return null;
                    }
                }
            });
        } catch (SecurityException error) {
            unwritten(definition, file.getPath(), error);
            return null;
        }
    }

    /** Properties of one name, of archives that were instrumented apart, are in files of their own. */
    private static String fileName(String property) {
        synchronized (FILES) {
            String name = property;
            for (int other = 2; !FILES.add(name.toLowerCase(Locale.ROOT)); other++) {
                name = property + "-" + other;
            }
            return name + ".trace";
        }
    }

    private static void unwritten(PropertyDefinition definition, String file, Exception error) {
        Reporter.warn("the trace of " + definition.name + " could not be written to " + file + ": " + error);
    }

    private synchronized void head(PropertyDefinition.UnitText unit) {
        StringBuilder text = new StringBuilder("# ").append(definition.name).append('(');
        for (int parameter = 0; parameter < definition.parameters.length; parameter++) {
            text.append(parameter == 0 ? "" : ", ").append(definition.parameters[parameter]);
        }
        text.append("), instrumented by rrv ").append(unit.version).append(" with --analysis ").append(unit.analysis);
        comment(text);
        if (!unit.analysis.equals("none") && !definition.audit) {
            comment("# What the analysis has left out is not here.");
        }
        if (definition.code) {
            comment("# What its Java code decides is not here: conditions, and what it reports.");
        }
    }

    private void comment(CharSequence text) {
        complete(begin(null, new StringBuilder(text)));
    }

    /** An event begins, with a value for each parameter that it binds. Null where it is not written. */
    Line begin(int event, int site, Object... values) {
        if (isOver || Guard.inside()) {
            return null;
        }
        try {
            // A unit is asked, so without the lock.
            String place = hasPlace(site) ? null : Reporter.site(site).place();
            return begin(event, site, place, values);
        } catch (Throwable error) {
            // No memory or no stack left; then the monitor may have lost it, too.
            Reporter.internalError(error);
            Stopped.passOn(error);
            return null;
        }
    }

    private synchronized boolean hasPlace(int site) {
        return names.hasPlace(site);
    }

    private synchronized Line begin(int event, int site, String place, Object[] values) {
        if (isOver) {
            return null;
        }
        if (left == 0) {
            comment("# These are the first " + Units.SETTINGS.traceEvents + " events (rrv.traceEvents).");
            isOver = true;
            return null;
        }
        left--;
        Line before = incompleteLine();
        if (before != null) {
            // Its event ran out of stack.
            complete(before);
        }
        StringBuilder text = new StringBuilder();
        boolean isShared = appendEvent(text, definition.events[event], values);
        text.append(" @ ").append(names.ofPlace(site, place));
        if (isShared) {
            text.insert(0, "# In no slice, as all empty collections share the object: ");
        }
        Line line = begin(Thread.currentThread(), text);
        if (isShared || definition.code) {
            complete(line);
        }
        return line;
    }

    private Line begin(Thread thread, StringBuilder text) {
        Line line = new Line(thread, text);
        begun.add(line);
        return line;
    }

    /** That of the event that runs in this thread; null where none does. */
    private Line incompleteLine() {
        Thread thread = Thread.currentThread();
        for (Line line : begun) {
            if (line.thread == thread && !line.isComplete) {
                return line;
            }
        }
        return null;
    }

    /** Whether one of the objects belongs to no slice. */
    private boolean appendEvent(StringBuilder text, PropertyDefinition.Event event, Object[] values) {
        boolean isShared = false;
        text.append(event.name).append('(');
        for (int index = 0; index < values.length; index++) {
            text.append(index == 0 ? "" : ", ");
            text.append(names.of(values[index], definition.byValue[event.binds[index]]));
            isShared |= Shared.is(values[index]);
        }
        text.append(')');
        return isShared;
    }

    /** The monitor is about to report this at the event that runs in this thread. */
    synchronized void reports(Finding first) {
        Line line = incompleteLine();
        if (line == null) {
            return;
        }
        String before = " !";
        for (Finding finding = first; finding != null; finding = finding.next) {
            if (finding.handler >= 0 && !finding.isLate) {
                line.text.append(before).append(' ').append(definition.handlers[finding.handler].category);
                before = "";
            }
        }
        complete(line);
    }

    /** The event of the line has come to its end; null: it is not written. */
    void end(Line line) {
        if (line != null) {
            complete(line);
        }
    }

    private synchronized void complete(Line line) {
        if (!line.isComplete) {
            line.isComplete = true;
            line.text.append('\n');
            write();
        }
    }

    /** All lines before the first that is not complete. */
    private void write() {
        StringBuilder text = new StringBuilder();
        while (!begun.isEmpty() && begun.peek().isComplete) {
            text.append(begun.poll().text);
        }
        try {
            out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            if (!isOver) {
                unwritten(definition, file, error);
            }
            isOver = true;
        }
    }
}
