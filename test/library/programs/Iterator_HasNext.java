package library;

import java.util.Iterator;
import java.util.List;

final class Iterator_HasNext {
    static final class Violates {
        public static void main(String[] arguments) {
            Iterator<String> names = List.of("a", "b", "c").iterator();
            names.next(); // Iterator_HasNext: 1, SafeHasNext: 1
            if (names.hasNext()) names.next();
            // Iterator_HasNext reports an iterator once.
            names.next(); // SafeHasNext: 1
            Iterator<String> none = List.<String>of().iterator();
            // Asked, but not listened to: hasNext() returned false.
            boolean more = none.hasNext();
            try {
                none.next(); // Iterator_HasNext: 1
            } catch (java.util.NoSuchElementException expected) {
                System.out.println("none: " + more);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            int total = 0;
            for (int number : List.of(1, 2, 3)) total += number;
            Iterator<Integer> numbers = List.of(4, 5).iterator();
            while (numbers.hasNext() && numbers.hasNext()) total += numbers.next();
            System.out.println(total);
        }
    }
}
