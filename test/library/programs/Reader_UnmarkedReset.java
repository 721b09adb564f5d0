package library;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

final class Reader_UnmarkedReset {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            BufferedReader reader = new BufferedReader(new StringReader("text"));
            try {
                reader.reset(); // Reader_UnmarkedReset: 1
            } catch (IOException expected) {
                System.out.println("no mark");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            BufferedReader reader = new BufferedReader(new StringReader("text"));
            reader.mark(100);
            System.out.println(reader.readLine());
            reader.reset();
            System.out.println(reader.readLine());
        }
    }
}
