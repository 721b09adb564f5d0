package rrv.runtime;

/** One call of a slice's Java code: where it was made and what it asked for. */
final class BodyCall {
    final PropertyMonitor monitor;
    final int site;
    /** The handler that reports made from an event's own code are filed under. */
    final int handler;
    /**
     * The objects of the slice by parameter, null for those that it does not bind or that are gone; null
     * while no handler runs.
     */
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
     * Runs the code of the event, where there is no body yet of a new one; false when it refuses or throws:
     * then the event did not happen for the slice.
     */
    boolean accepts(SliceBody known, Units.BodySource bodies, int event, Object[] arguments) {
        Object[] thread = Guard.thread();
        int[] depth = Guard.enter(thread);
        try {
            return runEvent(thread, known, bodies, event, arguments);
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
        Object[] thread = Guard.thread();
        int[] depth = Guard.enter(thread);
        try {
            runHandler(thread, body, arguments);
        } catch (Throwable error) {
            monitor.lost(error);
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    /**
     * The same where the thread is marked already, and what the code throws is for the caller.
     * {@code thread}: of {@link Guard#thread}.
     */
    boolean runEvent(Object[] thread, SliceBody known, Units.BodySource bodies, int event, Object[] arguments) {
        Object before = thread[Guard.CALL];
        thread[Guard.CALL] = this;
        try {
            body = known == null ? bodies.newBody() : known;
            return body == null || body.event(event, arguments);
        } finally {
            thread[Guard.CALL] = before;
        }
    }

    void runHandler(Object[] thread, SliceBody body, Object[] arguments) {
        Object before = thread[Guard.CALL];
        thread[Guard.CALL] = this;
        try {
            if (body != null) {
                body.handle(handler, arguments);
            }
        } finally {
            thread[Guard.CALL] = before;
        }
    }

    void report(String message) {
        findings = new Finding(handler, site, message, findings);
    }
}
