package library;

import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

final class Collection_UnsafeIterator {
    static final class Violates {
        public static void main(String[] arguments) {
            Collection<String> names = new ArrayList<>(List.of("a", "b"));
            Iterator<String> all = names.iterator();
            names.add("c");
            try {
                if (all.hasNext()) // Collection_UnsafeIterator: 1
                    System.out.println(all.next());
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
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
                all.remove();
            }
            names.add("c");
            for (String name : names) System.out.println(name + others);
        }
    }
}
