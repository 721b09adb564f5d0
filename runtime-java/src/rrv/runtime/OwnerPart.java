package rrv.runtime;

/** Owners in one role: `links` are {@link OwnerNode}s. */
class OwnerPart extends StripePart {
    OwnerPart(ObjectStripe stripe, int events, BoundClasses classes) {
        super(stripe, events, classes);
    }

    /**
     * Null before the first slice waits for an owner without an entry. Read without the lock, too: what is asked then
     * stands in final fields, and only who knows that a slice waits must see that there is something.
     */
    private AwaitedOwners awaited;

    /** False when an event on an owner with this hash changes nothing; needs no lock. */
    final boolean mayMatter(int hash) {
        AwaitedOwners all = awaited;
        // In this order: a slice that waits no more may go on with the entry that the owner has got.
        return all != null && all.mayHave(hash) || mayKnow(hash);
    }

    /** The owner that has an event; null when no slice of it began, or waits to begin. */
    final OwnerNode ofEvent(Object object, int hash) {
        if (awaited == null || !awaited.mayHave(hash)) {
            return find(object, hash);
        }
        OwnerNode owner = at(object, hash, stripe.positionOf(object, hash));
        awaited.events.version++;
        return owner;
    }

    /** The owner; null when there is no entry of the object, not even of another monitor. */
    final OwnerNode findWithEntry(Object object, int hash) {
        int position = stripe.positionOf(object, hash);
        return position == 0 ? null : at(object, hash, position);
    }

    /** Those without an entry that slices wait for. */
    final AwaitedOwners awaited() {
        if (awaited == null) {
            awaited = new AwaitedOwners();
        }
        return awaited;
    }

    final OwnerNode find(Object object, int hash) {
        return (OwnerNode) links.get(stripe.positionOf(object, hash));
    }

    /** For a slice that begins. */
    final OwnerNode findOrMake(Object object, int hash) {
        OwnerNode owner = at(object, hash, stripe.positionOf(object, hash));
        owner.hasSlices = true;
        return owner;
    }

    private OwnerNode at(Object object, int hash, int known) {
        int position = known;
        OwnerNode owner = (OwnerNode) links.get(position);
        if (owner == null) {
            position = enter(object, hash, position);
            owner = new OwnerNode(stripe.node(position));
            links.set(position, owner);
        }
        return owner;
    }

    @Override
    boolean prune(int position, boolean gone) {
        if (gone) {
            links.set(position, null);
        }
        return links.get(position) == null;
    }
}
