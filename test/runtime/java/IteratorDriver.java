import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/** Plays known violations of the built-in properties by calling the monitors as woven code would. */
public class IteratorDriver {
    static PropertyMonitor iterator;
    static PropertyMonitor map;
    static PropertyMonitor hasNext;
    static int base;

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        iterator = registration.monitor(0);
        map = registration.monitor(2);
        hasNext = registration.monitor(3);
        base = registration.base;
        List<Object> keep = new ArrayList<Object>();
        // Three iterators of one list, updated, all used again at line 42, twice.
        List<String> list = new ArrayList<String>();
        List<Iterator<String>> iterators = new ArrayList<Iterator<String>>();
        for (int i = 0; i < 3; i++) {
            Iterator<String> one = list.iterator();
            iterators.add(one);
            iterator.event(0, list, one, base + 10);
            iterator.event(2, one, base + 11);
        }
        iterator.event(1, list, base + 12);
        for (int round = 0; round < 2; round++) {
            for (Iterator<String> one : iterators) {
                iterator.event(2, one, base + 42);
            }
        }
        // A map, two views (one is the map's cached key set, asked for twice), an iterator of each.
        Map<String, String> table = new HashMap<String, String>();
        Collection<String> keys = table.keySet();
        Collection<String> values = table.values();
        map.event(0, table, keys, base + 50);
        map.event(0, table, values, base + 51);
        Iterator<String> overKeys = keys.iterator();
        Iterator<String> overValues = values.iterator();
        map.event(1, keys, overKeys, base + 52);
        map.event(1, values, overValues, base + 53);
        map.event(0, table, keys, base + 54);
        map.event(3, overKeys, base + 55);
        map.event(2, table, base + 56);
        map.event(3, overKeys, base + 57);
        map.event(3, overValues, base + 58);
        // next without hasNext, twice at line 60 by one iterator and once by another.
        hasNext.event(0, overKeys, base + 59);
        hasNext.event(1, overKeys, base + 59);
        hasNext.event(1, overKeys, base + 60);
        hasNext.event(1, overKeys, base + 60);
        hasNext.event(1, overValues, base + 60);
        keep.add(list);
        keep.add(table);
        keep.add(iterators);
        keep.add(overKeys);
        keep.add(overValues);
        if (args.length > 1) {
            if (args[1].equals("exit")) {
                System.exit(7);
            } else if (args[1].equals("throw")) {
                throw new IllegalArgumentException("as asked");
            } else if (args[1].equals("wait")) {
                System.out.println("ready");
                System.out.flush();
                Thread.sleep(60000);
            }
        }
        if (keep.size() == 0) {
            throw new AssertionError();
        }
    }
}
