package rrv.runtime;

/**
 * A join of {@link OwnedMonitor} that extends several pairs, and how many of them have taken it: all fields stand here
 * before the first one does, as there may be no memory or no stack left at one of the others. Then it is taken to its end
 * before the next event, so that it has come for all pairs or for none. Its lock is held meanwhile, so that there is one
 * at most; made with the monitor.
 */
final class UnfinishedJoin {
    /** Those that the event extends; null: there is no such join. */
    PairNode[] pairs;
    /** How many of them have taken it. */
    int taken;
    /** What it binds: kept, too, so that no slice of these objects ends meanwhile. */
    Object middle;
    Object leaf;
    int event;
    int site;
    /** What those reported that have taken it. */
    Finding found;

    void forget() {
        pairs = null;
        middle = null;
        leaf = null;
    }

    Finding takeFound() {
        Finding result = found;
        found = null;
        return result;
    }
}
