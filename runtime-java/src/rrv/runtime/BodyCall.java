package rrv.runtime;

/** One call of a slice's Java code: where it was made and what it asked for. */
final class BodyCall {
    final PropertyMonitor monitor;
    final int site;
    /** The handler that reports made from an event's own code are filed under. */
    final int handler;
    boolean reset;
    Finding findings;

    BodyCall(PropertyMonitor monitor, int site, int handler) {
        this.monitor = monitor;
        this.site = site;
        this.handler = handler;
    }

    void report(String message) {
        findings = new Finding(handler, site, message, findings);
    }
}
