import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import rrv.runtime.Monitoring;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;
import rrv.runtime.Violation;
import rrv.runtime.ViolationListener;

/** Programs that end, or stop their threads, in awkward ways. The second argument says which. */
public class Ending {
    static PropertyMonitor hasNext;
    static int base;
    static volatile boolean looping;

    static void register(String file) {
        try {
            Registration registration = Registry.register(new FileUnit(file));
            hasNext = registration.monitor(3);
            base = registration.base;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void violate(int site) {
        hasNext.event(1, new Object(), base + site);
    }

    static void onExit(Runnable task) {
        Runtime.getRuntime().addShutdownHook(new Thread(task));
    }

    public static void main(String[] args) throws Exception {
        if (args[1].equals("group")) {
            destroyedGroup(args[0]);
            return;
        }
        if (args[1].equals("kept")) {
            keepsNothing(args[0]);
            return;
        }
        if (args[1].equals("noHookAtFirst")) {
            noHookAtFirst(args[0]);
            return;
        }
        register(args[0]);
        if (args[1].equals("status")) {
            anotherStatus();
        } else if (args[1].equals("stop")) {
            stop();
        } else if (args[1].equals("full")) {
            fillHeap();
        } else if (args[1].equals("folder")) {
            System.setProperty("user.dir", new File(System.getProperty("user.dir"), "elsewhere").getPath());
        } else if (args[1].equals("interrupted")) {
            violate(1);
            Thread.currentThread().interrupt();
            Monitoring.writeReport(args[2]);
            System.out.println("interrupted: " + Thread.interrupted());
        } else if (args[1].equals("whilePrinting")) {
            whilePrinting(args[0]);
        } else if (args[1].equals("afterReport")) {
            afterReport(new File(args[2]), new File(args[3]));
        }
    }

    static Object[] kept;

    /** Ends with a violation and a heap in which there is room for nothing that is larger than 4 KB. */
    private static void fillHeap() {
        violate(1);
        for (int length = 1 << 18; length >= 1 << 10; length /= 2) {
            try {
                for (;;) {
                    Object[] more = new Object[length];
                    more[0] = kept;
                    kept = more;
                }
            } catch (OutOfMemoryError error) {
                // Then smaller ones.
            }
        }
    }

    /** Makes the file `atEnd` at its end, and violates in an exit hook, behind the report that the file `first` gets. */
    private static void afterReport(final File first, File atEnd) throws IOException {
        onExit(new Runnable() {
            @Override
            public void run() {
                try {
                    LiveThreads.awaitReport(first);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                violate(2);
            }
        });
        violate(1);
        atEnd.createNewFile();
    }

    /** A violation is counted, and its thread is about to print its place as the exit hook asks for that. */
    private static void whilePrinting(String file) throws Exception {
        final CountDownLatch counted = new CountDownLatch(1);
        final CountDownLatch exiting = new CountDownLatch(1);
        final CountDownLatch printed = new CountDownLatch(1);
        Registration registration = Registry.register(new FileUnit(file) {
            @Override
            protected String site(int index) {
                if (Thread.currentThread().getName().equals("rrv report")) {
                    exiting.countDown();
                    await(printed);
                }
                // Not known at first, so that it is asked for when the place is printed.
                return exiting.getCount() > 0 ? null : super.site(index);
            }
        });
        final PropertyMonitor monitor = registration.monitor(3);
        final int site = registration.base + 1;
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                counted.countDown();
                await(exiting);
            }
        });
        Thread violating = new Thread() {
            @Override
            public void run() {
                monitor.event(1, new Object(), site);
                printed.countDown();
            }
        };
        violating.setDaemon(true);
        violating.start();
        await(counted);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As exec-maven-plugin does: the program has a group of its own, which is destroyed behind it. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void destroyedGroup(final String file) throws Exception {
        onExit(new Runnable() {
            @Override
            public void run() {
                System.out.println("hook");
            }
        });
        ThreadGroup group = new ThreadGroup("program");
        Thread program = new Thread(group, "program") {
            @Override
            public void run() {
                register(file);
                violate(1);
            }
        };
        program.start();
        program.join();
        group.destroy();
        System.out.println("destroyed");
    }

    /** As at the end of a stack: what the first unit needs fails in the middle. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void noHookAtFirst(String file) {
        System.setSecurityManager(new SecurityManager() {
            private boolean failed;

            @Override
            public void checkPermission(java.security.Permission permission) {
                if (permission.getName().equals("shutdownHooks") && !failed) {
                    failed = true;
                    throw new StackOverflowError();
                }
            }
        });
        register(file);
        violate(2);
        register(file);
        violate(1);
    }

    private static void keepsNothing(final String file) throws Exception {
        final InheritableThreadLocal<Object> inherited = new InheritableThreadLocal<Object>();
        final List<WeakReference<Object>> given = new ArrayList<WeakReference<Object>>();
        Thread first = new Thread() {
            @Override
            public void run() {
                Object value = new Object();
                inherited.set(value);
                given.add(new WeakReference<Object>(value));
                ClassLoader loader = new URLClassLoader(new URL[0], Ending.class.getClassLoader());
                setContextClassLoader(loader);
                given.add(new WeakReference<Object>(loader));
                register(file);
                violate(1);
            }
        };
        first.start();
        first.join();
        first = null;
        for (int round = 0; round < 50 && !isGone(given); round++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println("gone: " + isGone(given));
    }

    private static boolean isGone(List<WeakReference<Object>> given) {
        // In Java 8 a thread can not be kept from inheriting.
        boolean inherits = System.getProperty("java.version").startsWith("1.");
        for (WeakReference<Object> one : given.subList(inherits ? 1 : 0, given.size())) {
            if (one.get() != null) {
                return false;
            }
        }
        return true;
    }

    /** Under rrv.onViolation=exit: the program is about to end with another status, and holds what an exit hook needs. */
    private static void anotherStatus() {
        final Object lock = new Object();
        onExit(new Runnable() {
            @Override
            public void run() {
                synchronized (lock) {
                    System.out.println("hook");
                }
            }
        });
        synchronized (lock) {
            violate(1);
        }
        System.exit(0);
    }

    /** Nearly all of the time the thread is inside the monitors. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void stop() throws Exception {
        for (int round = 0; round < 20; round++) {
            final Iterator<String> iterator = new ArrayList<String>().iterator();
            Thread endless = new Thread() {
                @Override
                public void run() {
                    while (true) {
                        hasNext.event(0, iterator, base + 2);
                        hasNext.event(1, iterator, base + 2);
                        looping = true;
                    }
                }
            };
            endless.setDaemon(true);
            looping = false;
            endless.start();
            while (!looping) {
                Thread.yield();
            }
            endless.stop();
            endless.join(60000);
            if (endless.isAlive()) {
                System.out.println("not stopped");
                return;
            }
        }
        System.out.println("stopped");
    }
}
