package library;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

final class ListIterator_hasNextPrevious {
    static final class Violates {
        public static void main(String[] arguments) {
            ListIterator<String> cursor = new ArrayList<>(List.of("a", "b")).listIterator();
            if (cursor.hasNext()) cursor.next();
            // What next() returned can be returned again, unasked; what is before it cannot.
            cursor.previous();
            try {
                cursor.previous(); // ListIterator_hasNextPrevious: 1
            } catch (java.util.NoSuchElementException expected) {
                System.out.println("at the beginning");
            }
            while (cursor.hasNext()) System.out.println(cursor.next());
            if (cursor.hasPrevious()) cursor.previous();
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            ListIterator<String> cursor = new ArrayList<>(List.of("a", "b")).listIterator();
            while (cursor.hasNext()) System.out.println(cursor.next());
            while (cursor.hasPrevious()) System.out.println(cursor.previous());
        }
    }
}
