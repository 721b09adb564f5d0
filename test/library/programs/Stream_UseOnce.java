package library;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.stream.BaseStream;
import java.util.stream.Stream;

final class Stream_UseOnce {
    static final class Violates {
        public static void main(String[] arguments) {
            Stream<String> names = Stream.of("a", "b");
            System.out.println(names.count());
            try {
                System.out.println(names.count()); // Stream_UseOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println("used");
            }
            Own own = new Own(Stream.of("a", "b"));
            own.iterator();
            try {
                System.out.println(own.spliterator()); // Stream_UseOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println("used");
            }
            Stream<String> more = Stream.of("a", "b");
            System.out.println(more.skip(1).count());
            try {
                System.out.println(more.skip(1)); // Stream_UseOnce: 1
            } catch (IllegalStateException expected) {
                System.out.println("used");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Stream<String> names = Stream.of("a", "b");
            Stream<String> longer = names.map(name -> name + name).filter(name -> !name.isEmpty());
            System.out.println(longer.count());
            longer.close();
            System.out.println(Stream.of("a", "b").skip(longer == names ? 1 : 0).count()); // skip(0) returns the stream itself
            System.out.println(new Own(Stream.of("a", "b")).size());
            System.out.println(new Own(Stream.of("a", "b")).itself().iterator().hasNext());
            System.out.println(new Own(Stream.of("a", "b")).isEmpty());
        }
    }

    /** A stream that does its operations by others of its own. */
    private static final class Own implements BaseStream<String, Own> {
        private final Stream<String> elements;

        Own(Stream<String> elements) {
            this.elements = elements;
        }

        int size() {
            int size = 0;
            for (Iterator<String> i = iterator(); i.hasNext(); i.next()) {
                size++;
            }
            return size;
        }

        Own itself() {
            return this;
        }

        boolean isEmpty() {
            return Others.isEmpty(this);
        }

        @Override
        public Iterator<String> iterator() {
            return elements.iterator();
        }

        @Override
        public Spliterator<String> spliterator() {
            return elements.spliterator();
        }

        @Override
        public boolean isParallel() {
            return false;
        }

        @Override
        public Own sequential() {
            return this;
        }

        @Override
        public Own parallel() {
            return this;
        }

        @Override
        public Own unordered() {
            return this;
        }

        @Override
        public Own onClose(Runnable handler) {
            return this;
        }

        @Override
        public void close() {
            elements.close();
        }
    }

    private static final class Others {
        static boolean isEmpty(Own elements) {
            return !elements.iterator().hasNext();
        }
    }
}
