package library;

final class StringBuilder_ThreadSafe {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            StringBuilder text = new StringBuilder();
            text.append("main ");
            Thread worker = new Thread(() -> {
                text.append("worker "); // StringBuilder_ThreadSafe: 1
            });
            worker.start();
            worker.join();
            System.out.println(text.length());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            StringBuilder text = new StringBuilder();
            text.append("main ");
            Thread worker = new Thread(() -> {
                StringBuilder own = new StringBuilder();
                own.append("worker ");
                System.out.println(own.length());
            });
            worker.start();
            worker.join();
            System.out.println(text.length());
        }
    }
}
