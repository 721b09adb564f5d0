package library;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

final class OutputStream_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            File file = File.createTempFile("library", ".txt");
            OutputStream output = new FileOutputStream(file);
            output.write(1);
            output.close();
            try {
                output.write(2); // OutputStream_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
            System.out.println(file.delete());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            File file = File.createTempFile("library", ".txt");
            OutputStream output = new FileOutputStream(file);
            output.write(1);
            output.flush();
            output.close();
            System.out.println(file.delete());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.close(); // Closeable_MeaninglessClose: 1
            bytes.write(2);
            System.out.println(bytes.size());
        }
    }
}
