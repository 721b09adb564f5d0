package library;

import java.util.Optional;

final class Optional_GetWithoutCheck {
    static final class Violates {
        public static void main(String[] arguments) {
            Optional<String> name = Optional.of("a");
            System.out.println(name.get()); // Optional_GetWithoutCheck: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Optional<String> name = Optional.of("a");
            if (name.isPresent()) System.out.println(name.get());
            System.out.println(Optional.empty().isEmpty());
            System.out.println(Optional.of("b").orElseThrow());
        }
    }
}
