package library;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

final class SafeMapIterator {
    static final class Violates {
        public static void main(String[] arguments) {
            Map<String, Integer> ages = new HashMap<>(Map.of("a", 1, "b", 2));
            Set<String> names = ages.keySet();
            Iterator<String> all = names.iterator();
            ages.put("c", 3);
            try {
                if (all.hasNext())
                    System.out.println(all.next()); // SafeMapIterator: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Map<String, Integer> ages = new HashMap<>(Map.of("a", 1));
            Collection<Integer> values = ages.values();
            ages.put("c", 3);
            Iterator<Integer> all = values.iterator();
            int total = 0;
            while (all.hasNext()) total += all.next();
            ages.clear();
            System.out.println(total);
        }
    }
}
