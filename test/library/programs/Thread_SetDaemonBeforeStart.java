package library;

import java.util.concurrent.CountDownLatch;

final class Thread_SetDaemonBeforeStart {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            CountDownLatch end = new CountDownLatch(1);
            Thread worker = new Thread(() -> {
                try {
                    end.await();
                } catch (InterruptedException ignored) {
                    System.out.println("interrupted");
                }
            });
            worker.start();
            try {
                worker.setDaemon(true); // Thread_SetDaemonBeforeStart: 1
            } catch (IllegalThreadStateException expected) {
                System.out.println("running");
            }
            end.countDown();
            worker.join();
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            Thread worker = new Thread(() -> System.out.println("working"));
            worker.setDaemon(true);
            worker.setDaemon(false);
            worker.start();
            worker.join();
        }
    }
}
