package rrv.runtime;

/** A monitor that holds no slices here: it counts nothing, and there is nothing to collect. */
abstract class StatelessMonitor extends PropertyMonitor {
    StatelessMonitor(PropertyDefinition definition) {
        super(definition);
    }

    @Override
    final void addCounts(long[] events) {
    }

    @Override
    final void clean() {
    }

    @Override
    final long created() {
        return 0;
    }

    @Override
    final long collected() {
        return 0;
    }
}
