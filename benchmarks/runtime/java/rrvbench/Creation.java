package rrvbench;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import rrvbench.Things.Cursor;

/**
 * What the creation of a slice consists of: each step does what the one before it does, and one thing more.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Creation {
    /** As large as a slice of SafeHasNext. */
    private static final class Entry extends WeakReference<Object> {
        int state;

        Entry(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
        }
    }

    /** More than are made between two collections. */
    private static final int HELD = 1 << 22;
    private static final int SWEEP_EVERY = 32;
    private static final int SWEEP_STEP = 5;

    private final Object[] held = new Object[HELD];
    private final int[] table = new int[1 << 21];
    private final ReferenceQueue<Object> polled = new ReferenceQueue<Object>();
    private Program program;
    private Program floor;
    private int at;
    private int swept;

    @Setup(Level.Trial)
    public void setup() throws Exception {
        program = Program.of("rrv", "SafeHasNext");
        floor = Program.of("floor", "SafeHasNext");
    }

    private void hold(Object entry) {
        held[at++ & HELD - 1] = entry;
    }

    private void sweep() {
        if ((at & SWEEP_EVERY - 1) == 0) {
            for (int step = 0; step < SWEEP_EVERY * SWEEP_STEP; step++) {
                int position = swept++ & HELD - 1;
                Entry entry = (Entry) held[position];
                if (entry != null && entry.get() == null) {
                    held[position] = null;
                }
            }
        }
    }

    /** The object itself. */
    @Benchmark
    public Cursor allocate() {
        return new Cursor();
    }

    /** Its identity hash, which the first call installs. */
    @Benchmark
    public Cursor hash() {
        Cursor i = new Cursor();
        at += System.identityHashCode(i);
        return i;
    }

    /** A weak reference that nobody holds, so that no collector ever sees it. */
    @Benchmark
    public Cursor weak() {
        Cursor i = new Cursor();
        at += System.identityHashCode(i);
        held[0] = new Entry(i, null);
        return i;
    }

    /** The weak reference is held: the collector copies it, finds it, clears it and hands it to the reference handler. */
    @Benchmark
    public Cursor held() {
        Cursor i = new Cursor();
        System.identityHashCode(i);
        hold(new Entry(i, null));
        return i;
    }

    /** Five held references are looked at for each new one, and dropped when cleared. */
    @Benchmark
    public Cursor swept() {
        Cursor i = new Cursor();
        System.identityHashCode(i);
        hold(new Entry(i, null));
        sweep();
        return i;
    }

    /** An int at a random place in 8 MB is read and written: a hash table of a million entries. */
    @Benchmark
    public Cursor slot() {
        Cursor i = new Cursor();
        enter(i, System.identityHashCode(i) * 0x9E3779B9);
        return i;
    }

    private void enter(Cursor i, int hash) {
        hold(new Entry(i, null));
        sweep();
        if (table[hash >>> 11] != hash) {
            table[hash >>> 11] = hash;
        }
    }

    /** The same under a lock. */
    @Benchmark
    public Cursor lock() {
        Cursor i = new Cursor();
        int hash = System.identityHashCode(i) * 0x9E3779B9;
        synchronized (polled) {
            enter(i, hash);
        }
        return i;
    }

    /** `held` with a reference queue, which is polled. */
    @Benchmark
    public Cursor queue() {
        Cursor i = new Cursor();
        System.identityHashCode(i);
        hold(new Entry(i, polled));
        while ((at & SWEEP_EVERY - 1) == 0 && polled.poll() != null) {
            swept++;
        }
        return i;
    }

    /** SafeHasNext by hand for one thread (FloorProgram). */
    @Benchmark
    public Cursor byHand() {
        Cursor i = new Cursor();
        floor.hasMore(i);
        return i;
    }

    /** The runtime, SafeHasNext. */
    @Benchmark
    public Cursor runtime() {
        Cursor i = new Cursor();
        program.hasMore(i);
        return i;
    }
}
