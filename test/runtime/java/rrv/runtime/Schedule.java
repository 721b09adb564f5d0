package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a few threads one at a time and says where the next one goes on: schedule-weaver.ts puts a call of {@link #point} before
 * each access of the runtime's classes to memory that threads share, and calls of {@link #enter} and {@link #exit} in the place of
 * their locks. So a schedule is a list of numbers, those of the points at which another thread goes on, and the same list is the
 * same execution. Between two points nothing of another thread happens; what a processor may put in another order is not modelled.
 */
public final class Schedule {
    private static final int MOST_LOCKS = 64;
    private static final int MOST_THREADS = 3;
    private static final int NOBODY = -1;

    /** Whether points are asked about at all: else one thread does all. */
    private static volatile boolean on;
    /** Who may run; NOBODY when all are done. */
    private static volatile int turn = NOBODY;
    private static volatile Thread waiting;
    private static final Worker[] WORKERS = new Worker[MOST_THREADS];
    private static int threads;
    private static final boolean[] DONE = new boolean[MOST_THREADS];
    private static final Object[] WAITS_FOR = new Object[MOST_THREADS];
    private static int locks;
    private static final Object[] LOCKED = new Object[MOST_LOCKS];
    private static final int[] OWNER = new int[MOST_LOCKS];
    private static final int[] DEPTH = new int[MOST_LOCKS];
    private static final Map<Object, Integer> NUMBERS = new IdentityHashMap<Object, Integer>();
    /** Numbers of points, ascending, at which another thread goes on, and how many of them have come. */
    private static int[] switches;
    private static int fired;
    private static int points;
    /** For three threads: bits that choose among those that may run. */
    private static int choices;
    /** Which of the next allocations finds no memory; 0: none. */
    static int failing;
    /** Called where a thread is stopped, before the next one goes on; null: nothing. */
    static volatile Runnable stopped;
    /** Called when that one has come. */
    static Runnable allocated;
    /** What threads accessed in this execution: objects, what of them (twice its number, plus one where it is written), threads, points. */
    private static Object[] accessed = new Object[1 << 12];
    private static int[] what = new int[1 << 12];
    private static int[] by = new int[1 << 12];
    private static int[] pointOf = new int[1 << 12];
    /** With which locks, as bits. */
    private static long[] held = new long[1 << 12];
    private static int accesses;
    /** What happened at each switch, for people; null: nobody asks. */
    static StringBuilder trace;
    /** Set when nobody can go on. */
    static volatile String deadlock;

    private static final class Worker implements Runnable {
        private final int number;
        private final Thread thread;
        private volatile Runnable job;

        Worker(int number) {
            this.number = number;
            thread = light(this);
            if (!thread.isDaemon()) {
                thread.setDaemon(true);
            }
        }

        @Override
        public void run() {
            for (;;) {
                await(number);
                job.run();
                DONE[number] = true;
                int next = other(number);
                if (next < 0 && !allDone()) {
                    fail();
                }
                give(next < 0 ? NOBODY : next);
            }
        }
    }

    private Schedule() {
    }

    /**
     * Runs the jobs to their end; the first thread begins. Answers how many of the switches came: further ones were behind the
     * last point.
     */
    static int run(Runnable[] jobs, int first, int[] switchesAt, int choosing) {
        threads = jobs.length;
        for (int index = 0; index < threads; index++) {
            if (WORKERS[index] == null) {
                WORKERS[index] = new Worker(index);
                WORKERS[index].thread.start();
            }
            WORKERS[index].job = jobs[index];
            DONE[index] = false;
            WAITS_FOR[index] = null;
        }
        locks = 0;
        NUMBERS.clear();
        accesses = 0;
        switches = switchesAt;
        fired = 0;
        points = 0;
        choices = choosing;
        waiting = Thread.currentThread();
        on = true;
        give(first);
        await(NOBODY);
        on = false;
        return fired;
    }

    /**
     * A virtual thread where there are such (Java 21): with one carrier, one goes on where another one stops without a word to the
     * operating system. What starts them should be one, too.
     */
    static Thread light(Runnable job) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            return (Thread) type.getMethod("unstarted", Runnable.class).invoke(builder, job);
        } catch (ReflectiveOperationException e) {
            return new Thread(job);
        }
    }

    /** How many points of the last execution let another thread go on. */
    static int points() {
        return points;
    }

    /** Which of the threads runs; -1 for any other. */
    static int current() {
        int mayBe = turn;
        return on && mayBe >= 0 && WORKERS[mayBe].thread == Thread.currentThread() ? mayBe : -1;
    }

    /** Before the object's field or element with this number is read or written. */
    public static void access(Object object, int number) {
        int me = current();
        if (me >= 0) {
            step(me, object, number);
        }
    }

    /** Before memory is taken. */
    public static void allocate() {
        if (failing > 0 && --failing == 0) {
            allocated.run();
            throw new OutOfMemoryError("as asked for");
        }
    }

    /** Where the code of a property may be stopped. */
    static void point() {
        access(null, 1);
    }

    /**
     * The points of the last execution behind the one given at which a thread was about to use what another one used as well, one of
     * them to write, with no lock that both had: only there it can matter that it is stopped.
     */
    static int[] conflicts(int behind) {
        Map<Object, Map<Integer, List<Integer>>> users = new IdentityHashMap<Object, Map<Integer, List<Integer>>>();
        for (int index = 0; index < accesses; index++) {
            List<Integer> uses = users.computeIfAbsent(accessed[index], any -> new HashMap<Integer, List<Integer>>())
                    .computeIfAbsent(what[index] >> 1, any -> new ArrayList<Integer>());
            boolean isKnown = false;
            for (int use : uses) {
                isKnown = isKnown || by[use] == by[index] && held[use] == held[index] && what[use] == what[index];
            }
            if (!isKnown) {
                uses.add(index);
            }
        }
        int[] found = new int[accesses];
        int count = 0;
        for (int index = 0; index < accesses; index++) {
            boolean conflicts = false;
            for (int use : users.get(accessed[index]).get(what[index] >> 1)) {
                conflicts = conflicts || by[use] != by[index] && ((what[use] | what[index]) & 1) != 0 && (held[use] & held[index]) == 0;
            }
            if (conflicts && pointOf[index] > behind) {
                found[count++] = pointOf[index];
            }
        }
        return Arrays.copyOf(found, count);
    }

    public static void enter(Object lock) {
        int me = current();
        if (me < 0) {
            return;
        }
        step(me, lock, 1);
        for (int index = indexOf(lock); index >= 0 && OWNER[index] != me; index = indexOf(lock)) {
            WAITS_FOR[me] = lock;
            int next = other(me);
            if (next < 0) {
                fail();
            }
            note(me, "waits for a lock", next);
            give(next);
            await(me);
        }
        int index = indexOf(lock);
        if (index < 0) {
            index = locks++;
            LOCKED[index] = lock;
            OWNER[index] = me;
            DEPTH[index] = 0;
        }
        DEPTH[index]++;
    }

    public static void exit(Object lock) {
        int me = current();
        if (me < 0) {
            return;
        }
        int index = indexOf(lock);
        if (--DEPTH[index] == 0) {
            locks--;
            LOCKED[index] = LOCKED[locks];
            OWNER[index] = OWNER[locks];
            DEPTH[index] = DEPTH[locks];
            LOCKED[locks] = null;
            for (int thread = 0; thread < threads; thread++) {
                if (WAITS_FOR[thread] == lock) {
                    WAITS_FOR[thread] = null;
                }
            }
        }
    }

    /** Locks have numbers in the order in which they are taken; of very many, those behind the first are as if they were none. */
    private static long heldBy(int me) {
        long bits = 0;
        for (int index = 0; index < locks; index++) {
            if (OWNER[index] == me) {
                int number = NUMBERS.computeIfAbsent(LOCKED[index], any -> NUMBERS.size());
                bits |= number < Long.SIZE ? 1L << number : 0;
            }
        }
        return bits;
    }

    private static int indexOf(Object lock) {
        for (int index = 0; index < locks; index++) {
            if (LOCKED[index] == lock) {
                return index;
            }
        }
        return -1;
    }

    private static void step(int me, Object object, int number) {
        int next = other(me);
        if (accesses == accessed.length) {
            accessed = Arrays.copyOf(accessed, 2 * accesses);
            what = Arrays.copyOf(what, 2 * accesses);
            by = Arrays.copyOf(by, 2 * accesses);
            held = Arrays.copyOf(held, 2 * accesses);
            pointOf = Arrays.copyOf(pointOf, 2 * accesses);
        }
        accessed[accesses] = object;
        what[accesses] = number;
        by[accesses] = me;
        held[accesses] = heldBy(me);
        pointOf[accesses++] = next < 0 ? 0 : points + 1;
        if (next < 0) {
            return;
        }
        points++;
        if (fired < switches.length && switches[fired] == points) {
            fired++;
            note(me, "is stopped", next);
            Runnable then = stopped;
            if (then != null) {
                then.run();
            }
            give(next);
            await(me);
        }
    }

    /** Another thread that may run, or -1. */
    private static int other(int me) {
        int found = -1;
        for (int away = 1; away < threads; away++) {
            int thread = (me + away) % threads;
            if (!DONE[thread] && WAITS_FOR[thread] == null && (found < 0 || (choices >>> fired & 1) != 0)) {
                found = thread;
            }
        }
        return found;
    }

    private static boolean allDone() {
        boolean all = true;
        for (int thread = 0; thread < threads; thread++) {
            all &= DONE[thread];
        }
        return all;
    }

    private static void give(int next) {
        turn = next;
        LockSupport.unpark(next == NOBODY ? waiting : WORKERS[next].thread);
    }

    private static void await(int me) {
        while (turn != me) {
            LockSupport.park();
        }
    }

    private static void fail() {
        deadlock = "all threads wait: " + Arrays.toString(WAITS_FOR);
        System.out.println("DEADLOCK " + deadlock + (trace == null ? "" : trace));
        for (int thread = 0; thread < threads; thread++) {
            System.out.println(thread + " " + Arrays.toString(WORKERS[thread].thread.getStackTrace()));
        }
        Runtime.getRuntime().halt(3);
    }

    private static void note(int me, String what, int next) {
        if (trace != null) {
            trace.append("\n  thread ").append(me).append(' ').append(what).append(" at point ").append(points).append(", ").append(next)
                    .append(" goes on:");
            StackTraceElement[] frames = new Throwable().getStackTrace();
            for (int index = 3; index < Math.min(frames.length, 10); index++) {
                trace.append("\n    ").append(frames[index]);
            }
        }
    }
}
