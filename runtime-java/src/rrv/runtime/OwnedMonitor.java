package rrv.runtime;

/**
 * Properties like (collection, iterator) and (map, collection, iterator): see {@link Roles}. An update of the collection
 * costs the same however many iterators it has, and nothing leads from the collection to its iterators, so
 * there is no list to clean. Each role has a striped table; an event holds one lock at a time.
 */
final class OwnedMonitor extends LeafSlices {
    private final int[] kind;
    private final boolean[] late;
    private final boolean rootIsFirst;
    private final boolean ownerIsFirst;

    OwnedMonitor(PropertyDefinition definition, Automaton automaton, Roles roles) {
        super(definition, automaton, roles);
        kind = roles.kind;
        late = automaton.late;
        rootIsFirst = three && roles.root < roles.middle;
        ownerIsFirst = (three ? roles.middle : roles.root) < roles.leaf;
    }

    @Override
    public void event(int event, Object a, int site) {
        if (Guard.inside() || isShared(event, a)) {
            return;
        }
        Finding found = null;
        try {
            Object object = a == null ? Identity.NULL : a;
            if (kind[event] == Roles.LEAF) {
                int hash = Identity.hash(object);
                LeafStripe stripe = leaves[hash >>> SHIFT];
                synchronized (stripe) {
                    stripe.counts[event]++;
                    LeafNode leaf = (LeafNode) stripe.find(object, hash);
                    while (leaf != null) {
                        int row = currentRow(stripe, leaf);
                        int cell = cells[row + event];
                        leaf.row = cell >>> 1;
                        if ((cell & 1) != 0) {
                            found = act(stripe, leaf, row, event, site, found);
                        }
                        leaf = leaf.next;
                    }
                }
            } else {
                ownerEvent(kind[event] == Roles.ROOT, event, object);
            }
        } catch (Throwable error) {
            lost(error);
        }
        if (found != null) {
            deliver(found);
        }
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        if (Guard.inside() || isShared(event, a) || isShared(event, b)) {
            return;
        }
        Finding found = null;
        try {
            Object first = a == null ? Identity.NULL : a;
            Object second = b == null ? Identity.NULL : b;
            if (kind[event] == Roles.PAIR) {
                found = pair(event, rootIsFirst ? first : second, rootIsFirst ? second : first, site);
            } else if (three) {
                found = joinPairs(event, ownerIsFirst ? first : second, ownerIsFirst ? second : first, site);
            } else {
                found = join(event, ownerIsFirst ? first : second, ownerIsFirst ? second : first, site);
            }
        } catch (Throwable error) {
            lost(error);
        }
        if (found != null) {
            deliver(found);
        }
    }

    /** Two parameters: the event binds both, and may start their slice. */
    private Finding join(int event, Object root, Object object, int site) {
        OwnerNode owner = root(root, starts[event]);
        int hash = Identity.hash(object);
        LeafStripe stripe = leaves[hash >>> SHIFT];
        synchronized (stripe) {
            stripe.counts[event]++;
            if (owner == null) {
                return null;
            }
            LeafNode head = (LeafNode) stripe.find(object, hash);
            LeafNode leaf = sliceOf(stripe, head, owner);
            if (leaf != null) {
                return step(stripe, leaf, event, site);
            }
            if (!starts[event]) {
                return null;
            }
            leaf = new LeafNode(object, owner);
            leaf.seen = owner.currentVersion();
            int cell = cells[transitions.initialRow + event];
            leaf.row = cell >>> 1;
            if (transitions.startsAlive(event)) {
                stripe.created++;
            } else {
                cell = 0;
            }
            hang(stripe, head, leaf, hash);
            return (cell & 1) != 0 ? act(stripe, leaf, transitions.initialRow, event, site, null) : null;
        }
    }

    /** Three parameters: the event binds middle and leaf, and extends the slices of root and middle. */
    private Finding joinPairs(int event, Object middle, Object object, int site) {
        int middleHash = Identity.hash(middle);
        Stripe middleStripe = middles[middleHash >>> SHIFT];
        OwnerNode[] pairs = null;
        int row = deadRow;
        long seen = 0;
        synchronized (middleStripe) {
            middleStripe.counts[event]++;
            OwnerNode node = (OwnerNode) middleStripe.find(middle, middleHash);
            if (node != null) {
                pairs = node.pairs;
                // Nearly always the only one: no second lock for it.
                if (pairs.length > 0) {
                    catchUpPair(middleStripe, pairs[0]);
                    row = pairs[0].row;
                    seen = pairs[0].seen;
                }
            }
        }
        if (pairs == null) {
            return null;
        }
        Finding found = null;
        int hash = Identity.hash(object);
        LeafStripe stripe = leaves[hash >>> SHIFT];
        for (OwnerNode pair : pairs) {
            if (pair != pairs[0]) {
                synchronized (middleStripe) {
                    catchUpPair(middleStripe, pair);
                    row = pair.row;
                    seen = pair.seen;
                }
            }
            synchronized (stripe) {
                LeafNode head = (LeafNode) stripe.find(object, hash);
                LeafNode leaf = sliceOf(stripe, head, pair);
                Finding more = null;
                if (leaf != null) {
                    more = step(stripe, leaf, event, site);
                } else if (row != deadRow && !late[event]) {
                    leaf = new LeafNode(object, pair);
                    leaf.seen = seen;
                    int cell = cells[row + event];
                    leaf.row = cell >>> 1;
                    stripe.created++;
                    hang(stripe, head, leaf, hash);
                    more = (cell & 1) != 0 ? act(stripe, leaf, row, event, site, null) : null;
                }
                while (more != null) {
                    Finding rest = more.next;
                    more.next = found;
                    found = more;
                    more = rest;
                }
            }
        }
        return found;
    }

    private Finding step(LeafStripe stripe, LeafNode leaf, int event, int site) {
        int row = currentRow(stripe, leaf);
        int cell = cells[row + event];
        leaf.row = cell >>> 1;
        return (cell & 1) != 0 ? act(stripe, leaf, row, event, site, null) : null;
    }

    @Override
    public void event(int event, int site) {
        throw new IllegalStateException();
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
        throw new IllegalStateException();
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
        throw new IllegalStateException();
    }
}
