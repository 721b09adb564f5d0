import java.io.File;
import java.util.concurrent.CountDownLatch;
import rrv.runtime.Monitoring;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;
import rrv.runtime.Violation;
import rrv.runtime.ViolationListener;

/** Events from awkward places: exhausted stacks, listeners, other threads' locks, a finalizer, an exit hook. */
public class Edges {
    static PropertyMonitor hasNext;
    static int base;
    static int depth;
    static int told;
    static final CountDownLatch FINALIZED = new CountDownLatch(1);

    static class Finalized {
        @Override
        @SuppressWarnings("deprecation")
        protected void finalize() {
            hasNext.event(0, this, base + 1);
            hasNext.event(1, this, base + 2);
            FINALIZED.countDown();
        }
    }

    static void recurse(Object[] objects) {
        depth++;
        hasNext.event(depth & 1, objects[depth % objects.length], base + 5);
        recurse(objects);
    }

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        hasNext = registration.monitor(3);
        base = registration.base;
        // Stacks run out inside the runtime: only the program's own overflow may come out.
        Object[] objects = new Object[1000];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new Object();
        }
        for (int round = 0; round < 20; round++) {
            depth = 0;
            try {
                recurse(objects);
            } catch (StackOverflowError expected) {
                continue;
            }
        }
        // Afterwards the monitors work as before.
        Object fresh = new Object();
        hasNext.event(0, fresh, base + 6);
        hasNext.event(1, fresh, base + 6);
        // A listener whose own events, and failure, are ignored.
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                told++;
                hasNext.event(1, new Object(), base + 66);
                throw new IllegalStateException("from the listener");
            }
        });
        hasNext.event(1, fresh, base + 7);
        System.out.println("told " + told);
        // A thread that holds a user lock for ever does not stop another thread's events.
        final Object lock = new Object();
        final CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread() {
            @Override
            public void run() {
                synchronized (lock) {
                    hasNext.event(0, lock, base + 8);
                    held.countDown();
                    try {
                        Thread.sleep(60000);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        };
        holder.setDaemon(true);
        holder.start();
        held.await();
        hasNext.event(1, lock, base + 8);
        new Finalized();
        while (FINALIZED.getCount() > 0) {
            System.gc();
            System.runFinalization();
        }
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                Object late = new Object();
                try {
                    LiveThreads.awaitReport(new File(System.getProperty("rrv.report")));
                } catch (InterruptedException e) {
                    return;
                }
                hasNext.event(1, late, base + 9);
            }
        });
    }
}
