package rrv.runtime;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the events on owners of which a {@link LongChain} passes slices over. */
final class WatchedOwners {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    /**
     * An event on a watched owner, with the lock of its stripe. Who knows of it from a slice that is not passed over must
     * not pass over others, nor may who has looked at the owner before take it for looked at behind the event: so it
     * counts before and behind.
     */
    void count(OwnerNode owner) {
        begun.incrementAndGet();
        owner.version++;
        ended.incrementAndGet();
    }

    /** How many there were; -1 while there is one. */
    long atRest() {
        long before = ended.get();
        return begun.get() == before ? before : -1;
    }

    boolean hadNoEventSince(long events) {
        return begun.get() == events;
    }
}
