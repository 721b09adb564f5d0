package library;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;

final class List_UnsynchronizedSubList {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b", "c"));
            List<String> first = names.subList(0, 2);
            names.add("d");
            try {
                System.out.println(first.size()); // List_UnsynchronizedSubList: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b", "c"));
            List<String> first = names.subList(0, 2);
            first.add("d");
            System.out.println(first.size());
            names.set(0, "e");
            System.out.println(first.get(0));
            names.clear();
        }
    }
}
