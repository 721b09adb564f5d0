package library;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

final class Closeable_MeaninglessClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            for (int count = 0; count < 2; count++) {
                OutputStream output = new ByteArrayOutputStream();
                output.close(); // Closeable_MeaninglessClose: 1
            }
            System.out.println("closed");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            OutputStream output = new ByteArrayOutputStream();
            PrintStream print = new PrintStream(output);
            print.println("text");
            print.close();
            System.out.println(output.toString().length() > 3);
        }
    }
}
