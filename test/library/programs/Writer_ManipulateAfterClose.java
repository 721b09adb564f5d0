package library;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

final class Writer_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            Writer writer = new BufferedWriter(new StringWriter());
            writer.write("text");
            writer.close();
            try {
                writer.write("more"); // Writer_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
            Writer flushed = new BufferedWriter(new StringWriter());
            flushed.close();
            try {
                flushed.flush(); // Writer_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed, too");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            Writer writer = new BufferedWriter(new StringWriter());
            writer.write("text");
            writer.flush();
            writer.close();
            // Closing a StringWriter does nothing.
            StringWriter text = new StringWriter();
            text.close(); // Closeable_MeaninglessClose: 1
            text.write("more");
            text.flush();
            System.out.println(text);
        }
    }
}
