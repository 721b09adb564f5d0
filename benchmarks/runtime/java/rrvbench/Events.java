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
import org.openjdk.jmh.infra.BenchmarkParams;
import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

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

    private Program program;
    private Table[] tables;
    private Bag[] bags;
    private Cursor[] cursors;
    private int at;

    @Setup(Level.Trial)
    public void setup(BenchmarkParams params) throws Exception {
        program = Program.of(monitor, property);
        int own = Math.max(1, live / params.getThreads());
        tables = new Table[own];
        bags = new Bag[own];
        cursors = new Cursor[own];
        for (int k = 0; k < own; k++) {
            tables[k] = new Table();
            Table other = property.equals("Four") ? program.descending(tables[k]) : tables[k];
            bags[k] = program.view(other);
            cursors[k] = program.cursor(bags[k]);
            program.hasMore(cursors[k]);
        }
    }

    private int step() {
        int k = at + 1;
        at = k == cursors.length ? 0 : k;
        return at;
    }

    /** One event (SafeHasNext: two) on the next live object; nothing is created. */
    @Benchmark
    public int use() {
        Cursor i = cursors[step()];
        program.hasMore(i);
        program.advance(i);
        return i.position;
    }

    /** A new iterator and the event that makes its slice. */
    @Benchmark
    public Cursor create() {
        Cursor i = program.cursor(bags[step()]);
        program.hasMore(i);
        return i;
    }
}
