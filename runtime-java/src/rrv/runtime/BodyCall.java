package rrv.runtime;

/** One call of a slice's Java code: where it was made and what it asked for. */
final class BodyCall {
    final PropertyMonitor monitor;
    final int site;
    /** The handler that reports made from an event's own code are filed under. */
    final int handler;
    /** The objects of the slice by parameter, null for those that it does not bind or that are gone; null while no handler runs. */
    final Object[] slice;
    boolean reset;
    Finding findings;

    BodyCall(PropertyMonitor monitor, int site, int handler) {
        this(monitor, site, handler, null);
    }

    BodyCall(PropertyMonitor monitor, int site, int handler, Object[] slice) {
        this.monitor = monitor;
        this.site = site;
        this.handler = handler;
        this.slice = slice;
    }

    /** Runs the code of the event; false when it refuses or throws: then the event did not happen for the slice. */
    boolean accepts(SliceBody body, int event, Object[] arguments) {
        int[] depth = Guard.enter();
        try {
            return body == null || body.runEvent(this, event, arguments);
        } catch (Throwable error) {
            monitor.lost(error);
            return false;
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    /** Runs the code of the handler. */
    void handle(SliceBody body, Object[] arguments) {
        int[] depth = Guard.enter();
        try {
            if (body != null) {
                body.runHandler(this, handler, arguments);
            }
        } catch (Throwable error) {
            monitor.lost(error);
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    void report(String message) {
        findings = new Finding(handler, site, message, findings);
    }
}
