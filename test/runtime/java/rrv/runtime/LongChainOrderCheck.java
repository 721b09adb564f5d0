package rrv.runtime;

/**
 * An update of one of the many owners of a leaf, stopped at each place once ({@link Schedule}), while another thread uses first another
 * leaf of that owner, and then that one: where the first use comes behind the update, so does the second. The leaf has been used
 * before, or a third thread uses it meanwhile. Prints the monitor, and at how many places.
 */
public final class LongChainOrderCheck {
    private static final int JOIN = 0;
    private static final int UPDATE = 1;
    private static final int USE = 2;
    private static final int OTHERS = 34;
    private static final int SHORT = 1;
    private static final int LONG = 2;
    private static final int LATER = 3;

    private static int ofShort;
    private static int ofLong;
    /** The same and what is used when all is over. */
    private static int ofAll;

    private LongChainOrderCheck() {
    }

    public static void main(String[] args) throws Exception {
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> {
            ofShort += violation.line == SHORT ? 1 : 0;
            ofLong += violation.line == SHORT || violation.line == LATER ? 0 : 1;
            ofAll += violation.line == SHORT ? 0 : 1;
        });
        Thread thread = Schedule.light(() -> {
            check("passed over", true);
            check("walked", false);
        });
        thread.start();
        thread.join();
        System.exit(0);
    }

    /** The update is stopped, and where the leaf has not been used before, so is the thread that goes on then. */
    private static void check(String name, boolean isUsed) {
        int places = 0;
        Scene counted = new Scene(isUsed);
        Schedule.run(new Runnable[] {counted.updates, () -> { }}, 0, new int[0], 0);
        int pointsOfUpdate = Schedule.points();
        // Whether the thread that uses the leaf ends before the update goes on.
        for (int choices = 0; choices <= (isUsed ? 0 : 2); choices += 2) {
            for (int point = 1; point <= pointsOfUpdate; point++) {
                int came = 2;
                for (int next = point + 1; came == 2; next++) {
                    Scene scene = new Scene(isUsed);
                    Runnable[] jobs = isUsed ? new Runnable[] {scene.updates, scene.asks}
                            : new Runnable[] {scene.updates, scene.uses, scene.asks};
                    ofShort = 0;
                    ofLong = 0;
                    ofAll = 0;
                    came = Schedule.run(jobs, 0, new int[] {point, isUsed ? Integer.MAX_VALUE : next}, choices);
                    places += came;
                    scene.monitor.event(USE, scene.leaf, LATER);
                    if (ofShort > 0 && ofLong == 0 || ofAll != 1) {
                        System.out.println(name + ", stopped at " + point + " and " + next + ": " + ofShort + ", " + ofLong + " of " + ofAll);
                    }
                }
            }
        }
        System.out.println(counted.monitor.getClass().getSimpleName() + ", " + name + ", places " + (places > 2 ? "several" : places));
    }

    /** An owner with a leaf that has no other one, and a leaf with many others. */
    private static final class Scene {
        final PropertyMonitor monitor = Monitors.create(AwaitedOrderCheck.SAFE_ITERATOR, null, null, new MonitoredObjects());
        final Object leaf = new Object();
        private final Object owner = new Object();
        private final Object brief = new Object();
        private final Object[] others = new Object[OTHERS];
        final Runnable updates = () -> monitor.event(UPDATE, owner, 0);
        final Runnable uses = () -> monitor.event(USE, leaf, 0);
        final Runnable asks = () -> {
            monitor.event(USE, brief, SHORT);
            monitor.event(USE, leaf, LONG);
        };

        Scene(boolean isUsed) {
            monitor.event(JOIN, owner, brief, 0);
            for (int index = 0; index < OTHERS; index++) {
                others[index] = new Object();
                monitor.event(JOIN, others[index], leaf, 0);
                if (index == 0) {
                    // So that it comes last in the list of the leaf: the first one stays the first.
                    monitor.event(JOIN, owner, leaf, 0);
                }
            }
            if (isUsed) {
                monitor.event(USE, leaf, 0);
            }
        }
    }
}
