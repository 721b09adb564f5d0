package rrv.runtime;

/**
 * Properties of one object in which every event binds it. The slice is the table's entry. The table is cut into
 * stripes by identity hash, each under its own lock; an event takes one lock and never a second one.
 */
final class OneParameterMonitor extends PropertyMonitor {
    private final class Stripe extends WeakTable {
        final long[] counts;
        long created;
        long collected;

        Stripe(int events) {
            counts = new long[events];
        }

        @Override
        boolean disposable(KeyNode node) {
            if (!Identity.cleared(node)) {
                return false;
            }
            if (((SliceNode) node).row != deadRow) {
                collected++;
            }
            return true;
        }
    }

    private final Stripe[] stripes;
    private final int shift;
    private final Transitions transitions;
    private final int[] cells;
    private final int deadRow;
    private final boolean[] starts;

    static boolean fits(PropertyDefinition definition, Automaton automaton) {
        if (automaton.parameterCount != 1 || definition.code || definition.byValue[0]) {
            return false;
        }
        for (int mask : automaton.masks) {
            if (mask != 1) {
                return false;
            }
        }
        return true;
    }

    OneParameterMonitor(PropertyDefinition definition, Automaton automaton) {
        super(definition);
        transitions = new Transitions(automaton);
        cells = transitions.cells;
        deadRow = transitions.deadRow;
        starts = automaton.starts;
        stripes = new Stripe[Stripes.count()];
        shift = Stripes.shift(stripes.length);
        for (int index = 0; index < stripes.length; index++) {
            stripes[index] = new Stripe(automaton.eventCount);
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
            Stripe stripe = stripes[hash >>> shift];
            synchronized (stripe) {
                stripe.counts[event]++;
                SliceNode node = (SliceNode) stripe.find(object, hash);
                if (node != null) {
                    int row = node.row;
                    int cell = cells[row + event];
                    node.row = cell >>> 1;
                    if ((cell & 1) != 0) {
                        found = act(stripe, node, row, event, site);
                    }
                } else if (starts[event]) {
                    found = start(stripe, object, hash, event, site);
                }
            }
        } catch (Throwable error) {
            lost(error);
        }
        if (found != null) {
            deliver(found);
        }
    }

    private Finding act(Stripe stripe, SliceNode node, int row, int event, int site) {
        if (node.row == deadRow) {
            stripe.collected++;
        }
        return node.react(definition, transitions.handlers(row, event), site, null);
    }

    private Finding start(Stripe stripe, Object object, int hash, int event, int site) {
        SliceNode node = new SliceNode(object, hash);
        int cell = cells[transitions.initialRow + event];
        node.row = cell >>> 1;
        stripe.add(node);
        if (!transitions.startsAlive(event)) {
            return null;
        }
        stripe.created++;
        return (cell & 1) != 0 ? act(stripe, node, transitions.initialRow, event, site) : null;
    }

    @Override
    public void event(int event, int site) {
        throw new IllegalStateException();
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
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
    void addCounts(long[] events) {
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                for (int event = 0; event < events.length; event++) {
                    events[event] += stripe.counts[event];
                }
            }
        }
    }

    @Override
    void clean() {
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                stripe.sweepAll();
            }
        }
    }

    @Override
    long created() {
        long sum = 0;
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                sum += stripe.created;
            }
        }
        return sum;
    }

    @Override
    long collected() {
        long sum = 0;
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                sum += stripe.collected;
            }
        }
        return sum;
    }
}
