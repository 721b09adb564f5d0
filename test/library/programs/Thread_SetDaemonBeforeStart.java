package library;

final class Thread_SetDaemonBeforeStart {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Thread worker = new Thread(() -> {
                try {
                    Thread.currentThread().setDaemon(true); // Thread_SetDaemonBeforeStart: 1
                } catch (IllegalThreadStateException expected) {
                    System.out.println("running");
                }
            });
            worker.start();
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
