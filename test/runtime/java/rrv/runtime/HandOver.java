package rrv.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Two slices of one leaf: the one that is the table's entry ends and its owner is collected, so that its node becomes the other slice,
 * which must not report a second time where it has reported.
 */
public final class HandOver {
    private static final String TEXT = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\n"
            + "parameter\tc\tobject\nparameter\ti\tobject\n"
            + "event\tcreate\t0\t-\t0,1\t0,1\nevent\tstop\t1\t-\t0,1\t0,1\nevent\tuse\t2\t-\t1\t0\n"
            + "automaton\t4\t3\t0\nrow\t1\t0\t0\nrow\t1\t3\t2\nrow\t2\t3\t2\nrow\t3\t3\t3\n"
            + "category\t2\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n"
            + "property\tQ\terror\nparameter\ti\tobject\nevent\tuse\t0\t-\t0\t0\n"
            + "automaton\t3\t1\t0\nrow\t1\nrow\t2\nrow\t2\n"
            + "category\t2\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";

    private HandOver() {
    }

    public static void main(String[] args) {
        final AtomicInteger reports = new AtomicInteger();
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                reports.incrementAndGet();
            }
        });
        Registration registration = Registry.register(new LineUnit(TEXT));
        PropertyMonitor monitor = registration.monitor(0);
        StringBuilder out = new StringBuilder(monitor.getClass().getSimpleName());
        Object leaf = new Object();
        Object kept = new Object();
        begin(monitor, leaf);
        monitor.event(0, kept, leaf, 2);
        monitor.event(2, leaf, 7);
        out.append(' ').append(reports.get());
        ModelCheck.collectGarbage();
        monitor.clean();
        monitor.event(2, leaf, 7);
        out.append(' ').append(reports.get());
        monitor.event(2, leaf, 8);
        out.append(' ').append(reports.get());
        // A slice that was forgotten has reported nothing for the next one of that leaf.
        Object another = new Object();
        endReported(monitor, another);
        reportNext(registration, kept, another);
        out.append(' ').append(reports.get());
        // Nor has one that had become the first of several, all of which were forgotten.
        Object third = new Object();
        endReported(monitor, third);
        begin(monitor, third);
        reportNext(registration, kept, third);
        out.append(' ').append(reports.get());
        System.out.println(out.append(kept == leaf ? " ?" : ""));
    }

    /** The first slice reports at site 7, then ends; its owner is garbage when this returns. */
    private static void begin(PropertyMonitor monitor, Object leaf) {
        Object owner = new Object();
        monitor.event(0, owner, leaf, 1);
        monitor.event(1, owner, leaf, 1);
    }

    /** The only slice of the leaf reports, then ends; its owner is garbage when this returns. */
    private static void endReported(PropertyMonitor monitor, Object leaf) {
        Object owner = new Object();
        monitor.event(0, owner, leaf, 1);
        monitor.event(2, leaf, 7);
        monitor.event(1, owner, leaf, 1);
    }

    /** The leaf's slices are forgotten, and the next one reports at site 7. */
    private static void reportNext(Registration registration, Object owner, Object leaf) {
        PropertyMonitor monitor = registration.monitor(0);
        // Another property keeps the leaf's entry.
        registration.monitor(1).event(0, leaf, 2);
        ModelCheck.collectGarbage();
        monitor.clean();
        monitor.event(0, owner, leaf, 2);
        monitor.event(2, leaf, 7);
    }
}
