package library;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;

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
            SkippingIterator numbers = new Numbers().iterator();
            numbers.nextInt();
            numbers.remove();
            if (numbers.hasNext()) numbers.remove(); // Iterator_RemoveOnce: 1
            OneIterator one = new OneIterator();
            Iterator<Integer> first = one.iterator();
            first.remove(); // Iterator_RemoveOnce: 1
            // The same iterator once more: that alone removes nothing.
            Iterator<Integer> again = one.iterator();
            again.remove(); // Iterator_RemoveOnce: 1
            System.out.println(first == again);
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
            Numbers numbers = new Numbers();
            for (PrimitiveIterator.OfInt each = numbers.iterator(); each.hasNext(); ) {
                if (each.nextInt() == 1) each.remove();
            }
            SkippingIterator skipping = numbers.iterator();
            skipping.skip(2);
            skipping.remove();
            System.out.println(numbers.removed);
        }
    }

    /** Hands out one iterator each time. */
    static final class OneIterator extends AbstractCollection<Integer> {
        private final SkippingIterator only = new Numbers().iterator();

        @Override
        public Iterator<Integer> iterator() {
            return only;
        }

        @Override
        public int size() {
            return 3;
        }
    }

    /** Gives numbers that are no objects, and passes some over. */
    interface SkippingIterator extends PrimitiveIterator.OfInt {
        void skip(int count);
    }

    static final class Numbers extends AbstractCollection<Integer> {
        int removed;

        @Override
        public SkippingIterator iterator() {
            return new SkippingIterator() {
                private int next;
                private int looks;

                @Override
                public boolean hasNext() {
                    look();
                    return next < 3;
                }

                private void look() {
                    looks++;
                }

                @Override
                public void skip(int count) {
                    next += count;
                }

                @Override
                public int nextInt() {
                    return next++;
                }

                @Override
                public void remove() {
                    removed++;
                }
            };
        }

        @Override
        public int size() {
            return 3;
        }
    }
}
