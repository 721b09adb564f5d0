package rrv.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a user sees of the violations on the standard error: a line for each place. */
final class SiteLines {
    private SiteLines() {
    }

    /** A line for the place of a site, unless it has one: how often it happens in the end is said at exit. */
    static void printNew(ViolationSite site) {
        if (Units.SETTINGS.quiet) {
            return;
        }
        ViolationSite place = ViolationSites.takeUnprinted(site);
        if (place != null) {
            StandardError.print(lines(withoutCount(place), place));
        }
    }

    /**
     * A line for each place that has not been printed, or has had violations since. Several in one line of
     * source, which nobody could tell apart, are one, with the sum of their counts.
     */
    static void printAll() {
        if (Units.SETTINGS.quiet) {
            return;
        }
        Map<String, ViolationSite> places = new LinkedHashMap<String, ViolationSite>();
        for (ViolationSite place : ViolationSites.takeUnprinted()) {
            String told = withoutCount(place);
            ViolationSite first = places.get(told);
            if (first == null) {
                places.put(told, place);
            } else {
                first.count += place.count;
            }
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, ViolationSite> line : places.entrySet()) {
            text.append(lines(line.getKey(), line.getValue()));
        }
        print(text);
    }

    /** What the report does not have, and settings that mean nothing or do not exist. */
    static void printLosses() {
        if (Units.SETTINGS.quiet) {
            return;
        }
        StringBuilder text = new StringBuilder();
        String end = System.lineSeparator();
        long dropped = ViolationSites.droppedViolations();
        if (dropped > 0) {
            text.append("rrv: ").append(dropped)
                    .append(dropped == 1 ? " violation at a further place is" : " violations at further places are")
                    .append(" not listed (rrv.maxSites)").append(end);
        }
        long lost = Units.lostEvents();
        if (lost > 0) {
            String error = Reporter.firstLoss();
            text.append("rrv: ").append(lost).append(lost == 1 ? " event was" : " events were").append(" lost")
                    .append(error == null ? "" : " (" + error + ")").append(end);
        }
        ReflectionMonitor.Use first = null;
        int further = -1;
        List<ReflectionMonitor.Use> uses = Units.reflection();
        for (ReflectionMonitor.Use use : uses == null ? new ArrayList<ReflectionMonitor.Use>() : uses) {
            if (!use.claimed) {
                first = first == null ? use : first;
                further++;
            }
        }
        if (first != null) {
            text.append(oneLine("rrv: violations may be missing, as reflection reached " + first.text() + " at "
                    + Reporter.site(first.site).place() + (further == 0 ? "" : " and " + further + " more")
                    + ", which --reflection did not name: instrument again with --reflection-of the report of this run")).append(end);
        }
        for (String mistake : Units.SETTINGS.mistakes) {
            text.append(oneLine("rrv: " + mistake)).append(end);
        }
        print(text);
    }

    private static void print(StringBuilder text) {
        if (text.length() > 0) {
            StandardError.print(text);
        }
    }

    /** The violation's line, and one for each event that led to the first, if that is not its own event alone. */
    private static StringBuilder lines(String told, ViolationSite place) {
        HistoryStep[] history = place.history;
        String end = System.lineSeparator();
        StringBuilder text = new StringBuilder(oneLine("rrv: " + place.count + "x " + told)).append(end);
        boolean threads = HistoryStep.hasThreads(history);
        for (int index = 0; history.length > 1 && index < history.length; index++) {
            HistoryStep step = history[index];
            String thread = threads ? " in thread " + step.thread : "";
            text.append(oneLine("rrv:     " + step.event + " at " + step.place.place() + thread)).append(end);
        }
        return text;
    }

    private static String withoutCount(ViolationSite place) {
        Violation violation = place.violation();
        return violation.severity + " " + violation.property + ": " + violation.message + " at " + violation.place();
    }

    /**
     * Names and messages of a program may hold anything, but neither make a line of their own nor steer a
     * terminal.
     */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean steers = Character.isISOControl(c) || isReordering(c);
            line.append(!steers ? c : c == '\n' || c == '\r' || c == '\t' ? ' ' : '?');
        }
        return line.toString();
    }

    /** Embeddings, overrides and isolates of the bidirectional algorithm, which let a line be read in another order. */
    private static boolean isReordering(char c) {
        return c >= '\u202A' && c <= '\u202E' || c >= '\u2066' && c <= '\u2069';
    }
}
