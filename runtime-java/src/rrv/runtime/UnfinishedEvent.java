package rrv.runtime;

/**
 * An event that some slices of a {@link GeneralMonitor} took before there was no memory or no stack left for the
 * others. It is taken to its end before the next event, so that it has come for all slices or for none. Made with
 * the monitor, as there may be no memory for it later; guarded by the monitor's lock.
 */
final class UnfinishedEvent {
    private static final int NONE = -1;

    int event = NONE;
    /** What it binds: kept, too, so that no slice of these objects ends meanwhile. */
    Object a;
    Object b;
    Object c;
    Object d;
    int site;
    /** By the monitor's clock: slices that were moved then have taken it. */
    long time;
    int thread;

    boolean isThere() {
        return event != NONE;
    }

    void clear() {
        event = NONE;
        a = null;
        b = null;
        c = null;
        d = null;
    }
}
