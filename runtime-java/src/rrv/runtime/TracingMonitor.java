package rrv.runtime;

/**
 * Writes the events of a property down ({@code rrv.trace}) and hands them on to its monitor. What woven code may
 * leave out where it changes nothing, it is told, so that it stands in the trace.
 */
final class TracingMonitor extends StatelessMonitor {
    private final PropertyMonitor monitor;
    private final Trace events;

    TracingMonitor(PropertyMonitor monitor, Trace events) {
        super(monitor.definition);
        this.monitor = monitor;
        this.events = events;
    }

    @Override
    public void event(int event, int site) {
        Trace.Line line = events.begin(event, site);
        try {
            monitor.event(event, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void event(int event, Object a, int site) {
        Trace.Line line = events.begin(event, site, a);
        try {
            monitor.event(event, a, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        Trace.Line line = events.begin(event, site, a, b);
        try {
            monitor.event(event, a, b, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
        Trace.Line line = events.begin(event, site, a, b, c);
        try {
            monitor.event(event, a, b, c, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
        Trace.Line line = events.begin(event, site, a, b, c, d);
        try {
            monitor.event(event, a, b, c, d, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void eventIfBound(int event, Object a, int site) {
        Trace.Line line = events.begin(event, site, a);
        try {
            monitor.eventIfBound(event, a, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void eventIfBound(int event, Object a, Object b, int site) {
        Trace.Line line = events.begin(event, site, a, b);
        try {
            monitor.eventIfBound(event, a, b, site);
        } finally {
            events.end(line);
        }
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
        int[] positions = definition.events[event].argumentOf;
        Object[] values = new Object[positions.length];
        for (int index = 0; index < values.length; index++) {
            values[index] = arguments[positions[index]];
        }
        Trace.Line line = events.begin(event, site, values);
        try {
            monitor.advice(event, arguments, site);
        } finally {
            events.end(line);
        }
    }
}
