package rrv.runtime;

/**
 * Stands in for a monitor that could not be set up: user code runs on, unmonitored. And in reports for that of
 * a property without events.
 */
final class InactiveMonitor extends StatelessMonitor {
    static final InactiveMonitor INSTANCE = new InactiveMonitor(null);

    InactiveMonitor(PropertyDefinition definition) {
        super(definition);
    }

    @Override
    public void event(int event, int site) {
    }

    @Override
    public void event(int event, Object a, int site) {
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
    }
}
