package rrv.runtime;

import java.util.IdentityHashMap;
import java.util.Map;

/** The slices of {@link OwnedMonitor}, by leaf: mostly one, in a list when a leaf has several owners. */
abstract class LeafSlices extends OwnerTables {
    final class LeafStripe extends Stripe {
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

    final int leafBit;
    final LeafStripe[] leaves;

    LeafSlices(PropertyDefinition definition, Automaton automaton, Roles roles) {
        super(definition, automaton, roles);
        leafBit = 1 << roles.leaf;
        leaves = new LeafStripe[STRIPES];
        for (int index = 0; index < STRIPES; index++) {
            leaves[index] = new LeafStripe(eventCount);
        }
    }

    @Override
    final Stripe[][] tables() {
        return new Stripe[][] {roots, middles, leaves};
    }

    /** The row of a slice after what its owners did. */
    final int currentRow(LeafStripe stripe, LeafNode leaf) {
        long version = leaf.owner.currentVersion();
        return version == leaf.seen ? leaf.row : catchUp(stripe, leaf, version);
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

    /** The slice of this owner among those of the leaf. */
    final LeafNode sliceOf(LeafStripe stripe, LeafNode head, OwnerNode owner) {
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
    final void hang(LeafStripe stripe, LeafNode head, LeafNode leaf, int hash) {
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
            currentRow(stripe, leaf);
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
}
