package rrvbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;
import rrvbench.Things.Cursor;

/** Every thread has its share of the live objects; monitors and their tables are shared by all. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Events {
    @Param({"SafeHasNext", "SafeIterator", "SafeMapIterator", "Four"})
    public String property;

    @Param({"empty", "weakmap", "aspectj", "rrv"})
    public String monitor;

    @Param({"10", "10000", "1000000"})
    public int live;

    private LiveObjects objects;
    private Program program;
    private Cursor[] cursors;
    private int first;
    private int last;
    private int at;
    private int random;

    @Setup(Level.Trial)
    public void setup(ThreadParams thread) throws Exception {
        objects = LiveObjects.of(property, monitor, live);
        program = objects.program;
        cursors = objects.cursors;
        int own = Math.max(1, live / thread.getThreadCount());
        first = thread.getThreadIndex() % live * own;
        last = first + own;
        at = first;
        random = thread.getThreadIndex() + 1;
    }

    private int step() {
        int k = at + 1;
        at = k == last ? first : k;
        return at;
    }

    /** One event (SafeHasNext: two) on the next live object, in the order of creation; nothing is created. */
    @Benchmark
    public int use() {
        return use(cursors[step()]);
    }

    /** The same on a live object at random. */
    @Benchmark
    public int scattered() {
        random = random * 1664525 + 1013904223;
        return use(cursors[first + (int) ((random & 0xffffffffL) * (last - first) >>> 32)]);
    }

    private int use(Cursor i) {
        program.hasMore(i);
        program.advance(i);
        return i.position;
    }

    /** A new iterator and the event that makes its slice. */
    @Benchmark
    public Cursor create() {
        Cursor i = program.cursor(objects.bags[step()]);
        program.hasMore(i);
        return i;
    }
}
