import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loops of ten elements whose body might update what they walk through, and never does, and loops with objects that no slice has; or loops
 * over new iterators that one class asks and another takes from. Arguments: rounds of measurement, milliseconds of each, and `collections` or
 * `iterators`. Prints for each kind of loop its name and the fastest round in nanoseconds per loop, by the processor time of the thread.
 */
public final class Loops {
    /** Code elsewhere may add to whatever it is given. */
    static class Visitor {
        long sum;

        void visit(Collection<Integer> all, int element) {
            sum += element;
            if (element < 0) {
                all.add(element);
            }
        }
    }

    /** Takes from any iterator, asked or not. */
    static class Taker {
        int take(Iterator<Integer> iterator) {
            return iterator.next();
        }
    }

    static Taker taker = new Taker();
    static Visitor visitor = new Visitor();
    static List<Integer> list = elements();
    static List<Integer> view = Collections.unmodifiableList(list);
    static Map<Integer, Integer> map = new HashMap<Integer, Integer>();
    /** Nobody walks through it. */
    static Map<Integer, Integer> filled = new LinkedHashMap<Integer, Integer>();

    /** Nobody walks through it either, but through others of its class. */
    static Map<Integer, Integer> filledToo = new HashMap<Integer, Integer>();

    private static List<Integer> elements() {
        List<Integer> all = new ArrayList<Integer>();
        for (int element = 0; element < 10; element++) {
            all.add(element);
        }
        return all;
    }

    static void walk(Collection<Integer> all) {
        for (int element : all) {
            visitor.visit(all, element);
        }
    }

    static void walkMap(Map<Integer, Integer> all) {
        for (Map.Entry<Integer, Integer> entry : all.entrySet()) {
            visitor.visit(list, entry.getValue());
            if (entry.getValue() < 0) {
                all.clear();
            }
        }
    }

    /** The iterator leaves the method that asks for it. */
    static void walkElsewhere(Collection<Integer> all) {
        rest(all, all.iterator());
    }

    private static void rest(Collection<Integer> all, Iterator<Integer> iterator) {
        while (iterator.hasNext()) {
            visitor.visit(all, iterator.next());
        }
    }

    static void takeAll(Iterator<Integer> iterator) {
        while (iterator.hasNext()) {
            visitor.sum += taker.take(iterator);
        }
    }

    /** What the two kinds below do. No iterator itself: the class of an iterator decides where its slices are. */
    static class Countdown {
        private int left = 10;

        public boolean hasNext() {
            return left > 0;
        }

        public Integer next() {
            return list.get(--left);
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }
    }

    /** No collection makes it. */
    static final class Numbers extends Countdown implements Iterator<Integer> {
    }

    /** Monitors keep what they know about it in a table. */
    static final class SerialNumbers extends Countdown implements Iterator<Integer>, java.io.Serializable {
    }

    static void fill(Map<Integer, Integer> all) {
        for (Integer element : list) {
            all.put(element, element);
        }
    }

    interface Loop {
        void run();
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long length = Long.parseLong(args[1]) * 1000000;
        for (Integer element : list) {
            map.put(element, element);
        }
        if (args[2].equals("iterators")) {
            measure("a list's", rounds, length, () -> takeAll(list.iterator()));
            measure("the program's own", rounds, length, () -> takeAll(new Numbers()));
            measure("such that can be written to a stream", rounds, length, () -> takeAll(new SerialNumbers()));
            return;
        }
        measure("one list", rounds, length, () -> walk(list));
        measure("a new list", rounds, length, () -> walk(new ArrayList<Integer>(list)));
        measure("one map", rounds, length, () -> walkMap(map));
        measure("one list, by another method", rounds, length, () -> walkElsewhere(list));
        measure("an iterator that no list made", rounds, length, () -> rest(list, new Numbers()));
        measure("a map that nobody walks through, filled", rounds, length, () -> fill(filled));
        measure("such a map, where others of its class are walked through", rounds, length, () -> fill(filledToo));
        measure("a view that cannot be updated", rounds, length, () -> walk(view));
        measure("such a view, by another method", rounds, length, () -> walkElsewhere(view));
        if (visitor.sum == 0) {
            throw new AssertionError();
        }
    }

    private static void measure(String name, int rounds, long length, Loop loop) {
        java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
        double best = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            long began = threads.getCurrentThreadCpuTime();
            long now = began;
            long count = 0;
            while (now - began < length) {
                for (int k = 0; k < 2000; k++) {
                    loop.run();
                }
                count += 2000;
                now = threads.getCurrentThreadCpuTime();
            }
            best = Math.min(best, (double) (now - began) / count);
        }
        System.out.println(name + "\t" + best);
    }
}
