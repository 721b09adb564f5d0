package library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
            System.out.println(input.read());
            input.unread(7);
            try {
                input.unread(9); // PushbackInputStream_UnreadAheadLimit: 1
            } catch (IOException expected) {
                System.out.println("full again");
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
            again(input);
        }

        /** As archivers do: read as any stream, and pushed back into what is known to be a pushback stream. */
        private static void again(InputStream input) throws IOException {
            PushbackInputStream back = (PushbackInputStream) input;
            System.out.println(input.read());
            back.unread(new byte[] {3, 4});
            System.out.println(input.read(new byte[2]));
            back.unread(new byte[] {3, 4}, 0, 2);
            System.out.println(input.skip(2));
            back.unread(new byte[] {5, 6});
            System.out.println(input.readAllBytes().length);
            back.unread(new byte[] {7, 8});
            PushbackInputStream roomy = new Roomy(input);
            roomy.unread(new byte[] {9, 10, 11});
        }
    }

    /** It has more room than one of the class library that is made so. */
    static final class Roomy extends PushbackInputStream {
        Roomy(InputStream source) {
            super(source, 3);
        }
    }
}
