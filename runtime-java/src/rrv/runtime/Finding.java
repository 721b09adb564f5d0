package rrv.runtime;

/** A slice ran into a handler: collected under the lock, reported after it was released. A linked list. */
final class Finding {
    final int handler;
    final int site;
    final String message;
    Finding next;

    Finding(int handler, int site, Finding next) {
        this(handler, site, null, next);
    }

    Finding(int handler, int site, String message, Finding next) {
        this.handler = handler;
        this.site = site;
        this.message = message;
        this.next = next;
    }
}
