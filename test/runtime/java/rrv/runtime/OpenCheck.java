package rrv.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A property of calls that are entered and left: what has no entry while they are under way, and what needs one. Prints what was reported,
 * and how many slices had entries, behind each step.
 */
public final class OpenCheck {
    /**
     * enter and peek start slices; peek changes nothing. The second modify after enter is reported, and each further one.
     * calm undoes an enter that no modify has followed.
     */
    private static final String TEXT = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\n"
            + "parameter\tt\tobject\nparameter\ts\tobject\n"
            + "event\tenter\t0\tcreation\t0,1\t0,1\nevent\tpeek\t1\tcreation\t0,1\t0,1\n"
            + "event\tleave\t2\t-\t0,1\t0,1\nevent\tmodify\t3\t-\t1\t0\nevent\tcalm\t4\t-\t1\t0\n"
            + "automaton\t4\t5\t0\nrow\t1\t0\t0\t0\t0\nrow\t1\t1\t0\t2\t0\nrow\t1\t2\t0\t3\t2\nrow\t1\t3\t0\t3\t3\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    private static final int ENTER = 0;
    private static final int PEEK = 1;
    private static final int LEAVE = 2;
    private static final int MODIFY = 3;
    private static final int CALM = 4;
    private static final int SITE = 2;
    /** More than have places without an entry. */
    private static final int MANY = 5000;
    private static final int THREADS = 4;

    private static final AtomicInteger REPORTS = new AtomicInteger();

    private final PropertyMonitor monitor;
    /** These live on. */
    private final Object[] peeked = new Object[MANY];
    private final StringBuilder out = new StringBuilder();

    private OpenCheck(PropertyMonitor monitor) {
        this.monitor = monitor;
    }

    public static void main(String[] args) throws Exception {
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                REPORTS.incrementAndGet();
            }
        });
        OpenCheck check = new OpenCheck(Registry.register(new LineUnit(TEXT)).monitor(0));
        check.inTurn();
        check.leftOpen();
        check.atOnce();
        check.withoutRoot();
        check.ofOneSource();
        check.byThreads();
        check.ofTwoThreads();
        long[] counts = new long[5];
        check.monitor.addAllCounts(counts);
        System.out.println(check.out + "modified=" + counts[MODIFY]);
    }

    /** One behind the other, and one in the other: none has an entry. */
    private void inTurn() {
        long before = monitor.created();
        for (int call = 0; call < MANY; call++) {
            Object first = new Object();
            Object second = new Object();
            Object third = new Object();
            peeked[call] = third;
            monitor.event(PEEK, first, third, SITE);
            monitor.event(ENTER, second, first, SITE);
            monitor.eventIfBound(MODIFY, first, SITE);
            monitor.event(ENTER, third, second, SITE);
            monitor.eventIfBound(MODIFY, third, SITE);
            monitor.event(LEAVE, third, second, SITE);
            monitor.eventIfBound(MODIFY, second, SITE);
            monitor.event(LEAVE, second, first, SITE);
            monitor.eventIfBound(MODIFY, first, SITE);
        }
        out.append("in turn ").append(REPORTS.getAndSet(0)).append(' ').append(monitor.created() - before).append('\n');
    }

    /** What is not left before its objects are gone makes room for others. */
    private void leftOpen() {
        for (int call = 0; call < MANY; call++) {
            monitor.event(ENTER, new Object(), new Object(), SITE);
        }
        ModelCheck.collectGarbage();
        inTurn();
    }

    private void modifyTwice(Object source, int site) {
        monitor.eventIfBound(MODIFY, source, site);
        monitor.eventIfBound(MODIFY, source, site);
    }

    private void atOnce() {
        Object[] targets = new Object[MANY];
        Object[] sources = new Object[MANY];
        long before = monitor.created();
        for (int call = 0; call < MANY; call++) {
            targets[call] = new Object();
            sources[call] = new Object();
            monitor.event(ENTER, targets[call], sources[call], SITE);
        }
        boolean some = monitor.created() > before;
        for (int call = 0; call < MANY; call++) {
            modifyTwice(sources[call], SITE);
        }
        out.append("at once ").append(some).append(' ').append(REPORTS.getAndSet(0)).append(' ').append(monitor.created() - before);
        for (int call = 0; call < MANY; call++) {
            monitor.event(LEAVE, targets[call], sources[call], SITE);
            monitor.event(ENTER, targets[call], sources[call], SITE);
            // Has been reported of this slice at this place, and not at the next.
            modifyTwice(sources[call], SITE);
        }
        out.append(' ').append(REPORTS.getAndSet(0));
        for (int call = 0; call < MANY; call++) {
            monitor.eventIfBound(MODIFY, sources[call], SITE + 1);
            monitor.event(LEAVE, targets[call], sources[call], SITE);
        }
        out.append(' ').append(REPORTS.getAndSet(0)).append('\n');
    }

    /** A target is not needed for a report: those whose target is gone make no room. */
    private void withoutRoot() {
        Object[] sources = new Object[2 * MANY];
        for (int call = 0; call < sources.length; call++) {
            if (call == MANY) {
                ModelCheck.collectGarbage();
            }
            sources[call] = new Object();
            monitor.event(ENTER, new Object(), sources[call], SITE);
        }
        ModelCheck.collectGarbage();
        for (Object source : sources) {
            modifyTwice(source, SITE);
        }
        monitor.clean();
        out.append("without root ").append(REPORTS.getAndSet(0)).append('\n');
    }

    /** An event of a source is one of each of its slices. */
    private void ofOneSource() {
        Object source = new Object();
        Object[] targets = {new Object(), new Object(), new Object()};
        for (Object target : targets) {
            monitor.event(ENTER, target, source, SITE);
        }
        monitor.eventIfBound(CALM, source, SITE);
        modifyTwice(source, SITE);
        out.append("of one source ").append(REPORTS.getAndSet(0));
        for (Object target : targets) {
            monitor.event(ENTER, target, source, SITE);
        }
        modifyTwice(source, SITE);
        out.append(' ').append(REPORTS.getAndSet(0)).append(", in turn");
        // At each modify but the first, one slice has an entry already, or gets one, and another has none.
        Object another = new Object();
        for (Object target : targets) {
            monitor.event(ENTER, target, another, SITE);
            monitor.eventIfBound(MODIFY, another, SITE);
            out.append(' ').append(REPORTS.getAndSet(0));
        }
        out.append('\n');
    }

    /** Each has calls of its own, some of them disturbed; all share a source that another one modifies. */
    private void byThreads() throws Exception {
        final Object common = new Object();
        Thread[] threads = new Thread[THREADS];
        for (int index = 0; index < THREADS; index++) {
            threads[index] = new Thread() {
                @Override
                public void run() {
                    for (int call = 0; call < MANY; call++) {
                        Object target = new Object();
                        Object source = new Object();
                        monitor.event(ENTER, target, common, SITE);
                        monitor.event(ENTER, target, source, SITE);
                        if (call % 10 == 0) {
                            modifyTwice(source, SITE);
                        }
                        monitor.event(LEAVE, target, source, SITE);
                        monitor.event(LEAVE, target, common, SITE);
                    }
                    Object target = new Object();
                    monitor.event(ENTER, target, common, SITE);
                    modifyTwice(common, SITE + 2);
                    monitor.event(LEAVE, target, common, SITE);
                }
            };
            threads[index].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // What a thread has open when another modifies the common source is reported, too.
        int more = REPORTS.getAndSet(0) - THREADS * (MANY / 10 + 1);
        out.append("by threads ").append(more >= 0 && more <= THREADS * THREADS ? "all" : "wrong: " + more).append(", lost ")
                .append(monitor.lost.get()).append('\n');
    }

    /**
     * One thread finds no place for a slice, and another one does before the first has made an entry: it is one slice
     * all the same, so that what leaves it undoes both.
     */
    private void ofTwoThreads() throws Exception {
        final Object[] sources = ofOneStripe(OpenSlices.MOST + 1);
        final Object source = sources[OpenSlices.MOST];
        final Object target = new Object();
        for (int place = 0; place < OpenSlices.MOST; place++) {
            monitor.event(ENTER, target, sources[place], SITE);
        }
        Thread second = new Thread() {
            @Override
            public void run() {
                monitor.event(ENTER, target, source, SITE);
            }
        };
        synchronized (((OwnedMonitor) monitor).owners[Identity.hash(target) >>> StripedMonitor.SHIFT]) {
            second.start();
            while (second.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
            monitor.event(LEAVE, target, sources[0], SITE);
            monitor.event(ENTER, target, source, SITE);
        }
        second.join();
        monitor.event(LEAVE, target, source, SITE);
        modifyTwice(source, SITE);
        out.append("of two threads ").append(REPORTS.getAndSet(0)).append('\n');
    }

    /** That many objects, of which one stripe has what is known about them. */
    private static Object[] ofOneStripe(int count) {
        Object[] all = new Object[count];
        for (int made = 0; made < count;) {
            all[made] = new Object();
            if (Identity.hash(all[made]) >>> StripedMonitor.SHIFT == Identity.hash(all[0]) >>> StripedMonitor.SHIFT) {
                made++;
            }
        }
        return all;
    }
}
