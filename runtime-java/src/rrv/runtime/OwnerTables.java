package rrv.runtime;

import java.util.Arrays;

/**
 * Owners of {@link OwnedMonitor}'s slices, with their own events and, of three parameters, the slices of two
 * owners.
 */
abstract class OwnerTables extends StripedMonitor {
    /** Slices of one leaf, or pairs of one middle object, that make a list too long to search. */
    static final int LONG_CHAIN = 16;

    final class MiddlePart extends OwnerPart {
        MiddlePart(ObjectStripe stripe) {
            super(stripe, eventCount, classes[Roles.MIDDLE]);
        }

        @Override
        boolean prune(int position, boolean gone) {
            OwnerNode middle = (OwnerNode) links.get(position);
            if (middle != null && middle.pairs.length > 0) {
                prunePairs(this, middle, gone);
            }
            return super.prune(position, gone);
        }
    }

    final int eventCount;
    final Automaton automaton;
    /** Row after the owners' events. */
    final int[] lazyRow;
    final boolean three;
    final int rootBit;
    final int middleBit;
    final ObjectStripe[] owners;
    final WatchedOwners watched = new WatchedOwners();
    final OwnerPart[] roots;
    final OwnerPart[] middles;
    /** By role: of the root, the middle object and the leaf. */
    final BoundClasses[] classes = {new BoundClasses(), new BoundClasses(), new BoundClasses()};

    OwnerTables(PropertyDefinition definition, Automaton automaton, Roles roles, MonitoredObjects objects) {
        super(definition, automaton, objects);
        this.automaton = automaton;
        eventCount = automaton.eventCount;
        three = roles.middle >= 0;
        rootBit = 1 << roles.root;
        middleBit = three ? 1 << roles.middle : 0;
        lazyRow = new int[deadRow + 1];
        for (int state = 0; state < automaton.stateCount; state++) {
            int next = roles.lazy == null ? state : roles.lazy[state];
            lazyRow[transitions.row(state)] = automaton.alive(next, 0) ? transitions.row(next) : deadRow;
        }
        lazyRow[deadRow] = deadRow;
        owners = objects.owners;
        roots = new OwnerPart[owners.length];
        middles = new OwnerPart[three ? owners.length : 0];
        for (int index = 0; index < owners.length; index++) {
            roots[index] = new OwnerPart(owners[index], eventCount, classes[Roles.ROOT]);
            if (three) {
                middles[index] = new MiddlePart(owners[index]);
            }
        }
    }

    /** An event that binds an owner alone. `always`: also when there is no slice of it. */
    final void ownerEvent(boolean isRoot, int event, Object object, boolean always) {
        int hash = Identity.hash(object);
        OwnerPart part = (isRoot ? roots : middles)[hash >>> SHIFT];
        if (!always && !part.mayMatter(hash)) {
            return;
        }
        synchronized (part.stripe) {
            OwnerNode owner = part.ofEvent(object, hash);
            if (owner != null) {
                if (owner.isWatched) {
                    watched.count(owner);
                } else {
                    owner.version++;
                }
            }
            if (always || owner != null && owner.hasSlices) {
                part.counts[event]++;
            }
        }
    }

    /** Has the events of a root counted, with the lock of a leaf; no event comes of one that is gone. */
    final void watch(OwnerNode root) {
        Object object = root.isWatched ? null : root.key.get();
        if (object != null) {
            synchronized (owners[Identity.hash(object) >>> SHIFT]) {
                root.isWatched = true;
            }
        }
    }

    /** The entry of a root. */
    final OwnerNode root(Object object, boolean make) {
        int hash = Identity.hash(object);
        OwnerPart part = roots[hash >>> SHIFT];
        synchronized (owners[hash >>> SHIFT]) {
            return make ? part.findOrMake(object, hash) : part.find(object, hash);
        }
    }

    /** Three parameters: a starting event of root and middle. */
    final Finding pair(int event, Object root, Object middle, int site) {
        OwnerNode first = root(root, starts[event]);
        int hash = Identity.hash(middle);
        OwnerPart part = middles[hash >>> SHIFT];
        synchronized (owners[hash >>> SHIFT]) {
            part.counts[event]++;
            if (first == null || !starts[event]) {
                return null;
            }
            OwnerNode second = part.findOrMake(middle, hash);
            for (PairNode known : second.pairs) {
                if (known.first == first) {
                    return null;
                }
            }
            PairNode made = new PairNode(first, second);
            int cell = cells[transitions.initialRow + event];
            made.row = cell >>> 1;
            made.seen = made.currentVersion();
            if (second.pairs.length >= LONG_CHAIN && Integer.bitCount(second.pairs.length) == 1) {
                prunePairs(part, second, false);
            }
            PairNode[] longer = new PairNode[second.pairs.length + 1];
            System.arraycopy(second.pairs, 0, longer, 0, longer.length - 1);
            longer[longer.length - 1] = made;
            second.pairs = longer;
            Finding found = null;
            if (automaton.startsAlive(event)) {
                part.created++;
                if (made.row == deadRow) {
                    part.collected++;
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

    final void catchUpPair(StripePart part, PairNode pair) {
        long version = pair.currentVersion();
        if (version != pair.seen) {
            pair.seen = version;
            int row = lazyRow[pair.row];
            if (row == deadRow && pair.row != deadRow) {
                part.collected++;
            }
            pair.row = row;
        }
    }

    private void prunePairs(StripePart part, OwnerNode middle, boolean middleGone) {
        PairNode[] all = middle.pairs;
        // Nearly always all of them stay.
        PairNode[] left = null;
        int kept = 0;
        for (PairNode pair : all) {
            boolean stays = prunePair(part, pair, middleGone);
            if (!stays && left == null) {
                left = all.clone();
            } else if (stays) {
                if (left != null) {
                    left[kept] = pair;
                }
                kept++;
            }
        }
        if (left != null) {
            middle.pairs = Arrays.copyOf(left, kept);
        }
    }

    /** False when the pair can no longer report and its objects cannot be named again. */
    private boolean prunePair(StripePart part, PairNode pair, boolean middleGone) {
        catchUpPair(part, pair);
        int gone = (middleGone ? middleBit : 0) | (pair.first.gone() ? rootBit : 0);
        if (gone != 0 && pair.row != deadRow && !automaton.alive(transitions.state(pair.row), gone)) {
            pair.row = deadRow;
            part.collected++;
        }
        return pair.row != deadRow || gone == 0;
    }
}
