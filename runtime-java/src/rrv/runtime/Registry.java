package rrv.runtime;

/**
 * Where units come in. It names few classes: those that the JVM loads and verifies with it, it may load
 * through a class loader of the program, whose events count.
 */
public final class Registry {
    private Registry() {
    }

    /**
     * Called once from the class initialiser of a unit. Never throws: a unit that cannot be monitored (other
     * protocol, malformed text, no memory) is named on stderr and gets monitors that do nothing.
     */
    public static Registration register(Unit unit) {
        Ignoring ignoring = null;
        try {
            ignoring = Ignoring.begin();
            return Units.register(unit);
        } catch (Throwable error) {
            return Units.unmonitored(error);
        } finally {
            if (ignoring != null) {
                ignoring.end();
            }
        }
    }
}
