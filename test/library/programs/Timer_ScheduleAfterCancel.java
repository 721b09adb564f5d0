package library;

import java.util.Timer;
import java.util.TimerTask;

final class Timer_ScheduleAfterCancel {
    static TimerTask task() {
        return new TimerTask() {
            @Override
            public void run() {
                System.out.println("never");
            }
        };
    }

    static final class Violates {
        public static void main(String[] arguments) {
            Timer timer = new Timer(true);
            timer.cancel();
            try {
                timer.schedule(task(), 1000); // Timer_ScheduleAfterCancel: 1
            } catch (IllegalStateException expected) {
                System.out.println("cancelled");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Timer timer = new Timer(true);
            timer.schedule(task(), 100_000);
            timer.cancel();
            timer.cancel();
            System.out.println("cancelled");
        }
    }
}
