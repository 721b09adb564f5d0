package library;

import java.util.StringTokenizer;

final class StringTokenizer_HasMoreElements {
    static final class Violates {
        public static void main(String[] arguments) {
            StringTokenizer words = new StringTokenizer("one two three");
            System.out.println(words.nextToken()); // StringTokenizer_HasMoreElements: 1
            if (words.hasMoreTokens()) System.out.println(words.nextToken());
            System.out.println(words.nextElement()); // StringTokenizer_HasMoreElements: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            StringTokenizer words = new StringTokenizer("one two three");
            while (words.hasMoreTokens()) System.out.println(words.nextToken());
            StringTokenizer others = new StringTokenizer("four");
            while (others.hasMoreElements()) System.out.println(others.nextElement());
        }
    }
}
