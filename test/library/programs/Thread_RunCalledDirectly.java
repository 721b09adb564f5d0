package library;

final class Thread_RunCalledDirectly {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Thread worker = new Thread(() -> System.out.println("working"));
            worker.run(); // Thread_RunCalledDirectly: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            Runnable task = () -> System.out.println("working");
            task.run();
            Thread worker = new Thread(task);
            worker.start();
            worker.join();
        }
    }
}
