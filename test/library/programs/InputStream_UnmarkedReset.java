package library;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

final class InputStream_UnmarkedReset {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new BufferedInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
            System.out.println(input.read());
            try {
                input.reset(); // InputStream_UnmarkedReset: 1
            } catch (IOException expected) {
                System.out.println("no mark");
            }
            try {
                input.reset(); // InputStream_UnmarkedReset: 1
            } catch (IOException expected) {
                System.out.println("still no mark");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            InputStream input = new BufferedInputStream(new ByteArrayInputStream(new byte[] {1, 2}));
            input.mark(2);
            System.out.println(input.read());
            input.reset();
            System.out.println(input.read());
            input.reset();
            InputStream own = new Rewound(new ByteArrayInputStream(new byte[] {1, 2}));
            System.out.println(own.read());
            own.reset();
        }
    }

    /** It marks its beginning itself. */
    static final class Rewound extends BufferedInputStream {
        Rewound(InputStream source) {
            super(source);
            mark(100);
        }
    }
}
