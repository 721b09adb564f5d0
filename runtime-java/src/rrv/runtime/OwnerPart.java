package rrv.runtime;

/** Owners in one role: `links` are {@link OwnerNode}s. */
class OwnerPart extends StripePart {
    OwnerPart(ObjectStripe stripe, int events, BoundClasses classes) {
        super(stripe, events, classes);
    }

    final OwnerNode find(Object object, int hash) {
        return (OwnerNode) links.get(stripe.positionOf(object, hash));
    }

    final OwnerNode findOrMake(Object object, int hash) {
        int position = stripe.positionOf(object, hash);
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
