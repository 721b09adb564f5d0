import java.util.ArrayList;
import java.util.List;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/**
 * The first events of the run are at the end of a stack. Then one violation of SafeIterator at line 7. Arguments: definition, how many of the
 * deepest calls have an event, lines from 100 on.
 */
public class EndOfStack {
    static PropertyMonitor iterator;
    static PropertyMonitor hasNext;
    static int base;
    static int left;

    static void descend(List<Object> kept) {
        boolean over = false;
        try {
            descend(kept);
        } catch (StackOverflowError error) {
            over = true;
        }
        if (over && left > 0) {
            left--;
            iterator.eventIfBound(2, kept, base + 3);
            hasNext.event(1, new Object(), base + 100 + left);
        }
    }

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        iterator = registration.monitor(0);
        hasNext = registration.monitor(3);
        base = registration.base;
        left = Integer.parseInt(args[1]);
        Thread deep = new Thread(null, new Runnable() {
            @Override
            public void run() {
                try {
                    descend(new ArrayList<Object>());
                } catch (StackOverflowError error) {
                    // Of an event.
                }
            }
        }, "deep", 256 * 1024);
        deep.start();
        deep.join();
        Object list = new Object();
        Object one = new Object();
        iterator.event(0, list, one, base + 5);
        iterator.event(1, list, base + 6);
        iterator.eventIfBound(2, one, base + 7);
    }
}
