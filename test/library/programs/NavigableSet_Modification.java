package library;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

final class NavigableSet_Modification {
    static final class Violates {
        public static void main(String[] arguments) {
            NavigableSet<Integer> numbers = new TreeSet<>(List.of(1, 2, 3));
            NavigableSet<Integer> down = numbers.descendingSet();
            Iterator<Integer> all = down.iterator();
            numbers.add(4);
            try {
                if (all.hasNext())
                    System.out.println(all.next()); // NavigableSet_Modification: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            NavigableSet<Integer> numbers = new TreeSet<>(List.of(1, 2, 3));
            NavigableSet<Integer> down = numbers.descendingSet();
            numbers.add(4);
            Iterator<Integer> all = down.iterator();
            while (all.hasNext()) System.out.println(all.next());
            numbers.remove(1);
            System.out.println(down);
        }
    }
}
