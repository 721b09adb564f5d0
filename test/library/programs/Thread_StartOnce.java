package library;

final class Thread_StartOnce {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Thread worker = new Thread(() -> System.out.println("working"));
            worker.start();
            worker.join();
            try {
                worker.start(); // Thread_StartOnce: 1
            } catch (IllegalThreadStateException expected) {
                System.out.println("started before");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            for (int count = 0; count < 2; count++) {
                Thread worker = new Thread(() -> System.out.println("working"));
                worker.start();
                worker.join();
            }
        }
    }
}
