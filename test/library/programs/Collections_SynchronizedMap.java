package library;

import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

final class Collections_SynchronizedMap {
    static final class Violates {
        public static void main(String[] arguments) {
            Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>(Map.of("a", 1)));
            Set<String> names = ages.keySet();
            Iterator<String> all;
            // The lock of the view is not the lock of the map.
            synchronized (names) {
                all = names.iterator(); // Collections_SynchronizedMap: 1
            }
            synchronized (ages) {
                all = names.iterator();
            }
            if (all.hasNext()) // Collections_SynchronizedMap: 1
                System.out.println(ages);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>(Map.of("a", 1)));
            Set<String> names = ages.keySet();
            synchronized (ages) {
                Iterator<String> all = names.iterator();
                while (all.hasNext()) System.out.println(all.next());
            }
        }
    }
}
