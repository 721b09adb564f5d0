import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/**
 * Violates a property that is reported at once at many places, and ends without exit hooks when no thread is about to write the report.
 * Arguments: definition, how many places.
 */
public class AtOnce {
    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        PropertyMonitor hasNext = registration.monitor(3);
        for (int site = 0; site < Integer.parseInt(args[1]); site++) {
            hasNext.event(1, new Object(), registration.base + site);
        }
        LiveThreads.awaitEnd("rrv report as it comes");
        Runtime.getRuntime().halt(0);
    }
}
