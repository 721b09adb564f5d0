package rrv.runtime;

/**
 * Properties of one object in which every event binds it. The slice is the table's entry.
 */
final class OneParameterMonitor extends StripedMonitor {
    private final class SliceStripe extends Stripe {
        SliceStripe(int events) {
            super(events);
        }

        @Override
        boolean disposable(KeyNode node) {
            if (!Identity.cleared(node)) {
                return false;
            }
            SliceNode slice = (SliceNode) node;
            if (slice.row != deadRow) {
                collected++;
            }
            forget(slice);
            return true;
        }
    }

    private final Stripe[] stripes = new Stripe[STRIPES];

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
        super(definition, automaton);
        for (int index = 0; index < STRIPES; index++) {
            stripes[index] = new SliceStripe(automaton.eventCount);
        }
    }

    @Override
    Stripe[][] tables() {
        return new Stripe[][] {stripes};
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
            Stripe stripe = stripes[hash >>> SHIFT];
            synchronized (stripe) {
                stripe.counts[event]++;
                SliceNode node = (SliceNode) stripe.find(object, hash);
                if (node != null) {
                    int row = node.row;
                    int cell = cells[row + event];
                    node.row = cell >>> 1;
                    if ((cell & 1) != 0) {
                        found = act(stripe, node, row, event, site, null);
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

    private Finding start(Stripe stripe, Object object, int hash, int event, int site) {
        SliceNode node = new SliceNode(object);
        int cell = cells[transitions.initialRow + event];
        node.row = cell >>> 1;
        stripe.add(node, hash);
        if (!transitions.startsAlive(event)) {
            return null;
        }
        stripe.created++;
        return (cell & 1) != 0 ? act(stripe, node, transitions.initialRow, event, site, null) : null;
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
}
