package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;

/**
 * Uses of many iterators while there is no descending view of a map, then while there is one. Prints what is known after each: records,
 * and objects beside which something is noted.
 */
public final class StampCheck {
    private static final int CREATE = 0;
    private static final int USE_ITERATOR = 5;

    private StampCheck() {
    }

    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        PropertyDefinition navigableMap = PropertyDefinition.parse(text).properties.get(0);
        MonitoredObjects objects = new MonitoredObjects();
        GeneralMonitor monitor = (GeneralMonitor) Monitors.create(navigableMap, null, null, objects);
        Object[] iterators = new Object[1000];
        for (int i = 0; i < iterators.length; i++) {
            iterators[i] = new Object();
        }
        use(monitor, iterators);
        System.out.print(monitor.records.size + "+" + noted(objects) + " ");
        TreeMap<Object, Object> map = new TreeMap<Object, Object>();
        Map<Object, Object> view = map.descendingMap();
        monitor.event(CREATE, map, view, 1);
        use(monitor, iterators);
        System.out.println(monitor.records.size + "+" + noted(objects) + " of " + (map.size() + view.size()));
    }

    private static int noted(MonitoredObjects objects) {
        int sum = 0;
        for (ObjectStripe stripe : objects.others) {
            sum += stripe.size();
        }
        return sum;
    }

    private static void use(GeneralMonitor monitor, Object[] iterators) {
        for (Object iterator : iterators) {
            monitor.event(USE_ITERATOR, iterator, 2);
        }
    }
}
