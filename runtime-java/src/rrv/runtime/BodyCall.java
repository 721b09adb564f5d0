package rrv.runtime;

/** One call of a slice's Java code: where it was made and what it asked for. */
final class BodyCall {
    final PropertyMonitor monitor;
    final int site;
    /** The handler that reports made from an event's own code are filed under. */
    final int handler;
    /** The objects of the slice by parameter, null for those that it does not bind or that are gone; null while no handler runs. */
    final Object[] slice;
    /** What has taken the event. */
    SliceBody body;
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

    /**
     * Runs the code of the event, where there is no body yet of a new one; false when it refuses or throws: then the event did not happen for
     * the slice.
     */
    boolean accepts(SliceBody known, Units.BodySource bodies, int event, Object[] arguments) {
        Object[] thread = Guard.thread();
        int[] depth = Guard.enter(thread);
        Object before = thread[Guard.CALL];
        thread[Guard.CALL] = this;
        try {
            body = known == null ? bodies.newBody() : known;
            return body == null || body.event(event, arguments);
        } catch (Throwable error) {
            monitor.lost(error);
            return false;
        } finally {
            thread[Guard.CALL] = before;
            depth[0]--;
            Guard.leave();
        }
    }

    /** Runs the code of the handler. */
    void handle(SliceBody body, Object[] arguments) {
        Object[] thread = Guard.thread();
        int[] depth = Guard.enter(thread);
        Object before = thread[Guard.CALL];
        thread[Guard.CALL] = this;
        try {
            if (body != null) {
                body.handle(handler, arguments);
            }
        } catch (Throwable error) {
            monitor.lost(error);
        } finally {
            thread[Guard.CALL] = before;
            depth[0]--;
            Guard.leave();
        }
    }

    void report(String message) {
        findings = new Finding(handler, site, message, findings);
    }
}
