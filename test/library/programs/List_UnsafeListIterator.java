package library;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.ListIterator;

final class List_UnsafeListIterator {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator();
            names.remove("b");
            try {
                System.out.println(cursor.nextIndex()); // List_UnsafeListIterator: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator();
            while (cursor.hasNext()) {
                String name = cursor.next();
                if (name.equals("a")) cursor.add("c");
            }
            names.remove("b");
            System.out.println(names);
        }
    }
}
