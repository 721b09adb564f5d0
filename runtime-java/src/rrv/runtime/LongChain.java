package rrv.runtime;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What stands beside the list of a leaf with many slices, as an object has that many others are related to: the empty
 * list, of which each list of a functional program has a sublist, or the iterator of all empty collections. The list
 * has what is new behind its first node, so that what has taken the leaf's last event is its end. Guarded by the leaf's
 * stripe.
 */
final class LongChain {
    private final Map<OwnerNode, LeafNode> byOwner = new IdentityHashMap<OwnerNode, LeafNode>();
    /** The first of those at the end of the list that have caught up with their owners; null: none. */
    private LeafNode quiet;
    /** The states of those, a bit for each. */
    private long states;
    /** How many events watched owners had when these were caught up with. */
    private long seen;

    LeafNode sliceOf(OwnerNode owner) {
        return byOwner.get(owner);
    }

    void add(LeafNode leaf) {
        byOwner.put(leaf.owner, leaf);
    }

    int size() {
        return byOwner.size();
    }

    void remove(LeafNode leaf) {
        byOwner.remove(leaf.owner);
        quiet = null;
    }

    /**
     * Where an event of the leaf has nothing more to do; null: nowhere, and what was known of the slices is forgotten.
     * `idle`: the states that it does not change.
     */
    LeafNode passed(WatchedOwners owners, long idle) {
        if (quiet != null && (states & ~idle) == 0 && owners.hadNoEventSince(seen)) {
            return quiet;
        }
        quiet = null;
        states = 0;
        return null;
    }

    /** Slices are in this state, too. */
    void has(long state) {
        states |= state;
    }

    /** All from this one on have caught up with their owners, which had so many events; negative: some may not have. */
    void rest(LeafNode from, long events) {
        quiet = events < 0 ? null : from;
        seen = events;
    }
}
