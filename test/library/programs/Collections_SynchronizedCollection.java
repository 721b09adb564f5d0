package library;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

final class Collections_SynchronizedCollection {
    static final class Violates {
        public static void main(String[] arguments) {
            Collection<String> names = Collections.synchronizedCollection(new ArrayList<>(List.of("a")));
            Iterator<String> unguarded = names.iterator(); // Collections_SynchronizedCollection: 1
            Iterator<String> half;
            synchronized (names) {
                half = names.iterator();
            }
            if (half.hasNext()) // Collections_SynchronizedCollection: 1
                System.out.println(unguarded == half);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
            synchronized (names) {
                Iterator<String> all = names.iterator();
                while (all.hasNext()) System.out.println(all.next());
            }
            for (String name : new ArrayList<>(names)) System.out.println(name);
        }
    }
}
