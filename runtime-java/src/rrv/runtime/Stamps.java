package rrv.runtime;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * When events of some kind last happened, by the one or two objects that they bind, beside the entries that
 * all monitors share. Most of them name objects that no slice has, so they are noted here without the
 * monitor's lock and without a record. A binding of two objects stands beside the second one, which knows one
 * partner; for another one {@link #note} answers that there is no room.
 *
 * <p>Both objects must be there when the time is asked for: what stood beside an object that is gone is
 * forgotten.
 */
final class Stamps {
    private static final int SHIFT = MonitoredObjects.SHIFT;
    private static final int RECENT = 64;

    /**
     * What was noted: an iterator that is used many times while no slice begins need not be looked for again.
     */
    private static final class Recent {
        final KeyNode object;
        final KeyNode partner;
        final long time;

        Recent(KeyNode object, KeyNode partner, long time) {
            this.object = object;
            this.partner = partner;
            this.time = time;
        }
    }

    /** One of the events: for all of them a slice knows them not to matter in the same domains. */
    final int event;
    /** What {@link #last} said for the event that the monitor takes; with its lock. */
    long answer;
    private final boolean pairs;
    private final MonitoredObjects objects;
    private final StampPart[] parts;
    /**
     * By bits of the hash; written with the lock of the note, and read without. Who sees one sees as well what another
     * thread had made before that note without knowing of it: whether a slice has the object is asked next.
     */
    private final AtomicReferenceArray<Recent> recent = new AtomicReferenceArray<Recent>(RECENT);

    Stamps(int event, boolean pairs, MonitoredObjects objects, SliceLifetimes monitor) {
        this.event = event;
        this.pairs = pairs;
        this.objects = objects;
        parts = new StampPart[objects.others.length];
        for (int index = 0; index < parts.length; index++) {
            parts[index] = new StampPart(objects.others[index], monitor);
        }
    }

    /**
     * Notes the time for an object, or for a pair (`other` is then the first one), unless a later one is noted;
     * false when a pair finds no room.
     */
    boolean note(Object other, Object object, long time) {
        int hash = Identity.hash(object);
        Recent noted = recent.get(hash & RECENT - 1);
        if (noted != null && noted.time == time && noted.object.get() == object
                && (!pairs || noted.partner.get() == other)) {
            return true;
        }
        KeyNode partner = pairs ? entry(other) : null;
        StampPart part = parts[hash >>> SHIFT];
        synchronized (part.stripe) {
            int position = part.findOrMake(object, hash);
            if (pairs) {
                KeyNode before = (KeyNode) part.links.get(position);
                Object known = before == null ? null : before.get();
                if (known != other) {
                    if (known != null) {
                        return false;
                    }
                    part.links.set(position, partner);
                    // That of the object with another one, which is gone.
                    part.states.set(position, 0);
                }
            }
            // What takes memory comes first: then nothing is noted.
            Recent made = new Recent(part.stripe.node(position), partner, time);
            // Another thread, whose event was later, may have been here first; this one is not over yet.
            part.states.set(position, Math.max(time, part.states.get(position)));
            recent.lazySet(hash & RECENT - 1, made);
            return true;
        }
    }

    /** The latest time that was noted, 0 for none. */
    long last(Object other, Object object) {
        int hash = Identity.hash(object);
        StampPart part = parts[hash >>> SHIFT];
        synchronized (part.stripe) {
            int position = part.find(object, hash);
            long time = part.states.get(position);
            return time != 0 && pairs && ((KeyNode) part.links.get(position)).get() != other ? 0 : time;
        }
    }

    /** The weak reference that an owner has already, or one of its own. */
    private KeyNode entry(Object object) {
        int hash = Identity.hash(object);
        ObjectStripe stripe = objects.owners[hash >>> SHIFT];
        if (stripe.mayHave(hash)) {
            synchronized (stripe) {
                KeyNode known = stripe.find(object, hash);
                if (known != null) {
                    return known;
                }
            }
        }
        return new KeyNode(object);
    }
}
