package rrv.runtime;

import java.util.Arrays;
import java.util.List;

/** A property's handler, with the message, at a place: violations there are counted together. */
final class ViolationSite {
    final PropertyMonitor monitor;
    private final Finding finding;
    private Violation violation;
    /** Whether the first violation has no trace: {@link Finding#isLate}. */
    final boolean isLate;
    /** Of the first violation. */
    final HistoryStep[] history;
    /** Guarded by the lock of {@link ViolationSites}, as are the next two. */
    long count;
    /** Of the first violation; null: the limit was reached, or it is not taken yet. */
    StackTraceElement[] trace;
    /** The count with which it was printed last; 0: it was not. */
    long printed;

    ViolationSite(PropertyMonitor monitor, Finding finding) {
        this.monitor = monitor;
        this.finding = new Finding(finding.handler, finding.site, finding.message, null);
        violation = describe(monitor, finding);
        isLate = finding.isLate;
        history = HistoryStep.of(monitor, finding.history);
    }

    /** As it stands now. */
    ViolationSite(ViolationSite original) {
        monitor = original.monitor;
        finding = original.finding;
        violation = original.violation;
        isLate = original.isLate;
        history = original.history;
        count = original.count;
        trace = original.trace;
        printed = original.printed;
    }

    /**
     * What it is in reports: equal where several event declarations match one call, which are several sites.
     * Not to be asked under a lock.
     */
    List<Object> place() {
        Violation known = violation();
        return Arrays.<Object>asList(monitor, known.category, known.message, known.className, known.method, known.descriptor,
                known.pc);
    }

    /**
     * Asks for the place again where it could not be told: the first violation may have been at the end of
     * the stack. Likewise.
     */
    Violation violation() {
        if (!violation.hasPlace()) {
            violation = describe(monitor, finding);
        }
        return violation;
    }

    private static Violation describe(PropertyMonitor monitor, Finding finding) {
        PropertyDefinition definition = monitor.definition;
        PropertyDefinition.Handler handler = finding.handler < 0 ? null : definition.handlers[finding.handler];
        String message = finding.message != null ? finding.message : handler == null ? "" : handler.message;
        return new Violation(definition.name, definition.severity, handler == null ? "event" : handler.category,
                message, Units.site(finding.site));
    }

    /** What tells sites apart, without asking for the place. */
    static final class Key {
        private final PropertyMonitor monitor;
        private final int handler;
        private final int site;
        private final String message;

        Key(PropertyMonitor monitor, Finding finding) {
            this.monitor = monitor;
            handler = finding.handler;
            site = finding.site;
            message = finding.message;
        }

        @Override
        public int hashCode() {
            return (System.identityHashCode(monitor) * 31 + handler) * 31 + site + (message == null ? 0 : message.hashCode());
        }

        @Override
        public boolean equals(Object other) {
            Key key = (Key) other;
            return key.monitor == monitor && key.handler == handler && key.site == site
                    && (message == null ? key.message == null : message.equals(key.message));
        }
    }
}
