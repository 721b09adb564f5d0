package library;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

final class InputStream_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new BufferedInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
            System.out.println(input.read());
            input.close();
            try {
                System.out.println(input.read()); // InputStream_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new BufferedInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
            System.out.println(input.read());
            input.close();
            // Closing an array's stream does nothing.
            ByteArrayInputStream array = new ByteArrayInputStream(new byte[] {1, 2});
            array.close(); // Closeable_MeaninglessClose: 1
            System.out.println(array.read());
            @SuppressWarnings("deprecation")
            InputStream text = new java.io.StringBufferInputStream("text");
            text.close();
            System.out.println(text.read());
        }
    }
}
