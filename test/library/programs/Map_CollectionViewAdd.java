package library;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

final class Map_CollectionViewAdd {
    static final class Violates {
        public static void main(String[] arguments) {
            Map<String, Integer> ages = new HashMap<>(Map.of("a", 1));
            Set<String> names = ages.keySet();
            try {
                names.add("b"); // Map_CollectionViewAdd: 1
            } catch (UnsupportedOperationException expected) {
                System.out.println("a view");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Map<String, Integer> ages = new HashMap<>(Map.of("a", 1));
            Set<String> names = new HashSet<>(ages.keySet());
            names.add("b");
            ages.keySet().remove("a");
            System.out.println(names.size() + ages.size());
        }
    }
}
