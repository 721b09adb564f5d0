package library;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;

final class ListIterator_Set {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator();
            if (cursor.hasNext()) cursor.next();
            cursor.add("c");
            try {
                cursor.set("d"); // ListIterator_Set: 1
            } catch (IllegalStateException expected) {
                System.out.println(names);
            }
            int[] set = {0};
            OneIterator one = new OneIterator(set);
            one.listIterator().set(2); // ListIterator_Set: 1
            // The same iterator once more: that alone sets nothing.
            ListIterator<Integer> again = one.listIterator();
            again.set(3); // ListIterator_Set: 1
            System.out.println(set[0]);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b"));
            ListIterator<String> cursor = names.listIterator();
            while (cursor.hasNext()) {
                cursor.next();
                cursor.set("d");
                cursor.set("e");
                cursor.add("f");
            }
            System.out.println(names);
            int[] set = {0};
            Numbers numbers = new Numbers(set);
            IntListIterator each = numbers.listIterator(0);
            while (each.hasNext()) if (each.nextInt() == 1) each.set(2);
            if (each.hasPrevious() && each.previousInt() == 2) each.set(3);
            IntListIterator last = numbers.listIterator(0);
            last.skip(3);
            last.set(4);
            System.out.println(set[0]);
        }
    }

    /** An iterator that gives numbers that are no objects, and passes some over. */
    interface IntListIterator extends ListIterator<Integer> {
        int nextInt();

        int previousInt();

        void skip(int count);
    }

    /** Hands out one iterator each time. */
    static final class OneIterator extends Numbers {
        private final IntListIterator only = super.listIterator(0);

        OneIterator(int[] set) {
            super(set);
        }

        @Override
        public ListIterator<Integer> listIterator() {
            return only;
        }
    }

    static class Numbers extends AbstractList<Integer> {
        private final int[] set;

        Numbers(int[] set) {
            this.set = set;
        }

        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return 3;
        }

        @Override
        public IntListIterator listIterator(int start) {
            return new IntListIterator() {
                private int next = start;

                @Override
                public int nextInt() {
                    return next++;
                }

                @Override
                public int previousInt() {
                    return --next;
                }

                @Override
                public void skip(int count) {
                    next += count;
                }

                @Override
                public boolean hasNext() {
                    return next < 3;
                }

                @Override
                public boolean hasPrevious() {
                    return next > 0;
                }

                @Override
                public int nextIndex() {
                    return next;
                }

                @Override
                public int previousIndex() {
                    return next - 1;
                }

                @Override
                public Integer next() {
                    return nextInt();
                }

                @Override
                public Integer previous() {
                    return previousInt();
                }

                @Override
                public void set(Integer value) {
                    set[0] += value;
                }

                @Override
                public void add(Integer value) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void remove() {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
