package library;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

final class InputStream_MarkReset {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new PushbackInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
            try {
                input.reset(); // InputStream_MarkReset: 1
            } catch (IOException expected) {
                System.out.println("cannot go back");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new ByteArrayInputStream(new byte[] {1, 2});
            input.mark(2);
            System.out.println(input.read());
            input.reset();
            System.out.println(input.read());
            InputStream own = new Marking(new ByteArrayInputStream(new byte[] {1, 2}));
            own.mark(2);
            System.out.println(own.read());
            own.reset();
            System.out.println(own.read());
        }
    }

    /** Goes back, although streams of its superclass do not. */
    static final class Marking extends PushbackInputStream {
        Marking(InputStream in) {
            super(in);
        }

        @Override
        public boolean markSupported() {
            return true;
        }

        @Override
        public void mark(int limit) {
            in.mark(limit);
        }

        @Override
        public void reset() throws IOException {
            in.reset();
        }
    }
}
