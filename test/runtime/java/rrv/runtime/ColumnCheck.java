package rrv.runtime;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What three monitors note beside the entries of one stripe against plain lists, while objects come and go by the thousand, and the memory
 * for it: a monitor that knows one object in a hundred must not take room for all of them.
 */
public final class ColumnCheck {
    /** One in so many objects is known to the part. */
    private static final int[] EVERY = {1, 11, 701};

    private static final class Entry {
        final Object object = new Object();
        final int hash;
        /** By part what was noted last; 0 for nothing. */
        final int[] noted = new int[EVERY.length];

        Entry(int hash) {
            this.hash = hash;
        }
    }

    private static final class Part extends StripePart {
        Part(ObjectStripe stripe) {
            super(stripe, 0, new BoundClasses());
        }

        @Override
        boolean prune(int position, boolean gone) {
            if (gone) {
                note(position, 0);
            }
            return rows.get(position) == 0;
        }

        void note(int position, int value) {
            rows.set(position, value);
            states.set(position, (long) value << 32);
            links.set(position, value == 0 ? null : Integer.valueOf(value));
            forgetAt(position);
            if (value != 0) {
                firstAt(position, value);
            }
        }

        boolean has(int position, int value) {
            Object link = links.get(position);
            return rows.get(position) == value && states.get(position) == (long) value << 32
                    && (value == 0 ? link == null : link.equals(value)) && marks.get(position) == (value == 0 ? 0 : value + 1);
        }

        /** Those of which something is or was known, and the one that all others share. */
        int pieces() {
            Map<int[], Boolean> distinct = new IdentityHashMap<int[], Boolean>();
            for (int[] piece : rows.pieces) {
                distinct.put(piece, true);
            }
            return distinct.size();
        }
    }

    private final Random random;
    private final ObjectStripe stripe = new ObjectStripe();
    private final Part[] parts = new Part[EVERY.length];
    private final List<Entry> entries = new ArrayList<Entry>();
    private int checked;

    private ColumnCheck(int seed) {
        random = new Random(seed);
        for (int index = 0; index < parts.length; index++) {
            parts[index] = new Part(stripe);
        }
    }

    public static void main(String[] args) {
        int checked = 0;
        for (int seed = 0; seed < 20; seed++) {
            ColumnCheck check = new ColumnCheck(seed);
            String wrong = check.run();
            if (wrong != null) {
                System.out.println(wrong + ", seed " + seed);
                return;
            }
            checked += check.checked;
        }
        System.out.println("checked=" + checked);
    }

    private String run() {
        for (int step = 0; step < 30000; step++) {
            // Grows, loses nearly everything, then turns over.
            int most = step < 8000 ? 4000 : step < 20000 ? 200 : 1000;
            if (entries.isEmpty() || entries.size() < most && random.nextInt(60) != 0) {
                add();
            } else {
                // In runs, as objects die.
                int from = random.nextInt(entries.size());
                for (int index = Math.min(entries.size(), from + random.nextInt(40)) - 1; index >= from; index--) {
                    remove(index);
                }
                if (random.nextInt(30) == 0) {
                    stripe.sweepAll();
                }
            }
            if (!entries.isEmpty()) {
                note(entries.get(random.nextInt(entries.size())), random.nextInt(EVERY.length));
            }
            if (step % 500 == 0 && !holds()) {
                return "another value at step " + step;
            }
        }
        stripe.sweepAll();
        int all = stripe.end >> Column.SHIFT;
        return parts[0].pieces() >= all / 2 && parts[2].pieces() <= all / 4 + 1 ? null
                : "pieces of " + all + ": " + parts[0].pieces() + " and " + parts[2].pieces();
    }

    private void add() {
        Entry entry = new Entry(random.nextInt() | 1);
        entries.add(entry);
        int position = parts[0].enter(entry.object, entry.hash, 0);
        entry.noted[0] = 1 + random.nextInt(1000);
        parts[0].note(position, entry.noted[0]);
        for (int part = 1; part < parts.length; part++) {
            note(entry, part);
        }
    }

    /** Notes another value, where the part knows that object. */
    private void note(Entry entry, int part) {
        if (entry.hash % EVERY[part] == 0) {
            entry.noted[part] = 1 + random.nextInt(1000);
            parts[part].note(parts[part].enter(entry.object, entry.hash, stripe.positionOf(entry.object, entry.hash)), entry.noted[part]);
        }
    }

    private void remove(int index) {
        Entry entry = entries.remove(index);
        stripe.find(entry.object, entry.hash).clear();
    }

    private boolean holds() {
        for (Entry entry : entries) {
            int position = stripe.positionOf(entry.object, entry.hash);
            for (int part = 0; part < parts.length; part++) {
                checked++;
                if (position == 0 || !parts[part].has(position, entry.noted[part])) {
                    return false;
                }
            }
        }
        return true;
    }
}
