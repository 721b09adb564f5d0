package rrv.runtime;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Properties like (collection, iterator) and (map, collection, iterator): see {@link Roles}. An update of the collection
 * costs the same however many iterators it has, and nothing leads from the collection to its iterators, so
 * there is no list to clean. Each role has a striped table; an event holds one lock at a time.
 */
final class OwnedMonitor extends StripedMonitor {
    /** Slices of one leaf that make a list too long to search. */
    private static final int LONG_CHAIN = 16;

    private final class MiddleStripe extends Stripe {
        MiddleStripe(int events) {
            super(events);
        }

        @Override
        boolean disposable(KeyNode node) {
            OwnerNode middle = (OwnerNode) node;
            boolean gone = middle.gone();
            if (middle.pairs.length > 0) {
                prunePairs(this, middle, gone);
            }
            return gone;
        }
    }

    private final class LeafStripe extends Stripe {
        /** Leaves with many slices: by owner. */
        final Map<LeafNode, Map<OwnerNode, LeafNode>> large = new IdentityHashMap<LeafNode, Map<OwnerNode, LeafNode>>(2);

        LeafStripe(int events) {
            super(events);
        }

        @Override
        boolean disposable(KeyNode node) {
            return pruneLeaf(this, (LeafNode) node, Identity.cleared(node));
        }
    }

    private final int eventCount;
    private final Automaton automaton;
    private final int[] kind;
    /** Row after the owners' events. */
    private final int[] lazyRow;
    private final boolean[] late;
    private final boolean three;
    private final boolean rootIsFirst;
    private final boolean ownerIsFirst;
    private final int rootBit;
    private final int middleBit;
    private final int leafBit;
    private final Stripe[] roots;
    private final Stripe[] middles;
    private final LeafStripe[] leaves;

    OwnedMonitor(PropertyDefinition definition, Automaton automaton, Roles roles) {
        super(definition, automaton);
        this.automaton = automaton;
        eventCount = automaton.eventCount;
        kind = roles.kind;
        late = automaton.late;
        three = roles.middle >= 0;
        rootBit = 1 << roles.root;
        middleBit = three ? 1 << roles.middle : 0;
        leafBit = 1 << roles.leaf;
        rootIsFirst = three && roles.root < roles.middle;
        ownerIsFirst = (three ? roles.middle : roles.root) < roles.leaf;
        lazyRow = new int[deadRow + 1];
        for (int state = 0; state < automaton.stateCount; state++) {
            int next = roles.lazy == null ? state : roles.lazy[state];
            lazyRow[state * eventCount] = automaton.alive(next, 0) ? next * eventCount : deadRow;
        }
        lazyRow[deadRow] = deadRow;
        roots = new Stripe[STRIPES];
        middles = new Stripe[three ? STRIPES : 0];
        leaves = new LeafStripe[STRIPES];
        for (int index = 0; index < STRIPES; index++) {
            roots[index] = new Stripe(eventCount);
            if (three) {
                middles[index] = new MiddleStripe(eventCount);
            }
            leaves[index] = new LeafStripe(eventCount);
        }
    }

    @Override
    public void event(int event, Object a, int site) {
        if (Guard.inside() || isShared(event, a)) {
            return;
        }
        Finding found = null;
        try {
            Object object = a == null ? Identity.NULL : a;
            int hash = Identity.hash(object);
            if (kind[event] == Roles.LEAF) {
                LeafStripe stripe = leaves[hash >>> SHIFT];
                synchronized (stripe) {
                    stripe.counts[event]++;
                    LeafNode leaf = (LeafNode) stripe.find(object, hash);
                    while (leaf != null) {
                        int row = leaf.row;
                        long version = leaf.owner.currentVersion();
                        if (version != leaf.seen) {
                            row = catchUp(stripe, leaf, version);
                        }
                        int cell = cells[row + event];
                        leaf.row = cell >>> 1;
                        if ((cell & 1) != 0) {
                            found = act(stripe, leaf, row, event, site, found);
                        }
                        leaf = leaf.next;
                    }
                }
            } else {
                Stripe stripe = (kind[event] == Roles.ROOT ? roots : middles)[hash >>> SHIFT];
                synchronized (stripe) {
                    stripe.counts[event]++;
                    OwnerNode owner = (OwnerNode) stripe.find(object, hash);
                    if (owner != null) {
                        owner.version++;
                    }
                }
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
        OwnerNode owner = owner(roots, root, starts[event]);
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
        synchronized (middleStripe) {
            middleStripe.counts[event]++;
            OwnerNode node = (OwnerNode) middleStripe.find(middle, middleHash);
            if (node != null) {
                pairs = node.pairs;
            }
        }
        if (pairs == null) {
            return null;
        }
        Finding found = null;
        int hash = Identity.hash(object);
        LeafStripe stripe = leaves[hash >>> SHIFT];
        for (OwnerNode pair : pairs) {
            int row;
            long seen;
            synchronized (middleStripe) {
                catchUpPair(middleStripe, pair);
                row = pair.row;
                seen = pair.seen;
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

    /** Three parameters: a starting event of root and middle. */
    private Finding pair(int event, Object root, Object middle, int site) {
        OwnerNode first = owner(roots, root, starts[event]);
        int hash = Identity.hash(middle);
        Stripe stripe = middles[hash >>> SHIFT];
        synchronized (stripe) {
            stripe.counts[event]++;
            if (first == null || !starts[event]) {
                return null;
            }
            OwnerNode second = (OwnerNode) stripe.find(middle, hash);
            if (second == null) {
                second = new OwnerNode(middle);
                stripe.add(second, hash);
            }
            for (OwnerNode known : second.pairs) {
                if (known.first == first) {
                    return null;
                }
            }
            OwnerNode made = new OwnerNode(first, second);
            int cell = cells[transitions.initialRow + event];
            made.row = cell >>> 1;
            made.seen = made.currentVersion();
            if (second.pairs.length >= LONG_CHAIN && Integer.bitCount(second.pairs.length) == 1) {
                prunePairs(stripe, second, false);
            }
            OwnerNode[] longer = new OwnerNode[second.pairs.length + 1];
            System.arraycopy(second.pairs, 0, longer, 0, longer.length - 1);
            longer[longer.length - 1] = made;
            second.pairs = longer;
            Finding found = null;
            if (transitions.startsAlive(event)) {
                stripe.created++;
                if (made.row == deadRow) {
                    stripe.collected++;
                }
                for (int handler : transitions.handlers(transitions.initialRow, event)) {
                    if (definition.handlers[handler].reports) {
                        found = new Finding(handler, site, found);
                    }
                }
            }
            return found;
        }
    }

    private OwnerNode owner(Stripe[] table, Object object, boolean make) {
        int hash = Identity.hash(object);
        Stripe stripe = table[hash >>> SHIFT];
        synchronized (stripe) {
            OwnerNode owner = (OwnerNode) stripe.find(object, hash);
            if (owner == null && make) {
                owner = new OwnerNode(object);
                stripe.add(owner, hash);
            }
            return owner;
        }
    }

    private Finding step(LeafStripe stripe, LeafNode leaf, int event, int site) {
        int row = leaf.row;
        long version = leaf.owner.currentVersion();
        if (version != leaf.seen) {
            row = catchUp(stripe, leaf, version);
        }
        int cell = cells[row + event];
        leaf.row = cell >>> 1;
        return (cell & 1) != 0 ? act(stripe, leaf, row, event, site, null) : null;
    }

    private int catchUp(LeafStripe stripe, LeafNode leaf, long version) {
        leaf.seen = version;
        int before = leaf.row;
        int row = lazyRow[before];
        leaf.row = row;
        if (row == deadRow && before != deadRow) {
            stripe.collected++;
        }
        return row;
    }

    private void catchUpPair(Stripe stripe, OwnerNode pair) {
        long version = pair.currentVersion();
        if (version != pair.seen) {
            pair.seen = version;
            int row = lazyRow[pair.row];
            if (row == deadRow && pair.row != deadRow) {
                stripe.collected++;
            }
            pair.row = row;
        }
    }

    /** The slice of this owner among those of the leaf. */
    private LeafNode sliceOf(LeafStripe stripe, LeafNode head, OwnerNode owner) {
        int length = 0;
        for (LeafNode leaf = head; leaf != null; leaf = leaf.next) {
            if (leaf.owner == owner) {
                return leaf;
            }
            if (++length > LONG_CHAIN) {
                Map<OwnerNode, LeafNode> byOwner = stripe.large.get(head);
                return byOwner == null ? searchOn(leaf.next, owner) : byOwner.get(owner);
            }
        }
        return null;
    }

    private static LeafNode searchOn(LeafNode from, OwnerNode owner) {
        for (LeafNode leaf = from; leaf != null; leaf = leaf.next) {
            if (leaf.owner == owner) {
                return leaf;
            }
        }
        return null;
    }

    /** Adds a slice: as the leaf's entry, or behind it. */
    private void hang(LeafStripe stripe, LeafNode head, LeafNode leaf, int hash) {
        if (head == null) {
            stripe.add(leaf, hash);
            return;
        }
        leaf.next = head.next;
        head.next = leaf;
        Map<OwnerNode, LeafNode> byOwner = stripe.large.get(head);
        if (byOwner == null) {
            int length = 0;
            for (LeafNode at = head; at != null && length <= 2 * LONG_CHAIN; at = at.next) {
                length++;
            }
            if (length <= 2 * LONG_CHAIN) {
                return;
            }
            pruneLeaf(stripe, head, false);
            byOwner = new IdentityHashMap<OwnerNode, LeafNode>();
            for (LeafNode at = head; at != null; at = at.next) {
                byOwner.put(at.owner, at);
            }
            stripe.large.put(head, byOwner);
        } else {
            byOwner.put(leaf.owner, leaf);
            if (Integer.bitCount(byOwner.size()) == 1) {
                pruneLeaf(stripe, head, false);
            }
        }
    }

    /**
     * Brings the slices of a leaf up to date, gives up those that can no longer report, forgets those whose owner cannot
     * be named again. True when nothing is left.
     */
    private boolean pruneLeaf(LeafStripe stripe, LeafNode head, boolean leafGone) {
        Map<OwnerNode, LeafNode> byOwner = stripe.large.isEmpty() ? null : stripe.large.get(head);
        if (leafGone && byOwner != null) {
            stripe.large.remove(head);
            byOwner = null;
        }
        LeafNode previous = null;
        for (LeafNode leaf = head; leaf != null;) {
            long version = leaf.owner.currentVersion();
            if (version != leaf.seen) {
                catchUp(stripe, leaf, version);
            }
            int gone = leafGone ? leafBit : 0;
            OwnerNode owner = leaf.owner;
            if (owner.first == null) {
                gone |= owner.gone() ? rootBit : 0;
            } else {
                gone |= (owner.first.gone() ? rootBit : 0) | (owner.second.gone() ? middleBit : 0);
            }
            if (gone != 0 && leaf.row != deadRow && !automaton.alive(leaf.row / eventCount, gone)) {
                leaf.row = deadRow;
                stripe.collected++;
            }
            boolean forget = leaf.row == deadRow && (leafGone || !owner.joinable());
            if (!forget) {
                previous = leaf;
                leaf = leaf.next;
            } else if (previous != null) {
                previous.next = leaf.next;
                stripe.forget(leaf);
                if (byOwner != null) {
                    byOwner.remove(owner);
                }
                leaf = leaf.next;
            } else if (leaf.next == null) {
                if (byOwner != null) {
                    stripe.large.remove(head);
                }
                stripe.forget(leaf);
                return true;
            } else {
                if (byOwner != null) {
                    byOwner.remove(owner);
                    byOwner.put(leaf.next.owner, leaf);
                }
                stripe.handOver(leaf.next, leaf);
                leaf.takeOver(leaf.next);
            }
        }
        return false;
    }

    private void prunePairs(Stripe stripe, OwnerNode middle, boolean middleGone) {
        int kept = 0;
        OwnerNode[] left = new OwnerNode[middle.pairs.length];
        for (OwnerNode pair : middle.pairs) {
            catchUpPair(stripe, pair);
            int gone = (middleGone ? middleBit : 0) | (pair.first.gone() ? rootBit : 0);
            if (gone != 0 && pair.row != deadRow && !automaton.alive(pair.row / eventCount, gone)) {
                pair.row = deadRow;
                stripe.collected++;
            }
            if (pair.row != deadRow || gone == 0) {
                left[kept++] = pair;
            }
        }
        if (kept < left.length) {
            OwnerNode[] shorter = new OwnerNode[kept];
            System.arraycopy(left, 0, shorter, 0, kept);
            middle.pairs = shorter;
        }
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

    @Override
    Stripe[][] tables() {
        return new Stripe[][] {roots, middles, leaves};
    }
}
