package library;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

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
        public static void main(String[] arguments) throws Exception {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            executor.submit(() -> 1);
            executor.shutdown();
            System.out.println(executor.isShutdown());
            ExecutorService other = Executors.newSingleThreadExecutor();
            other.execute(() -> { });
            other.shutdown();
            ExecutorService common = ForkJoinPool.commonPool();
            common.shutdown();
            System.out.println(common.submit(() -> 2).get());
            Gentle gentle = new Gentle();
            gentle.shutdownGracefully();
            System.out.println(gentle.submit(() -> 3).get());
            gentle.shutdown();
        }
    }

    /** An executor that takes tasks until it is idle, as those of Netty do. */
    static final class Gentle extends ThreadPoolExecutor {
        Gentle() {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        void shutdownGracefully() {
            setKeepAliveTime(1, TimeUnit.MILLISECONDS);
        }
    }
}
