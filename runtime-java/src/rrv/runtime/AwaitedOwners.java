package rrv.runtime;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Owners that deferred slices wait for and that have no entry: how many slices wait, by hash. An event on such
 * an owner makes its entry; until then nothing is weakly held for a loop over a new collection. Guarded by
 * the stripe, but for {@link #mayHave}.
 *
 * <p>Woven code says where a slice is over, unless the method ends by an exception. So that these are not
 * waited for for good, slices hold the batch in which they came: when a batch is gone, so are they.
 */
final class AwaitedOwners {
    private static final int BUCKETS = 64;
    /** After how many slices it is asked whether a new batch is due. */
    private static final int BATCH = 1024;

    static final class Batch {
        private final int[] waiting = new int[BUCKETS];
    }

    /** A batch that gets no further slices. */
    private static final class Older extends WeakReference<Batch> {
        final int[] waiting;

        Older(Batch batch) {
            super(batch);
            waiting = batch.waiting;
        }
    }

    /** Its version counts the events on owners that may be awaited. */
    final OwnerNode events = new OwnerNode(null);
    /**
     * In all batches. Who reads without the lock that no slice waits any more sees what was made before that, such as
     * the entry of the owner that one has waited for.
     */
    private final AtomicIntegerArray waiting = new AtomicIntegerArray(BUCKETS);
    private Batch current = new Batch();
    private Older[] older = new Older[0];
    private int added;
    private int renewedAtCollection = Identity.Collections.seen;

    /**
     * False when no slice waits for an owner with this hash; needs no lock: only who knows that a slice waits
     * must see that.
     */
    boolean mayHave(int hash) {
        return waiting.get(bucket(hash)) != 0;
    }

    /** One more slice waits for an owner with this hash, and holds the batch. */
    Batch add(int hash) {
        if (++added == BATCH) {
            added = 0;
            renewWhenDue();
        }
        Batch batch = current;
        int bucket = bucket(hash);
        batch.waiting[bucket]++;
        change(bucket, 1);
        return batch;
    }

    void remove(int hash, Batch batch) {
        int bucket = bucket(hash);
        batch.waiting[bucket]--;
        change(bucket, -1);
    }

    /** With the lock: the others only read. */
    private void change(int bucket, int by) {
        waiting.lazySet(bucket, waiting.get(bucket) + by);
    }

    private static int bucket(int hash) {
        return hash & BUCKETS - 1;
    }

    /** A batch that nobody waits in any more goes on, as does one that no collection could have taken yet. */
    private void renewWhenDue() {
        int collections = Identity.Collections.count();
        if (collections == renewedAtCollection) {
            return;
        }
        renewedAtCollection = collections;
        int kept = 0;
        Older[] longer = Arrays.copyOf(older, older.length + 1);
        for (Older batch : older) {
            if (Identity.cleared(batch)) {
                forget(batch);
            } else if (!isIdle(batch.waiting)) {
                longer[kept++] = batch;
            }
        }
        if (!isIdle(current.waiting)) {
            longer[kept++] = new Older(current);
            current = new Batch();
        }
        older = Arrays.copyOf(longer, kept);
    }

    private void forget(Older batch) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            change(bucket, -batch.waiting[bucket]);
            // Once, though there may be no memory for the list without it.
            batch.waiting[bucket] = 0;
        }
    }

    private static boolean isIdle(int[] waiting) {
        for (int slices : waiting) {
            if (slices != 0) {
                return false;
            }
        }
        return true;
    }
}
