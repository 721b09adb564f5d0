package library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class Arrays_AsListResize {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = Arrays.asList("a", "b");
            try {
                names.add("c"); // Arrays_AsListResize: 1
            } catch (UnsupportedOperationException expected) {
                System.out.println(names);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = Arrays.asList("a", "b");
            names.set(0, "c");
            List<String> copy = new ArrayList<>(names);
            copy.add("d");
            System.out.println(copy);
        }
    }
}
