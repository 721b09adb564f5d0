package library;

import java.io.File;
import java.io.IOException;
import java.net.URLConnection;

final class URLConnection_Connect {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            URLConnection connection = new File(".").toURI().toURL().openConnection();
            connection.connect();
            connection.connect(); // URLConnection_Connect: 1
            System.out.println("connected");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            URLConnection connection = new File(".").toURI().toURL().openConnection();
            connection.connect();
            System.out.println(connection.getContentType() != null);
            new File(".").toURI().toURL().openConnection().connect();
        }
    }
}
