package library;

import java.util.Formatter;
import java.util.FormatterClosedException;

final class Formatter_FormatAfterClose {
    static final class Violates {
        public static void main(String[] arguments) {
            Formatter formatter = new Formatter(new StringBuilder());
            formatter.format("%d", 1);
            formatter.close();
            try {
                formatter.format("%d", 2); // Formatter_FormatAfterClose: 1
            } catch (FormatterClosedException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            StringBuilder text = new StringBuilder();
            Formatter formatter = new Formatter(text);
            formatter.format("%d", 1);
            formatter.flush();
            formatter.close();
            System.out.println(text);
        }
    }
}
