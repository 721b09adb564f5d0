package library;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

final class Properties_ManipulateAfterLoad {
    static InputStream document() {
        String text = "<!DOCTYPE properties SYSTEM \"http://java.sun.com/dtd/properties.dtd\">"
            + "<properties><entry key=\"a\">b</entry></properties>";
        return new BufferedInputStream(new ByteArrayInputStream(text.getBytes()));
    }

    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            InputStream input = document();
            Properties properties = new Properties();
            properties.loadFromXML(input);
            try {
                input.read(); // Properties_ManipulateAfterLoad: 1
            } catch (IOException expected) {
                System.out.println(properties);
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            InputStream input = document();
            System.out.println(input.available() > 0);
            Properties properties = new Properties();
            properties.loadFromXML(input);
            input.close();
            InputStream lines = new BufferedInputStream(new ByteArrayInputStream("c=d".getBytes()));
            properties.load(lines);
            System.out.println(lines.read());
            // Closing it does nothing.
            InputStream bytes = new ByteArrayInputStream(document().readAllBytes());
            properties.loadFromXML(bytes);
            System.out.println(bytes.read());
        }
    }
}
