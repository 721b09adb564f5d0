package library;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

final class PipedInputStream_UnconnectedRead {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            PipedInputStream input = new PipedInputStream();
            try {
                input.read(); // PipedInputStream_UnconnectedRead: 1
            } catch (IOException expected) {
                System.out.println("not connected");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            PipedInputStream input = new PipedInputStream();
            PipedOutputStream output = new PipedOutputStream(input);
            output.write(1);
            System.out.println(input.read());
            PipedInputStream other = new PipedInputStream();
            PipedOutputStream source = new PipedOutputStream();
            other.connect(source);
            source.write(2);
            System.out.println(other.read());
            System.out.println(new Fed().read());
        }
    }

    /** It is connected when it is made. */
    static final class Fed extends PipedInputStream {
        Fed() throws IOException {
            new PipedOutputStream(this).write(3);
        }
    }
}
