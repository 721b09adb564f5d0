package library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

final class Collections_SortBeforeBinarySearch {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("b", "a"));
            Collections.sort(names, Comparator.reverseOrder());
            System.out.println(Collections.binarySearch(names, "a") < 2); // Collections_SortBeforeBinarySearch: 1
            List<String> others = new ArrayList<>(List.of("b", "a"));
            Collections.sort(others);
            others.add("A");
            System.out.println(Collections.binarySearch(others, "a") < 3); // Collections_SortBeforeBinarySearch: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("b", "a"));
            names.add("c");
            Collections.sort(names);
            System.out.println(Collections.binarySearch(names, "a"));
            Comparator<String> order = Comparator.reverseOrder();
            names.sort(order);
            System.out.println(Collections.binarySearch(names, "a", order));
            names.sort(null);
            System.out.println(Collections.binarySearch(names, "a"));
            Collections.sort(names);
            System.out.println(Collections.binarySearch(names, "c", null));
        }
    }
}
