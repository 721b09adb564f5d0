package library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

final class Collections_UnmodifiableUpdate {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = Collections.unmodifiableList(new ArrayList<>(List.of("a")));
            try {
                names.add("b"); // Collections_UnmodifiableUpdate: 1
            } catch (UnsupportedOperationException expected) {
                System.out.println(names);
            }
            Map<String, Integer> ages = Map.of("a", 1);
            try {
                ages.put("b", 2); // Collections_UnmodifiableUpdate: 1
            } catch (UnsupportedOperationException expected) {
                System.out.println(ages);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a"));
            List<String> view = Collections.unmodifiableList(names);
            // The view cannot be changed; what it shows can.
            names.add("b");
            System.out.println(view);
        }
    }
}
