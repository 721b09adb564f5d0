package library;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

final class ExecutorService_SubmitAfterShutdown {
    static final class Violates {
        public static void main(String[] arguments) {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            executor.shutdown();
            try {
                executor.submit(() -> System.out.println("never")); // ExecutorService_SubmitAfterShutdown: 1
            } catch (RejectedExecutionException expected) {
                System.out.println("shut down");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            executor.submit(() -> 1);
            executor.shutdown();
            System.out.println(executor.isShutdown());
            ExecutorService other = Executors.newSingleThreadExecutor();
            other.execute(() -> { });
            other.shutdown();
        }
    }
}
