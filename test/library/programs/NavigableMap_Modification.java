package library;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

final class NavigableMap_Modification {
    static final class Violates {
        public static void main(String[] arguments) {
            NavigableMap<Integer, String> names = new TreeMap<>(Map.of(1, "a", 2, "b"));
            NavigableMap<Integer, String> down = names.descendingMap();
            Set<Integer> keys = down.keySet();
            Iterator<Integer> all = keys.iterator();
            names.put(3, "c");
            try {
                if (all.hasNext())
                    System.out.println(all.next()); // NavigableMap_Modification: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            NavigableMap<Integer, String> names = new TreeMap<>(Map.of(1, "a", 2, "b"));
            NavigableMap<Integer, String> down = names.descendingMap();
            Set<Integer> keys = down.keySet();
            names.put(3, "c");
            Iterator<Integer> all = keys.iterator();
            while (all.hasNext()) System.out.println(all.next());
            names.remove(1);
            System.out.println(down);
            // Its iterators go on.
            NavigableMap<Integer, String> shared = new ConcurrentSkipListMap<>(names);
            Set<Integer> sharedKeys = shared.descendingMap().navigableKeySet();
            Iterator<Integer> each = sharedKeys.iterator();
            shared.remove(2);
            while (each.hasNext()) System.out.println(each.next());
        }
    }
}
