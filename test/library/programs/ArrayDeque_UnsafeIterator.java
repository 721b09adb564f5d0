package library;

import java.util.ArrayDeque;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

final class ArrayDeque_UnsafeIterator {
    static final class Violates {
        public static void main(String[] arguments) {
            ArrayDeque<String> tasks = new ArrayDeque<>(List.of("a", "b"));
            Iterator<String> backwards = tasks.descendingIterator();
            tasks.addFirst("c");
            try {
                if (backwards.hasNext())
                    System.out.println(backwards.next()); // ArrayDeque_UnsafeIterator: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            ArrayDeque<String> tasks = new ArrayDeque<>(List.of("a", "b"));
            Iterator<String> backwards = tasks.descendingIterator();
            while (backwards.hasNext()) System.out.println(backwards.next());
            tasks.add("c");
            for (String task : tasks) System.out.println(task);
        }
    }
}
