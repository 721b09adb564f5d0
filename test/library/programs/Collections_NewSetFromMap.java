package library;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

final class Collections_NewSetFromMap {
    static final class Violates {
        public static void main(String[] arguments) {
            Map<String, Boolean> backing = new HashMap<>();
            Set<String> names = Collections.newSetFromMap(backing);
            names.add("a");
            backing.put("b", true); // Collections_NewSetFromMap: 1
            System.out.println(names.size());
            Map<String, Boolean> full = new HashMap<>(Map.of("c", true));
            try {
                Collections.newSetFromMap(full); // Collections_NewSetFromMap: 1
            } catch (IllegalArgumentException expected) {
                System.out.println("not empty");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Set<String> names = Collections.newSetFromMap(new HashMap<>());
            names.add("a");
            names.remove("a");
            System.out.println(names.size());
            Set<String> own = Collections.newSetFromMap(new Own());
            own.add("a");
            System.out.println(own.contains("a"));
        }
    }

    /** A map that asks itself. */
    private static final class Own extends AbstractMap<String, Boolean> {
        private final Map<String, Boolean> entries = new HashMap<>();

        @Override
        public boolean containsKey(Object key) {
            return get(key) != null;
        }

        @Override
        public Boolean get(Object key) {
            return entries.get(key);
        }

        @Override
        public Boolean put(String key, Boolean value) {
            return entries.put(key, value);
        }

        @Override
        public Set<Entry<String, Boolean>> entrySet() {
            return entries.entrySet();
        }
    }
}
