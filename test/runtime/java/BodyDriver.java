import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;
import rrv.runtime.SliceBody;

/** A property with Java code: reset() may go back at most `limit` reads after mark(limit). */
public class BodyDriver extends FileUnit {
    static PropertyMonitor monitor;
    static int base;

    BodyDriver(String file) throws java.io.IOException {
        super(file);
    }

    /** Fields per slice: the limit, and the reads since the mark. */
    static final class Body extends SliceBody {
        int limit = -1;
        int reads;

        @Override
        protected boolean event(int event, Object[] arguments) {
            if (Thread.holdsLock(Body.class)) {
                throw new IllegalStateException();
            }
            // Events caused by the property's own code are ignored.
            monitor.advice(1, new Object[] {arguments[0]}, base + 90);
            switch (event) {
                case 0:
                    limit = (Integer) arguments[1];
                    reads = 0;
                    return true;
                case 1:
                    reads++;
                    return true;
                case 2:
                    return reads <= limit;
                case 3:
                    return reads > limit;
                default:
                    throw new IllegalArgumentException("no such event");
            }
        }

        @Override
        protected void handle(int handler, Object[] arguments) {
            String whose = bound(0) == arguments[0] ? "" : " of another object";
            report(reads + " reads" + whose + ", limit " + limit + ", at " + location());
            reset();
        }
    }

    @Override
    protected SliceBody newBody(int property) {
        return new Body();
    }

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new BodyDriver(args[0]));
        monitor = registration.monitor(0);
        base = registration.base;
        Object a = new Object();
        Object b = new Object();
        mark(a, 2);
        mark(b, 1);
        for (int i = 0; i < 2; i++) {
            read(a);
            read(b);
        }
        reset(a, 10);
        reset(b, 11);
        reset(b, 11);
        read(a);
        reset(a, 12);
        // After its report, b started again: mark it anew.
        mark(b, 5);
        reset(b, 13);
        System.out.println("done");
    }

    static void mark(Object stream, int limit) {
        monitor.advice(0, new Object[] {stream, limit}, base + 1);
    }

    static void read(Object stream) {
        monitor.advice(1, new Object[] {stream}, base + 2);
    }

    static void reset(Object stream, int site) {
        monitor.advice(2, new Object[] {stream}, base + site);
        monitor.advice(3, new Object[] {stream}, base + site);
    }
}
