package library;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

final class Map_UnsynchronizedAddAll {
    /** A map that another thread would change at the worst moment; here it does so itself. */
    static final class Changing extends HashMap<String, Integer> {
        private static final long serialVersionUID = 1;

        Changing() {
            super(Map.of("a", 1));
        }

        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            Map<String, Integer> itself = this;
            itself.put("late", 2); // Map_UnsynchronizedAddAll: 1
            return super.entrySet();
        }
    }

    static final class Violates {
        public static void main(String[] arguments) {
            Map<String, Integer> source = new Changing();
            Map<String, Integer> target = new HashMap<>();
            target.putAll(source);
            System.out.println(source.size());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Map<String, Integer> source = new HashMap<>(Map.of("a", 1));
            Map<String, Integer> target = new HashMap<>();
            target.putAll(source);
            source.put("b", 2);
            target.putAll(source);
            source.clear();
            System.out.println(target.size());
        }
    }
}
