package library;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

final class ListIterator_Set {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator();
            if (cursor.hasNext()) cursor.next();
            cursor.add("c");
            try {
                cursor.set("d"); // ListIterator_Set: 1
            } catch (IllegalStateException expected) {
                System.out.println(names);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator();
            while (cursor.hasNext()) {
                cursor.next();
                cursor.set("d");
                cursor.set("e");
                cursor.add("f");
            }
            System.out.println(names);
        }
    }
}
