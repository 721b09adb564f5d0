package library;

import java.io.Closeable;
import java.io.IOException;
import java.io.StringReader;

final class Closeable_MultipleClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Closeable reader = new StringReader("text");
            reader.close();
            reader.close(); // Closeable_MultipleClose: 1
            reader.close(); // Closeable_MultipleClose: 1
            System.out.println("closed");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            for (int count = 0; count < 2; count++) {
                Closeable reader = new StringReader("text");
                reader.close();
            }
            System.out.println("closed");
        }
    }
}
