package library;

/** Ends its virtual machine: each program needs a JVM of its own. */
final class ShutdownHook_SystemExit {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                // exit() would wait for this hook for ever: another thread ends the virtual machine.
                Thread halts = new Thread(() -> {
                    try {
                        Thread.sleep(2000);
                    } catch (InterruptedException ignored) {
                        System.out.println("interrupted");
                    }
                    Runtime.getRuntime().halt(0);
                });
                halts.start();
                System.exit(0); // ShutdownHook_SystemExit: 1
            }));
            System.out.println("ending");
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            Thread worker = new Thread(() -> System.exit(0));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
            worker.start();
            worker.join();
        }
    }
}
