package library;

import java.util.Iterator;
import java.util.ServiceLoader;

final class ServiceLoaderIterator_Remove {
    static final class Violates {
        public static void main(String[] arguments) {
            Iterator<Runnable> services = ServiceLoader.load(Runnable.class).iterator();
            try {
                services.remove(); // ServiceLoaderIterator_Remove: 1
            } catch (UnsupportedOperationException expected) {
                System.out.println("read only");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Iterator<Runnable> services = ServiceLoader.load(Runnable.class).iterator();
            while (services.hasNext()) services.next().run();
            System.out.println("all");
        }
    }
}
