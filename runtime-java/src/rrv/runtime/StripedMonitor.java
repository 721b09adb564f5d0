package rrv.runtime;

/**
 * What the specialised monitors share: tables that are cut into stripes by identity hash, each with its own lock, so that
 * threads rarely meet; an event holds one of these locks at a time.
 */
abstract class StripedMonitor extends PropertyMonitor {
    private static final int PER_PROCESSOR = 16;
    private static final int MOST = 256;

    /** How many stripes a table has: a power of two. */
    static final int STRIPES = Math.min(MOST,
            Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors()) * 2 - 1) * PER_PROCESSOR);

    /** The stripe of a hash is `hash >>> SHIFT`. */
    static final int SHIFT = 32 - Integer.numberOfTrailingZeros(STRIPES);

    final Transitions transitions;
    /** Of the transitions, at hand. */
    final int[] cells;
    final int deadRow;
    final boolean[] starts;

    StripedMonitor(PropertyDefinition definition, Automaton automaton) {
        super(definition);
        transitions = new Transitions(automaton);
        cells = transitions.cells;
        deadRow = transitions.deadRow;
        starts = automaton.starts;
    }

    /** All stripes of all tables. */
    abstract Stripe[][] tables();

    /** What a transition that is more than a change of state does; `node.row` is already the new one. */
    final Finding act(Stripe stripe, SliceNode node, int row, int event, int site, Finding found) {
        if (node.row == deadRow) {
            stripe.collected++;
        }
        return stripe.react(definition, node, transitions.handlers(row, event), site, found);
    }

    @Override
    final void addCounts(long[] events) {
        for (Stripe[] table : tables()) {
            for (Stripe stripe : table) {
                synchronized (stripe) {
                    for (int event = 0; event < events.length; event++) {
                        events[event] += stripe.counts[event];
                    }
                }
            }
        }
    }

    @Override
    final void clean() {
        for (Stripe[] table : tables()) {
            for (Stripe stripe : table) {
                synchronized (stripe) {
                    stripe.sweepAll();
                }
            }
        }
    }

    @Override
    final long created() {
        long sum = 0;
        for (Stripe[] table : tables()) {
            for (Stripe stripe : table) {
                synchronized (stripe) {
                    sum += stripe.created;
                }
            }
        }
        return sum;
    }

    @Override
    final long collected() {
        long sum = 0;
        for (Stripe[] table : tables()) {
            for (Stripe stripe : table) {
                synchronized (stripe) {
                    sum += stripe.collected;
                }
            }
        }
        return sum;
    }
}
