package library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PushbackInputStream;

final class PushbackInputStream_UnreadAheadLimit {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            PushbackInputStream input = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
            input.unread(7);
            try {
                input.unread(8); // PushbackInputStream_UnreadAheadLimit: 1
            } catch (IOException expected) {
                System.out.println("full");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            PushbackInputStream input = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}), 2);
            input.unread(7);
            input.unread(8);
            System.out.println(input.read());
            input.unread(9);
            System.out.println(input.read());
        }
    }
}
