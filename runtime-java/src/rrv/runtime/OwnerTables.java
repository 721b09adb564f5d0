package rrv.runtime;

/** Owners of {@link OwnedMonitor}'s slices, with their own events and, of three parameters, the slices of two owners. */
abstract class OwnerTables extends StripedMonitor {
    /** Slices of one leaf, or pairs of one middle object, that make a list too long to search. */
    static final int LONG_CHAIN = 16;

    final class MiddleStripe extends Stripe {
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

    final int eventCount;
    final Automaton automaton;
    /** Row after the owners' events. */
    final int[] lazyRow;
    final boolean three;
    final int rootBit;
    final int middleBit;
    final Stripe[] roots;
    final Stripe[] middles;

    OwnerTables(PropertyDefinition definition, Automaton automaton, Roles roles) {
        super(definition, automaton);
        this.automaton = automaton;
        eventCount = automaton.eventCount;
        three = roles.middle >= 0;
        rootBit = 1 << roles.root;
        middleBit = three ? 1 << roles.middle : 0;
        lazyRow = new int[deadRow + 1];
        for (int state = 0; state < automaton.stateCount; state++) {
            int next = roles.lazy == null ? state : roles.lazy[state];
            lazyRow[state * eventCount] = automaton.alive(next, 0) ? next * eventCount : deadRow;
        }
        lazyRow[deadRow] = deadRow;
        roots = new Stripe[STRIPES];
        middles = new Stripe[three ? STRIPES : 0];
        for (int index = 0; index < STRIPES; index++) {
            roots[index] = new Stripe(eventCount);
            if (three) {
                middles[index] = new MiddleStripe(eventCount);
            }
        }
    }

    /** An event that binds an owner alone. */
    final void ownerEvent(boolean isRoot, int event, Object object) {
        int hash = Identity.hash(object);
        Stripe stripe = (isRoot ? roots : middles)[hash >>> SHIFT];
        synchronized (stripe) {
            stripe.counts[event]++;
            OwnerNode owner = (OwnerNode) stripe.find(object, hash);
            if (owner != null) {
                owner.version++;
            }
        }
    }

    /** The entry of a root. */
    final OwnerNode root(Object object, boolean make) {
        int hash = Identity.hash(object);
        Stripe stripe = roots[hash >>> SHIFT];
        synchronized (stripe) {
            OwnerNode owner = (OwnerNode) stripe.find(object, hash);
            if (owner == null && make) {
                owner = new OwnerNode(object);
                stripe.add(owner, hash);
            }
            return owner;
        }
    }

    /** Three parameters: a starting event of root and middle. */
    final Finding pair(int event, Object root, Object middle, int site) {
        OwnerNode first = root(root, starts[event]);
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

    final void catchUpPair(Stripe stripe, OwnerNode pair) {
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
}
