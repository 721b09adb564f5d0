package library;

import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

final class SafeIterator {
    static final class Violates {
        public static void main(String[] arguments) {
            Collection<String> names = new ArrayList<>(List.of("a", "b"));
            Iterator<String> first = names.iterator();
            Iterator<String> second = names.iterator();
            names.add("c");
            for (Iterator<String> each : List.of(first, second)) {
                try {
                    if (each.hasNext())
                        System.out.println(each.next()); // SafeIterator: 2
                } catch (ConcurrentModificationException expected) {
                    System.out.println("changed");
                }
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Collection<String> names = new ArrayList<>(List.of("a", "b"));
            Collection<String> others = new ArrayList<>();
            Iterator<String> all = names.iterator();
            while (all.hasNext()) {
                others.add(all.next());
                // The iterator's own remove() is not an update behind its back.
                all.remove();
            }
            names.add("c");
            for (String name : names) System.out.println(name + others);
        }
    }
}
