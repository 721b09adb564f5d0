package library;

import java.util.ServiceLoader;

final class ServiceLoader_MultipleConcurrentThreads {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            ServiceLoader<Runnable> services = ServiceLoader.load(Runnable.class);
            Thread other = new Thread(() -> {
                services.reload(); // ServiceLoader_MultipleConcurrentThreads: 1
            });
            other.start();
            other.join();
            System.out.println(services.iterator().hasNext());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            ServiceLoader<Runnable> services = ServiceLoader.load(Runnable.class);
            services.reload();
            Thread other = new Thread(() -> System.out.println(ServiceLoader.load(Runnable.class).iterator().hasNext()));
            other.start();
            other.join();
            System.out.println(services.iterator().hasNext());
        }
    }
}
