package library;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

final class Collection_UnsynchronizedAddAll {
    /** A collection that another thread would change at the worst moment; here it does so itself. */
    static final class Changing extends ArrayList<String> {
        private boolean changed;

        @Override
        public Object[] toArray() {
            Object[] elements = super.toArray();
            if (!changed) {
                changed = true;
                Collection<String> itself = this;
                itself.add("late"); // Collection_UnsynchronizedAddAll: 1
            }
            return elements;
        }
    }

    static final class Violates {
        public static void main(String[] arguments) {
            Collection<String> source = new Changing();
            Collection<String> target = new ArrayList<>();
            target.addAll(source);
            System.out.println(target.size());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Collection<String> source = new ArrayList<>(List.of("a"));
            Collection<String> target = new ArrayList<>();
            target.addAll(source);
            source.add("b");
            target.addAll(source);
            source.clear();
            Iterator<String> all = target.iterator();
            while (all.hasNext()) System.out.println(all.next());
        }
    }
}
