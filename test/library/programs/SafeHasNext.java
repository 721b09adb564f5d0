package library;

import java.util.Iterator;
import java.util.List;

final class SafeHasNext {
    static final class Violates {
        public static void main(String[] arguments) {
            Iterator<String> names = List.of("a", "b", "c").iterator();
            String text = names.next(); // SafeHasNext: 1, Iterator_HasNext: 1
            while (names.hasNext()) text += names.next();
            System.out.println(text);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Iterator<Integer> numbers = List.of(4, 5).iterator();
            int total = 0;
            while (numbers.hasNext() && numbers.hasNext()) total += numbers.next();
            System.out.println(total);
        }
    }
}
