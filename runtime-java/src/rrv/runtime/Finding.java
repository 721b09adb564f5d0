package rrv.runtime;

/** A slice ran into a handler: collected under the lock, reported after it was released. A linked list. */
final class Finding {
    final int handler;
    final int site;
    final String message;
    /** As of {@link SliceHistory#last}; null: nobody has asked for it. */
    final int[] history;
    /** Found when its event was over: what runs now is not what led to it. */
    boolean isLate;
    Finding next;

    Finding(int handler, int site, Finding next) {
        this(handler, site, null, null, next);
    }

    Finding(int handler, int site, String message, Finding next) {
        this(handler, site, message, null, next);
    }

    Finding(int handler, int site, String message, int[] history, Finding next) {
        this.handler = handler;
        this.site = site;
        this.message = message;
        this.history = history;
        this.next = next;
    }
}
