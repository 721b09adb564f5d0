package library;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

final class Reader_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Reader reader = new StringReader("text");
            reader.close();
            try {
                System.out.println(reader.ready()); // Reader_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            Reader first = new StringReader("text");
            Reader second = new StringReader("more");
            System.out.println(first.read());
            first.close();
            System.out.println(second.read());
            second.close();
        }
    }
}
