package rrv.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The JSON report of docs/running.md. */
final class ReportText {
    private ReportText() {
    }

    /** As it stands now. */
    static String json() {
        Map<PropertyMonitor, List<ViolationSite>> byMonitor = new HashMap<PropertyMonitor, List<ViolationSite>>();
        List<ViolationSite> places = ViolationSites.byPlace();
        long dropped = ViolationSites.droppedViolations();
        long noTrace = ViolationSites.droppedTraces();
        for (ViolationSite place : places) {
            List<ViolationSite> own = byMonitor.get(place.monitor);
            if (own == null) {
                own = new ArrayList<ViolationSite>();
                byMonitor.put(place.monitor, own);
            }
            own.add(place);
        }
        Units.clean();
        Json json = new Json();
        json.open('{').field("schemaVersion", 1).field("rrvVersion", Units.version())
                .field("analysis", Units.analysis());
        if (SeparateRuns.met()) {
            json.field("separateRuns", true);
        }
        json.key("properties").open('[');
        for (PropertyMonitor monitor : Units.monitors()) {
            if (monitor.definition.claims != null) {
                continue;
            }
            List<ViolationSite> own = byMonitor.get(monitor);
            writeProperty(json, monitor, own == null ? new ArrayList<ViolationSite>() : own);
        }
        json.close(']');
        writeReflection(json);
        json.key("dropped").open('{').field("violations", dropped).field("stackTraces", noTrace)
                .field("events", Units.lostEvents()).close('}');
        return json.close('}').toString();
    }

    private static void writeReflection(Json json) {
        List<ReflectionMonitor.Use> uses = Units.reflection();
        if (uses == null) {
            return;
        }
        json.key("reflection").open('[');
        for (ReflectionMonitor.Use use : uses) {
            json.open('{').field("kind", use.kind);
            if (use.className != null) {
                json.field("class", use.className);
            }
            if (use.member != null) {
                json.field("member", use.member);
            }
            json.field("claimed", use.claimed);
            writeSite(json, Reporter.site(use.site));
            json.close('}');
        }
        json.close(']');
    }

    private static void writeProperty(Json json, PropertyMonitor monitor, List<ViolationSite> places) {
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
        for (ViolationSite place : places) {
            writeViolation(json, place);
        }
        json.close(']').close('}');
    }

    private static void writeViolation(Json json, ViolationSite place) {
        Violation violation = place.violation();
        json.open('{').field("count", place.count).field("category", violation.category)
                .field("severity", violation.severity).field("message", violation.message);
        writeSite(json, violation);
        json.key("stackTrace").open('[');
        if (place.trace != null) {
            for (StackTraceElement frame : place.trace) {
                json.value(frame.toString());
            }
        }
        json.close(']');
        if (place.history.length > 0) {
            json.key("history").open('[');
            for (HistoryStep step : place.history) {
                json.open('{').field("event", step.event);
                writeSite(json, step.place);
                json.field("thread", step.thread).close('}');
            }
            json.close(']');
        }
        json.close('}');
    }

    private static void writeSite(Json json, Violation place) {
        json.key("site").open('{').field("class", place.className).field("method", place.method)
                .field("descriptor", place.descriptor).field("pc", place.pc);
        if (place.file != null) {
            json.field("file", place.file);
        }
        if (place.line >= 0) {
            json.field("line", place.line);
        }
        json.close('}');
    }
}
