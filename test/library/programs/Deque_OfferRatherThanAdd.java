package library;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

final class Deque_OfferRatherThanAdd {
    static final class Violates {
        public static void main(String[] arguments) {
            Queue<String> tasks = new ArrayBlockingQueue<>(1);
            tasks.add("a"); // Deque_OfferRatherThanAdd: 1
            System.out.println(tasks);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Queue<String> tasks = new ArrayBlockingQueue<>(1);
            System.out.println(tasks.offer("a"));
            System.out.println(tasks.offer("b"));
            Queue<String> unlimited = new LinkedBlockingQueue<>();
            unlimited.add("c");
            System.out.println(unlimited);
        }
    }
}
