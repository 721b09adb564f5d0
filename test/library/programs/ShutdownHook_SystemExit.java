package library;

import java.io.File;

/** Ends its virtual machine: each program needs a JVM of its own. */
final class ShutdownHook_SystemExit {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                // exit() would wait for this hook for ever: another thread ends the virtual machine.
                Thread hook = Thread.currentThread();
                Thread halts = new Thread(() -> {
                    try {
                        for (int turn = 0; turn < 3000 && !(isInExit(hook) && isReported()); turn++) Thread.sleep(20);
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

        /** What comes before the call has happened then. */
        private static boolean isInExit(Thread thread) {
            for (StackTraceElement frame : thread.getStackTrace())
                if (frame.getClassName().equals("java.lang.Shutdown")) return true;
            return false;
        }

        /** Without monitors there is nothing to wait for. */
        private static boolean isReported() {
            String file = System.getProperty("rrv.report");
            return file == null || new File(file).exists();
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
