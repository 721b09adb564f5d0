package library;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

final class ListIterator_RemoveOnce {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator(2);
            if (cursor.hasPrevious()) System.out.println(cursor.previous());
            cursor.remove();
            try {
                cursor.remove(); // ListIterator_RemoveOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println(names);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator(2);
            while (cursor.hasPrevious()) {
                cursor.previous();
                cursor.remove();
            }
            System.out.println(names);
        }
    }
}
