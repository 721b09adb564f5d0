package rrv.runtime;

/** An event that led to a violation. Immutable. */
final class HistoryStep {
    final String event;
    /** Its site, which alone counts of it. */
    final Violation place;
    /** Id of its thread. */
    final int thread;

    private HistoryStep(String event, Violation place, int thread) {
        this.event = event;
        this.place = place;
        this.thread = thread;
    }

    /** `steps`: as of {@link SliceHistory#last}; null: none are known. The last one is the last. */
    static HistoryStep[] of(PropertyMonitor monitor, int[] steps) {
        HistoryStep[] result = new HistoryStep[steps == null ? 0 : steps.length / SliceHistory.FIELDS];
        for (int index = 0; index < result.length; index++) {
            int at = index * SliceHistory.FIELDS;
            result[index] = new HistoryStep(monitor.definition.events[steps[at]].name, Reporter.site(steps[at + 1]), steps[at + 2]);
        }
        return result;
    }

    /** Whether the events came in several threads. */
    static boolean hasThreads(HistoryStep[] steps) {
        boolean result = false;
        for (HistoryStep step : steps) {
            result |= step.thread != steps[0].thread;
        }
        return result;
    }
}
