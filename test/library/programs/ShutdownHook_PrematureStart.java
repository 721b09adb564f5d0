package library;

final class ShutdownHook_PrematureStart {
    static final class Violates {
        public static void main(String[] arguments) throws InterruptedException {
            Thread hook = new Thread(() -> System.out.println("bye"));
            Runtime.getRuntime().addShutdownHook(hook);
            hook.start(); // ShutdownHook_PrematureStart: 1
            hook.join();
            // The virtual machine could not start it again.
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws InterruptedException {
            Thread hook = new Thread(() -> System.out.println("bye"));
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            hook.start();
            hook.join();
        }
    }
}
