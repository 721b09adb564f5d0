package library;

import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;

final class Reader_MarkReset {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Reader reader = new PushbackReader(new StringReader("text"));
            try {
                reader.mark(1); // Reader_MarkReset: 1
            } catch (IOException expected) {
                System.out.println("cannot go back");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            Reader reader = new StringReader("text");
            reader.mark(1);
            System.out.println(reader.read());
            reader.reset();
            System.out.println(reader.read());
            Reader own = new Marking(new StringReader("text"));
            own.mark(1);
            System.out.println(own.read());
            own.reset();
            System.out.println(own.read());
        }
    }

    /** Goes back, although readers of its superclass do not. */
    static final class Marking extends PushbackReader {
        Marking(Reader in) {
            super(in);
        }

        @Override
        public boolean markSupported() {
            return true;
        }

        @Override
        public void mark(int limit) throws IOException {
            in.mark(limit);
        }

        @Override
        public void reset() throws IOException {
            in.reset();
        }
    }
}
