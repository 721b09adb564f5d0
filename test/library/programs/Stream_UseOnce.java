package library;

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
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Stream<String> names = Stream.of("a", "b");
            Stream<String> longer = names.map(name -> name + name).filter(name -> !name.isEmpty());
            System.out.println(longer.count());
            longer.close();
        }
    }
}
