package rrv.runtime;

/**
 * {@link Stamps} in one stripe: the time is the state at the object's position, the other object of a pair
 * its link.
 */
final class StampPart extends StripePart {
    private final SliceLifetimes monitor;

    StampPart(ObjectStripe stripe, SliceLifetimes monitor) {
        // Of which classes its objects are is of no use.
        super(stripe, 0, null);
        this.monitor = monitor;
    }

    /** The position of an object that may be noted here, 0 for none. */
    int find(Object object, int hash) {
        return !mayKnow(hash) ? 0 : stripe.positionOf(object, hash);
    }

    /** The position of the object's entry, which is made where there is none. */
    int findOrMake(Object object, int hash) {
        join();
        int known = stripe.positionOf(object, hash);
        return known == 0 ? stripe.add(object, hash) : known;
    }

    /** Times of an object that is gone, and of any while no slice is alive, are not asked for any more. */
    @Override
    boolean prune(int position, boolean gone) {
        if (states.get(position) == 0) {
            return true;
        }
        if (!gone && monitor.someAlive) {
            return false;
        }
        states.set(position, 0);
        links.set(position, null);
        return true;
    }
}
