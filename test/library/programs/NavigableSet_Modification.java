package library;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

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
            // Its iterators go on.
            NavigableSet<Integer> shared = new ConcurrentSkipListSet<>(numbers);
            Iterator<Integer> each = shared.descendingSet().iterator();
            shared.remove(2);
            while (each.hasNext()) System.out.println(each.next());
        }
    }
}
