import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/** A stack that overflows again and again while its thread reports; after each time one more report, at a line of its own. */
public class Overflows {
    static PropertyMonitor hasNext;
    static int base;

    /** Reports at each depth. `offset`: frames in front, so that the stack ends elsewhere. */
    static void violate(int offset) {
        if (offset > 0) {
            violate(offset - 1);
        } else {
            violateOn();
        }
    }

    static void violateOn() {
        hasNext.event(1, new Object(), base + 5);
        violateOn();
    }

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        hasNext = registration.monitor(3);
        base = registration.base;
        for (int round = 0; round < 200; round++) {
            try {
                violate(round % 50);
            } catch (StackOverflowError expected) {
                hasNext.event(1, new Object(), base + 7);
            }
        }
    }
}
