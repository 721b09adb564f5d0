package library;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

final class PipedOutputStream_UnconnectedWrite {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            PipedOutputStream output = new PipedOutputStream();
            try {
                output.write(1); // PipedOutputStream_UnconnectedWrite: 1
            } catch (IOException expected) {
                System.out.println("not connected");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            PipedOutputStream output = new PipedOutputStream();
            PipedInputStream input = new PipedInputStream(output);
            output.write(1);
            System.out.println(input.read());
            PipedOutputStream other = new PipedOutputStream();
            PipedInputStream sink = new PipedInputStream();
            sink.connect(other);
            other.write(2);
            System.out.println(sink.read());
            new Drained().write(3);
        }
    }

    /** It is connected when it is made. */
    static final class Drained extends PipedOutputStream {
        Drained() throws IOException {
            super(new PipedInputStream());
        }
    }
}
