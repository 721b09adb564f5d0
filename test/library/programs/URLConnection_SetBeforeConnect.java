package library;

import java.io.File;
import java.io.IOException;
import java.net.URLConnection;

final class URLConnection_SetBeforeConnect {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            URLConnection connection = new File(".").toURI().toURL().openConnection();
            connection.connect();
            try {
                connection.setUseCaches(false); // URLConnection_SetBeforeConnect: 1
            } catch (IllegalStateException expected) {
                System.out.println("already connected");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            URLConnection connection = new File(".").toURI().toURL().openConnection();
            connection.setUseCaches(false);
            connection.setConnectTimeout(1000);
            connection.connect();
            System.out.println(connection.getUseCaches());
        }
    }
}
