import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/**
 * Violates SafeHasNext once at each of the sites below: without file or line, and with names as byte code may have
 * them, escaped as in a unit.
 */
public class OddNames {
    private static final String[] SITES = {
        "p/NoFile\tm\t()V\t1\t\t",
        "p/NoLine\tm\t()V\t2\tNoLine.java\t",
        "p/NoLine\tm\t()V\t5\tNoLine.java\t",
        "p/Odd\"\\\\\u0001\\n\uD800\u00E4\tm\u2028\t()V\t3\tOdd.java\t0",
    };

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]) {
            @Override
            protected String site(int index) {
                return SITES[index];
            }
        });
        PropertyMonitor hasNext = registration.monitor(3);
        List<Iterator<?>> used = new ArrayList<Iterator<?>>();
        for (int site = 0; site < SITES.length; site++) {
            used.add(new ArrayList<Object>().iterator());
            hasNext.event(1, used.get(site), registration.base + site);
        }
    }
}
