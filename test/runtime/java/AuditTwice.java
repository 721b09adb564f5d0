import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/** An audit fails in one thread, and while that is about to print it, in another. Argument: definition. */
public class AuditTwice {
    private static final int MADE = 0;
    private static final int REMOVED_USE = 3;

    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        final PropertyMonitor monitor = registration.monitor(0);
        final int base = registration.base;
        final Object object = new Object();
        monitor.event(MADE, object, base + 1);
        final CountDownLatch printing = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final Thread[] threads = new Thread[2];
        System.setProperties(new Properties(System.getProperties()) {
            @Override
            public String getProperty(String name) {
                if (name.equals("stderr.encoding")) {
                    if (Thread.currentThread() == threads[0]) {
                        printing.countDown();
                        await(goOn);
                    } else {
                        goOn.countDown();
                    }
                }
                return super.getProperty(name);
            }
        });
        for (int index = 0; index < threads.length; index++) {
            threads[index] = new Thread() {
                @Override
                public void run() {
                    monitor.event(REMOVED_USE, object, base + 2);
                }
            };
        }
        threads[0].start();
        await(printing);
        threads[1].start();
        threads[1].join();
        goOn.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
