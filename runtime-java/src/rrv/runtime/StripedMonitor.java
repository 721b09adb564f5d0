package rrv.runtime;

/**
 * What the specialised monitors share: tables that are cut into stripes by identity hash, each with its own
 * lock, so that threads rarely meet; an event holds one of these locks at a time.
 */
abstract class StripedMonitor extends PropertyMonitor {
    /** The stripe of a hash is `hash >>> SHIFT`. */
    static final int SHIFT = MonitoredObjects.SHIFT;

    final MonitoredObjects objects;
    final Transitions transitions;
    /** Of the transitions, at hand. */
    final int[] cells;
    final int deadRow;
    final boolean[] starts;

    StripedMonitor(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects) {
        super(definition);
        this.objects = objects;
        transitions = new Transitions(automaton);
        cells = transitions.cells;
        deadRow = transitions.deadRow;
        starts = automaton.starts;
    }

    /** All parts in all tables. */
    abstract StripePart[][] parts();

    // No event of these monitors binds so many objects, or so few; those that some do are overridden.

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

    /**
     * Notes the handlers that report, once per slice and site; `leaf` is null for the slice at the position. A report
     * for which there is no memory is lost, and not the event, which further slices are to take.
     */
    final Finding react(StripePart part, int position, LeafNode leaf, int row, int event, int site, Finding found) {
        try {
            for (int handler : transitions.handlers(row, event)) {
                if (definition.handlers[handler].reports) {
                    int key = siteKey(site, handler);
                    if (leaf == null ? part.firstAt(position, key) : part.firstOf(leaf, key)) {
                        found = new Finding(handler, site, found);
                    }
                }
            }
        } catch (Throwable error) {
            lost(error);
        }
        return found;
    }

    @Override
    final void addCounts(long[] events) {
        for (StripePart[] table : parts()) {
            for (StripePart part : table) {
                synchronized (part.stripe) {
                    for (int event = 0; event < events.length; event++) {
                        events[event] += part.counts[event];
                    }
                }
            }
        }
    }

    @Override
    final void clean() {
        objects.clean();
    }

    @Override
    final long created() {
        long sum = 0;
        for (StripePart[] table : parts()) {
            for (StripePart part : table) {
                synchronized (part.stripe) {
                    sum += part.created;
                }
            }
        }
        return sum;
    }

    @Override
    final long collected() {
        long sum = 0;
        for (StripePart[] table : parts()) {
            for (StripePart part : table) {
                synchronized (part.stripe) {
                    sum += part.collected;
                }
            }
        }
        return sum;
    }
}
