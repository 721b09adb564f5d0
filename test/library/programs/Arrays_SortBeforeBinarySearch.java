package library;

import java.util.Arrays;
import java.util.Comparator;

final class Arrays_SortBeforeBinarySearch {
    static final class Violates {
        public static void main(String[] arguments) {
            String[] names = {"b", "a", "c"};
            Arrays.sort(names, Comparator.reverseOrder());
            System.out.println(Arrays.binarySearch(names, "a") < 3); // Arrays_SortBeforeBinarySearch: 1
            Arrays.sort(names);
            System.out.println(Arrays.binarySearch(names, "a", Comparator.reverseOrder()) < 3); // Arrays_SortBeforeBinarySearch: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            String[] names = {"b", "a", "c"};
            Arrays.sort(names);
            System.out.println(Arrays.binarySearch(names, "a"));
            Arrays.sort(names, Comparator.reverseOrder());
            System.out.println(Arrays.binarySearch(names, "a", Comparator.reverseOrder()));
            Arrays.sort(names, null);
            System.out.println(Arrays.binarySearch(names, "a"));
            Arrays.sort(names);
            System.out.println(Arrays.binarySearch(names, "c", null));
        }
    }
}
