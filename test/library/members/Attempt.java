package library;

/** Code that may throw. */
interface Attempt {
    void run() throws Exception;

    /** Runs code, and prints what it throws. */
    static void attempt(Attempt code) {
        try {
            code.run();
            System.out.println("nothing thrown");
        } catch (Exception | Error thrown) {
            System.out.println(thrown.getClass().getName());
        }
    }
}
