package library;

final class Object_MonitorOwner {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Object monitor = new Object();
            try {
                monitor.notify(); // Object_MonitorOwner: 1
            } catch (IllegalMonitorStateException expected) {
                System.out.println("not held");
            }
        }
    }

    /** Its wait(String) has nothing to do with that of Object. */
    static final class Turnstile {
        void wait(String whom) {
            System.out.println(whom + " waits");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            Object monitor = new Object();
            synchronized (monitor) {
                monitor.notifyAll();
                monitor.wait(1);
            }
            System.out.println("held");
            new Turnstile().wait("somebody");
        }
    }
}
