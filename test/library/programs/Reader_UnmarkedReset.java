package library;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.Reader;
import java.io.StringReader;

final class Reader_UnmarkedReset {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            BufferedReader reader = new BufferedReader(new StringReader("text"));
            try {
                reader.reset(); // Reader_UnmarkedReset: 1
            } catch (IOException expected) {
                System.out.println("no mark");
            }
            try {
                reader.reset(); // Reader_UnmarkedReset: 1
            } catch (IOException expected) {
                System.out.println("still no mark");
            }
            Reader numbered = new LineNumberReader(new StringReader("text"));
            try {
                numbered.reset(); // Reader_UnmarkedReset: 1
            } catch (IOException expected) {
                System.out.println("no mark");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            BufferedReader reader = new BufferedReader(new StringReader("text"));
            reader.mark(100);
            System.out.println(reader.readLine());
            reader.reset();
            System.out.println(reader.readLine());
            BufferedReader own = new Rewound(new StringReader("text"));
            System.out.println(own.readLine());
            own.reset();
        }
    }

    /** It marks its beginning itself. */
    static final class Rewound extends BufferedReader {
        Rewound(Reader source) throws IOException {
            super(source);
            mark(100);
        }
    }
}
