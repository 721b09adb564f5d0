package rrv.runtime;

/**
 * What Thread.stop (up to Java 19) has thrown into a thread while it was in here: it is for the program, and
 * the thread would never stop without.
 */
final class Stopped {
    private Stopped() {
    }

    /** Throws it on; does nothing for any other error. By name, as the class is to be removed one day. */
    static void passOn(Throwable error) {
        if (error.getClass().getName().equals("java.lang.ThreadDeath")) {
            throw (Error) error;
        }
    }
}
