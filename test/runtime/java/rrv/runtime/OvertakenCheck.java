package rrv.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An event of one thread begins, a slice begins after it, and another thread has the same event on the same object: the first thread, which
 * goes on only now, must not make the event older than the slice. Prints for each monitor what was reported of that slice, and of one that
 * has begun since. Then a join comes while a change is under way, and with code a change while a join is: whichever was first, nothing is
 * reported of the slice, but of one that has begun since. At last two slices begin at once, with code, that are one together: a use of
 * both is reported.
 */
public final class OvertakenCheck {
    /** A use is reported, unless change has come since the slice began. */
    private static final String EVENTS = "event\tbegin\t0\tcreation\t0\t0\nevent\tchange\t1\t-\t1\t0\n"
            + "event\tjoin\t2\t-\t0,1\t0,1\nevent\tuse\t3\t-\t0,1\t0,1\nautomaton\t5\t4\t0\n"
            + "row\t1\t0\t0\t0\nrow\t1\t2\t3\t1\nrow\t2\t2\t2\t2\nrow\t3\t2\t3\t4\nrow\t4\t4\t4\t4\n"
            + "category\t4\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    private static final String HEAD = "rrv-unit\t1\nversion\t0\nanalysis\tnone\n";
    private static final String BY_NAME = "property\tP\terror\nparameter\tx\tobject\nparameter\ty\tobject\n";
    private static final String BY_VALUE = "property\tV\terror\nparameter\tx\tobject\nparameter\ty\tvalue\n";
    /** The same with a third object, which alter changes. */
    private static final String OF_THREE = "property\tT\terror\nparameter\tx\tobject\nparameter\ty\tobject\nparameter\tz\tobject\n"
            + EVENTS.replace("\t0,1\t0,1", "\t0,1,2\t0,1,2").replace("automaton\t5\t4", "event\talter\t1\t-\t2\t0\nautomaton\t5\t4");
    /** A use behind left and right, in any order, each of which begins a slice of its own. */
    private static final String MEETING = BY_NAME + "event\tleft\t0\t-\t0\t0\nevent\tright\t1\t-\t1\t0\nevent\tuse\t2\t-\t0,1\t0,1\n"
            + "code\t0\nautomaton\t6\t3\t0\nrow\t1\t2\t5\nrow\t1\t3\t5\nrow\t3\t2\t5\nrow\t3\t3\t4\nrow\t4\t4\t4\nrow\t5\t5\t5\n"
            + "category\t4\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    private static final int LEFT = 0;
    private static final int RIGHT = 1;
    private static final int USE_OF_BOTH = 2;
    private static final int BEGIN = 0;
    private static final int CHANGE = 1;
    private static final int JOIN = 2;
    private static final int USE = 3;
    private static final int SITE = 1;
    private static final int ROUNDS = 20;
    private static final int MOST_WAIT = 100;

    private static final AtomicInteger REPORTS = new AtomicInteger();

    /** Code that accepts every event, but waits in one thread. */
    private static final class Body extends SliceBody {
        static final CountDownLatch[] NONE = {};
        static volatile Thread slow;
        static volatile CountDownLatch[] begunAndGoOn = NONE;

        @Override
        protected boolean condition(int event, Object[] arguments) {
            return event(event, arguments);
        }

        @Override
        protected boolean event(int event, Object[] arguments) {
            if (Thread.currentThread() == slow) {
                begunAndGoOn[0].countDown();
                try {
                    begunAndGoOn[1].await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return true;
        }
    }

    private OvertakenCheck() {
    }

    public static void main(String[] args) throws Exception {
        Registry.register(new LineUnit());
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                REPORTS.incrementAndGet();
            }
        });
        withoutCode(false);
        withoutCode(true);
        whileJoining();
        for (boolean joins : new boolean[] {false, true}) {
            slowChange(BY_NAME, new Object(), true, joins);
            slowChange(BY_VALUE, 1000, true, joins);
            slowChange(BY_NAME, new Object(), false, joins);
        }
        slowJoin(BY_NAME, new Object());
        slowJoin(BY_VALUE, 1000);
        meeting();
    }

    private static PropertyDefinition parsed(String property) {
        return PropertyDefinition.parse(HEAD + property).properties.get(0);
    }

    private static PropertyDefinition definition(String parameters, String more) {
        return parsed(parameters + EVENTS.replace("automaton", more + "automaton"));
    }

    /** `joins`: of one slice, where otherwise another one begins and the change comes once more. */
    private static void withoutCode(boolean joins) throws Exception {
        PropertyDefinition definition = definition(BY_NAME, "");
        MonitoredObjects objects = new MonitoredObjects();
        final PropertyMonitor monitor = Monitors.create(definition, null, null, objects);
        final Object changed = new Object();
        Object begun = new Object();
        monitor.event(BEGIN, joins ? begun : new Object(), SITE);
        Thread slow = changing(monitor, changed);
        synchronized (stripeOf(objects, changed)) {
            startUntilBlocked(slow);
            if (joins) {
                monitor.event(JOIN, begun, changed, SITE);
            } else {
                monitor.event(BEGIN, begun, SITE);
                monitor.eventIfBound(CHANGE, changed, SITE);
            }
        }
        slow.join();
        join(monitor, begun, changed);
    }

    private static Thread changing(final PropertyMonitor monitor, final Object changed) {
        return new Thread() {
            @Override
            public void run() {
                monitor.eventIfBound(CHANGE, changed, SITE);
            }
        };
    }

    private static void startUntilBlocked(Thread thread) {
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED) {
            Thread.yield();
        }
    }

    /**
     * A change is noted when another thread has asked for it and found none, and has not made its slice yet, if that
     * thread is the first to get the lock.
     */
    private static void whileJoining() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            MonitoredObjects objects = new MonitoredObjects();
            final PropertyMonitor monitor = Monitors.create(parsed(OF_THREE), null, null, objects);
            final Object begun = new Object();
            final Object changed = new Object();
            Object third = new Object();
            while (stripeOf(objects, third) == stripeOf(objects, changed)) {
                third = new Object();
            }
            final Object another = third;
            monitor.event(BEGIN, begun, SITE);
            Thread joining = new Thread() {
                @Override
                public void run() {
                    monitor.event(JOIN, begun, changed, another, SITE);
                }
            };
            Thread changing = changing(monitor, changed);
            synchronized (stripeOf(objects, another)) {
                synchronized (stripeOf(objects, changed)) {
                    startUntilBlocked(changing);
                    startUntilBlocked(joining);
                }
                // Does not wait for what the other thread holds, if it misses that.
                changing.join(MOST_WAIT);
            }
            changing.join();
            joining.join();
            monitor.event(USE, begun, changed, another, SITE);
        }
        System.out.println("while joining " + REPORTS.getAndSet(0));
    }

    private static ObjectStripe stripeOf(MonitoredObjects objects, Object object) {
        return objects.others[Identity.hash(object) >>> MonitoredObjects.SHIFT];
    }

    private static PropertyMonitor bodyMonitor(String parameters) {
        return bodyMonitor(definition(parameters, "code\t0\ncondition\t1\tasked\n"));
    }

    private static PropertyMonitor bodyMonitor(PropertyDefinition definition) {
        return new BodyMonitor(definition, new Automaton(definition), new Units.BodySource() {
            @Override
            public SliceBody newBody() {
                return new Body();
            }
        }, new MonitoredObjects());
    }

    /** `isKnown`: there is a slice whose code the change runs; otherwise that of a new one is asked. */
    private static void slowChange(String parameters, Object changed, boolean isKnown, boolean joins) throws Exception {
        PropertyMonitor monitor = bodyMonitor(parameters);
        Object before = new Object();
        advise(monitor, BEGIN, before);
        if (isKnown) {
            advise(monitor, JOIN, before, changed);
        }
        Object begun = new Object();
        if (joins) {
            advise(monitor, BEGIN, begun);
        }
        Runnable rest = slowly(monitor, CHANGE, changed);
        if (joins) {
            advise(monitor, JOIN, begun, changed);
        } else {
            advise(monitor, BEGIN, begun);
            advise(monitor, CHANGE, changed);
        }
        rest.run();
        join(monitor, begun, changed);
    }

    private static void slowJoin(String parameters, Object changed) throws Exception {
        PropertyMonitor monitor = bodyMonitor(parameters);
        Object begun = new Object();
        advise(monitor, BEGIN, begun);
        Runnable rest = slowly(monitor, JOIN, begun, changed);
        advise(monitor, CHANGE, changed);
        rest.run();
        join(monitor, begun, changed);
    }

    private static void meeting() throws Exception {
        PropertyMonitor monitor = bodyMonitor(parsed(MEETING));
        Object left = new Object();
        Object right = new Object();
        Runnable rest = slowly(monitor, LEFT, left);
        advise(monitor, RIGHT, right);
        rest.run();
        advise(monitor, USE_OF_BOTH, left, right);
        System.out.println("meeting " + REPORTS.getAndSet(0));
    }

    /** The event begins in another thread, whose code waits until what is returned runs. */
    private static Runnable slowly(final PropertyMonitor monitor, final int event, final Object... arguments) throws Exception {
        final Thread slow = new Thread() {
            @Override
            public void run() {
                advise(monitor, event, arguments);
            }
        };
        CountDownLatch hasBegun = new CountDownLatch(1);
        final CountDownLatch goesOn = new CountDownLatch(1);
        Body.begunAndGoOn = new CountDownLatch[] {hasBegun, goesOn};
        Body.slow = slow;
        slow.start();
        hasBegun.await();
        return new Runnable() {
            @Override
            public void run() {
                goesOn.countDown();
                try {
                    slow.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static void join(PropertyMonitor monitor, Object begun, Object changed) {
        advise(monitor, JOIN, begun, changed);
        advise(monitor, USE, begun, changed);
        int ofBegun = REPORTS.getAndSet(0);
        Object since = new Object();
        advise(monitor, BEGIN, since);
        advise(monitor, JOIN, since, changed);
        advise(monitor, USE, since, changed);
        System.out.println(monitor.getClass().getSimpleName() + " " + ofBegun + " " + REPORTS.getAndSet(0));
    }

    private static void advise(PropertyMonitor monitor, int event, Object... arguments) {
        monitor.advice(event, arguments, SITE);
    }
}
