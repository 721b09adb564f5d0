import java.util.concurrent.CyclicBarrier;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;
import rrv.runtime.SliceBody;

/** Two threads run code of one slice at the same moment, again and again; and the fields of slices begin with what causes events. */
public class SharedBody extends FileUnit {
    static final int ROUNDS = 50;
    static final CyclicBarrier BOTH = new CyclicBarrier(2);
    static PropertyMonitor monitor;
    static int base;

    SharedBody(String file) throws java.io.IOException {
        super(file);
    }

    static void meet() {
        try {
            BOTH.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static final class Body extends SliceBody {
        Body() {
            Object another = new Object();
            monitor.advice(0, new Object[] {another}, base + 90);
            monitor.advice(1, new Object[] {another}, base + 91);
        }

        @Override
        protected void handle(int handler, Object[] arguments) {
            meet();
            String which = handler == 0 ? "first" : "second";
            String whose = bound(0) == arguments[0] ? "" : " of another object";
            String text = which + whose + " at " + location();
            meet();
            report(text);
            meet();
        }
    }

    @Override
    protected SliceBody newBody(int property) {
        return new Body();
    }

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new SharedBody(args[0]));
        monitor = registration.monitor(0);
        base = registration.base;
        for (int round = 0; round < ROUNDS; round++) {
            final Object object = new Object();
            monitor.advice(0, new Object[] {object}, base + 1);
            // The slice enters the state of the first handler, and while that runs the one of the second.
            Thread first = new Thread() {
                @Override
                public void run() {
                    monitor.advice(1, new Object[] {object}, base + 2);
                }
            };
            first.start();
            while (BOTH.getNumberWaiting() == 0) {
                Thread.yield();
            }
            monitor.advice(1, new Object[] {object}, base + 3);
            first.join();
        }
    }
}
