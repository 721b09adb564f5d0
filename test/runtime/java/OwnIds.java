import java.util.concurrent.atomic.AtomicInteger;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/** A violation of SafeIterator whose update comes from a thread with a getId() of its own; prints how often that was called. Argument: definition. */
public class OwnIds {
    private static final AtomicInteger CALLS = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        final PropertyMonitor iterator = registration.monitor(0);
        final int base = registration.base;
        final Object list = new Object();
        Object one = new Object();
        iterator.event(0, list, one, base + 5);
        Thread updating = new Thread() {
            @Override
            public void run() {
                iterator.event(1, list, base + 6);
            }

            @Override
            public long getId() {
                CALLS.incrementAndGet();
                // Of the program, which may say what it likes.
                return 1;
            }
        };
        updating.start();
        updating.join();
        iterator.event(2, one, base + 7);
        System.out.println(CALLS);
    }
}
