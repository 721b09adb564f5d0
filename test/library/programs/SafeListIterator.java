package library;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.ListIterator;

final class SafeListIterator {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator(2);
            names.remove("b");
            try {
                if (cursor.hasPrevious())
                    System.out.println(cursor.previous()); // SafeListIterator: 1, SafeIterator: 1
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
