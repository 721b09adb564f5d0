package library;

import java.text.SimpleDateFormat;
import java.util.Date;

final class SimpleDateFormat_ThreadSafe {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            SimpleDateFormat format = new SimpleDateFormat("yyyy");
            System.out.println(format.format(new Date(0)).length());
            Thread other = new Thread(() -> {
                System.out.println(format.format(new Date(0)).length()); // SimpleDateFormat_ThreadSafe: 1
            });
            other.start();
            other.join();
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            ThreadLocal<SimpleDateFormat> formats = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy"));
            Runnable printing = () -> System.out.println(formats.get().format(new Date(0)).length());
            printing.run();
            Thread other = new Thread(printing);
            other.start();
            other.join();
        }
    }
}
