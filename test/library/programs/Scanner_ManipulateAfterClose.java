package library;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Scanner;

final class Scanner_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) {
            InputStream input = new BufferedInputStream(new ByteArrayInputStream("1 2".getBytes()));
            Scanner scanner = new Scanner(input);
            System.out.println(scanner.nextInt());
            scanner.close();
            try {
                System.out.println(input.read()); // Scanner_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new BufferedInputStream(new ByteArrayInputStream("1 2".getBytes()));
            Scanner scanner = new Scanner(input);
            System.out.println(scanner.nextInt());
            System.out.println(input.available());
            scanner.close();
            InputStream bytes = new ByteArrayInputStream("1 2".getBytes());
            try (Scanner first = new Scanner(bytes)) {
                System.out.println(first.nextInt());
            }
            System.out.println(bytes.read());
            @SuppressWarnings("deprecation")
            InputStream text = new java.io.StringBufferInputStream("1 2");
            new Scanner(text).close();
            System.out.println(text.read());
        }
    }
}
