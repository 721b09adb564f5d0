package rrv.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A join whose code takes longer than the pauses of another thread, which changes the slice that it extends again and again. Prints
 * whether the join has been taken, with the code running not much more often than the waiting of others is doubled.
 */
public final class StarvationCheck {
    private static final String TEXT = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\nparameter\tx\tobject\n"
            + "parameter\ty\tobject\nevent\tbegin\t0\tcreation\t0\t0\nevent\tchange\t1\t-\t0\t0\nevent\tjoin\t2\t-\t0,1\t0,1\n"
            + "automaton\t3\t3\t0\nrow\t1\t0\t0\nrow\t1\t1\t2\nrow\t2\t2\t2\ncategory\t2\tmatch\nhandler\tmatch\treport\t-\t-\tm\n"
            + "code\t0\nend\n";
    private static final int BEGIN = 0;
    private static final int CHANGE = 1;
    private static final int JOIN = 2;
    private static final int SITE = 1;
    /** Nanoseconds that the code of the join waits for a change. */
    private static final long SLOW = 50000000L;
    /** Of them the last ones wait for nothing. */
    private static final int MOST_RUNS = 100;
    private static final int FEW_RUNS = 40;

    static final AtomicInteger CHANGES = new AtomicInteger();
    static final AtomicInteger RUNS = new AtomicInteger();

    private StarvationCheck() {
    }

    private static final class Body extends SliceBody {
        @Override
        protected boolean event(int event, Object[] arguments) {
            if (event == JOIN && RUNS.incrementAndGet() < MOST_RUNS) {
                int before = CHANGES.get();
                long end = System.nanoTime() + SLOW;
                while (CHANGES.get() == before && System.nanoTime() - end < 0) {
                    Thread.yield();
                }
            }
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        Registry.register(new LineUnit());
        PropertyDefinition definition = PropertyDefinition.parse(TEXT).properties.get(0);
        final BodyMonitor monitor = new BodyMonitor(definition, new Automaton(definition), new Units.BodySource() {
            @Override
            public SliceBody newBody() {
                return new Body();
            }
        }, new MonitoredObjects());
        final Object x = new Object();
        monitor.event(BEGIN, x, SITE);
        Thread changing = new Thread() {
            @Override
            public void run() {
                while (true) {
                    monitor.event(CHANGE, x, SITE);
                    CHANGES.incrementAndGet();
                }
            }
        };
        changing.setDaemon(true);
        changing.start();
        while (CHANGES.get() == 0) {
            Thread.yield();
        }
        Object y = new Object();
        monitor.event(JOIN, x, y, SITE);
        boolean isTaken = monitor.created() == 2;
        System.out.println((isTaken ? "taken" : "not taken") + (RUNS.get() < FEW_RUNS ? "" : " in " + RUNS + " runs of its code"));
        if (y.equals(null)) {
            throw new AssertionError();
        }
    }
}
