package library;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

final class List_UnsynchronizedSubList {
    static final class Violates {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b", "c"));
            List<String> first = names.subList(0, 2);
            names.add("d");
            try {
                System.out.println(first.size()); // List_UnsynchronizedSubList: 1
            } catch (ConcurrentModificationException expected) {
                System.out.println("changed");
            }
            List<String> own = new Own("a", "b", "c");
            List<String> ownFirst = own.subList(0, 2);
            own.add("d");
            System.out.println(ownFirst.size()); // List_UnsynchronizedSubList: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            List<String> names = new ArrayList<>(List.of("a", "b", "c"));
            List<String> first = names.subList(0, 2);
            first.add("d");
            System.out.println(first.size());
            names.set(0, "e");
            System.out.println(first.get(0));
            names.clear();
            List<String> own = new Own("a", "b", "c").subList(0, 2);
            own.add("d");
            own.remove(0);
            System.out.println(own.size());
            for (Iterator<String> i = own.iterator(); i.hasNext();) {
                if (i.next().equals("b")) {
                    i.remove();
                }
            }
            System.out.println(own.get(0));
        }
    }

    /** A list whose sub-lists and their iterators change it by its own methods. */
    private static final class Own extends AbstractList<String> {
        private final List<String> elements;

        Own(String... elements) {
            this.elements = new ArrayList<>(List.of(elements));
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public String get(int index) {
            return elements.get(index);
        }

        @Override
        public void add(int index, String element) {
            elements.add(index, element);
        }

        @Override
        public String remove(int index) {
            return elements.remove(index);
        }

        @Override
        public List<String> subList(int from, int to) {
            return new Part(this, from, to);
        }
    }

    private static final class Part extends AbstractList<String> {
        private final Own list;
        private final int from;
        private int to;

        Part(Own list, int from, int to) {
            this.list = list;
            this.from = from;
            this.to = to;
        }

        @Override
        public int size() {
            return to - from;
        }

        @Override
        public String get(int index) {
            return list.get(from + index);
        }

        @Override
        public void add(int index, String element) {
            list.add(from + index, element);
            to++;
        }

        @Override
        public String remove(int index) {
            to--;
            return list.remove(from + index);
        }

        @Override
        public Iterator<String> iterator() {
            return new PartIterator(this);
        }
    }

    private static final class PartIterator implements Iterator<String> {
        private final Part part;
        private int next;

        PartIterator(Part part) {
            this.part = part;
        }

        @Override
        public boolean hasNext() {
            return next < part.size();
        }

        @Override
        public String next() {
            return part.get(next++);
        }

        @Override
        public void remove() {
            next--;
            part.list.remove(part.from + next);
            part.to--;
        }
    }
}
