package library;

import java.net.URL;

/** The property has no parameters and the setting is the JVM's: each program needs a JVM of its own. */
final class URL_SetURLStreamHandlerFactory {
    static final class Violates {
        public static void main(String[] arguments) {
            URL.setURLStreamHandlerFactory(protocol -> null);
            try {
                URL.setURLStreamHandlerFactory(protocol -> null); // URL_SetURLStreamHandlerFactory: 1
            } catch (Error expected) {
                System.out.println("set before");
            }
            try {
                URL.setURLStreamHandlerFactory(null); // URL_SetURLStreamHandlerFactory: 1
            } catch (Error expected) {
                System.out.println("set before");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            // Sets none, and drops the handlers that are kept: Spring Boot's loader does so before Tomcat sets its own.
            URL.setURLStreamHandlerFactory(null);
            URL.setURLStreamHandlerFactory(protocol -> null);
            System.out.println("set once");
        }
    }
}
