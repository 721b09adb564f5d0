package library;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

final class Iterator_RemoveOnce {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            Iterator<String> all = names.iterator();
            if (all.hasNext()) System.out.println(all.next());
            all.remove();
            try {
                all.remove(); // Iterator_RemoveOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println(names);
            }
            Iterator<String> fresh = names.iterator();
            try {
                fresh.remove(); // Iterator_RemoveOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println(names);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b", "c"));
            Iterator<String> all = names.iterator();
            while (all.hasNext()) {
                if (all.next().equals("b")) continue;
                all.remove();
            }
            System.out.println(names);
        }
    }
}
