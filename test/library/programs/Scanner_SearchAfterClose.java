package library;

import java.util.Scanner;

final class Scanner_SearchAfterClose {
    static final class Violates {
        public static void main(String[] arguments) {
            Scanner scanner = new Scanner("1 2 3");
            System.out.println(scanner.nextInt());
            scanner.close();
            try {
                System.out.println(scanner.findInLine("2")); // Scanner_SearchAfterClose: 1
            } catch (IllegalStateException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Scanner scanner = new Scanner("1 2 3");
            System.out.println(scanner.findInLine("2"));
            scanner.close();
            System.out.println(scanner.delimiter());
        }
    }
}
