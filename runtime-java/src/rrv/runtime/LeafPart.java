package rrv.runtime;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The slices of {@link OwnedMonitor} in one stripe, by leaf. A leaf has mostly one: its owner is the link at
 * the position, and the state holds its row and the owner's version that it has caught up with. When a leaf
 * has several owners, the state is SEVERAL and the link the first of a list.
 */
final class LeafPart extends StripePart {
    static final int ROW_BITS = 16;
    static final int ROW_MASK = (1 << ROW_BITS) - 1;
    static final long SEVERAL = -1;
    /** Slices of one leaf that make a list too long to search. */
    private static final int LONG_CHAIN = OwnerTables.LONG_CHAIN;

    final OpenSlices open;
    private final OwnedMonitor monitor;
    private final int deadRow;
    /** Of leaves with many slices, by the first of the list. Null before the first. */
    private Map<LeafNode, LongChain> large;

    LeafPart(ObjectStripe stripe, OwnedMonitor monitor) {
        super(stripe, monitor.eventCount, monitor.classes[Roles.LEAF]);
        this.monitor = monitor;
        deadRow = monitor.deadRow;
        open = new OpenSlices(monitor.transitions, monitor.returns);
    }

    /** 0 when the leaf has no slice. */
    long state(int position) {
        return states.get(position);
    }

    /**
     * The row of the only slice of this leaf after what its owner did; the state is the caller's to change.
     */
    int currentRow(long state, long version) {
        int row = (int) state & ROW_MASK;
        return state >>> ROW_BITS == version ? row : caughtUp(row);
    }

    /** The row of one of several slices after what its owners did. */
    int currentRow(LeafNode leaf) {
        long version = leaf.owner.currentVersion();
        if (version != leaf.seen) {
            leaf.seen = version;
            leaf.row = caughtUp(leaf.row);
        }
        return leaf.row;
    }

    private int caughtUp(int before) {
        int row = monitor.lazyRow[before];
        if (row == deadRow && before != deadRow) {
            collected++;
        }
        return row;
    }

    /** The slice of this owner, where the leaf has several. */
    LeafNode sliceOf(int position, OwnerNode owner) {
        int length = 0;
        LeafNode head = (LeafNode) links.get(position);
        for (LeafNode leaf = head; leaf != null; leaf = leaf.next) {
            if (leaf.owner == owner) {
                return leaf;
            }
            if (++length > LONG_CHAIN) {
                LongChain chain = chainOf(head);
                return chain == null ? searchOn(leaf.next, owner) : chain.sliceOf(owner);
            }
        }
        return null;
    }

    /** What stands beside a list that may be long; null: nothing. */
    LongChain chainOf(LeafNode head) {
        return large == null ? null : large.get(head);
    }

    private static LeafNode searchOn(LeafNode from, OwnerNode owner) {
        for (LeafNode leaf = from; leaf != null; leaf = leaf.next) {
            if (leaf.owner == owner) {
                return leaf;
            }
        }
        return null;
    }

    /** Makes the first slice of the leaf with the entry at this position. */
    void begin(int position, OwnerNode owner, long seen, int row) {
        links.set(position, owner);
        states.set(position, seen << ROW_BITS | row);
    }

    /** Makes a further slice of the leaf at this position. */
    LeafNode beginAnother(int position, OwnerNode owner, long seen, int row) {
        if (states.get(position) != SEVERAL) {
            LeafNode first = new LeafNode((OwnerNode) links.get(position));
            first.row = (int) states.get(position) & ROW_MASK;
            first.seen = states.get(position) >>> ROW_BITS;
            handOver(position, first);
            links.set(position, first);
            states.set(position, SEVERAL);
        }
        LeafNode leaf = new LeafNode(owner);
        leaf.seen = seen;
        leaf.row = row;
        LeafNode head = (LeafNode) links.get(position);
        LongChain chain = chainOf(head);
        if (chain != null) {
            // There may be no memory for it: one that is in the list alone would not be found, and made again.
            chain.add(leaf);
        }
        leaf.next = head.next;
        head.next = leaf;
        try {
            keepShort(position, head, chain);
        } catch (VirtualMachineError error) {
            // The slice is made, and the event taken; where there is no memory for a table, the list is searched.
        }
        return leaf;
    }

    /** Of a leaf with many slices: gives up what can go, now and then, and makes its table. */
    private void keepShort(int position, LeafNode head, LongChain known) {
        if (known != null) {
            if (Integer.bitCount(known.size()) == 1) {
                prune(position, false);
            }
        } else if (isLong(head)) {
            prune(position, false);
            if (states.get(position) == SEVERAL) {
                LongChain chain = new LongChain();
                for (LeafNode at = (LeafNode) links.get(position); at != null; at = at.next) {
                    chain.add(at);
                }
                if (large == null) {
                    large = new IdentityHashMap<LeafNode, LongChain>(2);
                }
                large.put((LeafNode) links.get(position), chain);
            }
        }
    }

    private static boolean isLong(LeafNode head) {
        int length = 0;
        for (LeafNode at = head; at != null && length <= 2 * LONG_CHAIN; at = at.next) {
            length++;
        }
        return length > 2 * LONG_CHAIN;
    }

    /**
     * Brings the slices of a leaf up to date, gives up those that can no longer report, forgets those whose
     * owner cannot be named again.
     */
    @Override
    boolean prune(int position, boolean leafGone) {
        long state = state(position);
        if (state == SEVERAL) {
            return pruneSeveral(position, leafGone);
        }
        if (state == 0) {
            return true;
        }
        OwnerNode owner = (OwnerNode) links.get(position);
        long version = owner.currentVersion();
        int row = pruned(currentRow(state, version), owner, leafGone);
        if (forgettable(row, owner, leafGone)) {
            forgetAt(position);
            states.set(position, 0);
            links.set(position, null);
            return true;
        }
        states.set(position, version << ROW_BITS | row);
        return false;
    }

    private boolean pruneSeveral(int position, boolean leafGone) {
        LeafNode head = (LeafNode) links.get(position);
        LongChain chain = large == null ? null : large.remove(head);
        LeafNode previous = null;
        for (LeafNode leaf = head; leaf != null; leaf = leaf.next) {
            leaf.row = pruned(currentRow(leaf), leaf.owner, leafGone);
            if (!forgettable(leaf.row, leaf.owner, leafGone)) {
                previous = leaf;
                continue;
            }
            forget(leaf.mark, leaf);
            if (chain != null) {
                chain.remove(leaf);
            }
            if (previous == null) {
                links.set(position, leaf.next);
            } else {
                previous.next = leaf.next;
            }
        }
        head = (LeafNode) links.get(position);
        if (head == null) {
            states.set(position, 0);
            return true;
        }
        if (chain != null) {
            large.put(head, chain);
        }
        return false;
    }

    /** The row of a slice that may have lost the objects that it needs to report. */
    private int pruned(int row, OwnerNode owner, boolean leafGone) {
        int gone = monitor.goneOwners(owner) | (leafGone ? monitor.leafBit : 0);
        if (gone == 0 || row == deadRow || monitor.automaton.alive(monitor.transitions.state(row), gone)) {
            return row;
        }
        collected++;
        return deadRow;
    }

    private boolean forgettable(int row, OwnerNode owner, boolean leafGone) {
        return row == deadRow && (leafGone || owner.joined().gone());
    }
}
