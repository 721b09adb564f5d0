package rrv.runtime;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Takes the violations as they come, and tells of them when the JVM exits, or at once where that may be too
 * late.
 */
final class Reporter {
    private static final CopyOnWriteArrayList<ViolationListener> LISTENERS = new CopyOnWriteArrayList<ViolationListener>();
    private static final AtomicLong INTERNAL_ERRORS = new AtomicLong();
    private static volatile boolean started;
    /** The JVM goes down: the last events may come, then (`exiting`) the report is written. */
    private static boolean ending;
    private static volatile boolean exiting;
    /**
     * Violations are printed, and the report is written, as they come, also before `exiting`: there may be no
     * exit hook.
     */
    private static volatile boolean live;
    private static volatile boolean exitAsked;
    /** What an audit found is said: other threads may find the same before the program ends. */
    private static boolean auditTold;
    private static boolean exitRefused;
    /** What calls System.exit; null: nothing, it was too late. */
    private static volatile Thread exit;
    /** Nanoseconds that a violating thread waits for the end: it may hold a lock that this needs. */
    private static final long MOST_WAIT = 2000000000L;
    private static volatile String firstLoss;
    /** The first error; its stack trace is printed at exit where the settings say so. */
    private static volatile Throwable untold;
    private static final ReportPace PACE = new ReportPace();
    /** What is said of the report, as it could not be written last time; null: it could. */
    private static String unwritten;
    /** A thread waits to write the report. */
    private static boolean writesLater;

    private Reporter() {
    }

    /** Installs the exit hook, once. */
    static void start() {
        if (started) {
            return;
        }
        synchronized (Reporter.class) {
            if (started) {
                return;
            }
            try {
                final Thread hook = OwnThread.of("rrv report", new Runnable() {
                    @Override
                    public void run() {
                        atExit();
                    }
                });
                Privileged.get(new Supplier<Thread>() {
                    @Override
                    public Thread get() {
                        Runtime.getRuntime().addShutdownHook(hook);
                        return hook;
                    }
                });
            } catch (IllegalStateException e) {
                // The JVM is going down already: violations are reported as they come.
                exiting = true;
            } catch (SecurityException e) {
                live = true;
                warn("no exit hook, so violations are printed as they come, each place once: " + e.getMessage());
                SiteLines.printLosses();
            }
            ReportReserve.take();
            // Not where there was no stack or no memory left: the next unit tries again.
            started = true;
        }
    }

    static void addListener(ViolationListener listener) {
        LISTENERS.addIfAbsent(listener);
    }

    static void removeListener(ViolationListener listener) {
        LISTENERS.remove(listener);
    }

    /**
     * One slice violated at one site, for the first time there. Called without a lock. Answers what is to be
     * thrown, null for nothing.
     */
    static ViolationException report(PropertyMonitor monitor, Finding finding) {
        int[] depth = null;
        try {
            depth = Guard.enter();
            return reportGuarded(monitor, finding);
        } catch (Throwable error) {
            monitor.lost(error);
            return null;
        } finally {
            if (depth != null) {
                depth[0]--;
                Guard.leave();
            }
        }
    }

    private static ViolationException reportGuarded(PropertyMonitor monitor, Finding finding) {
        ViolationSite.Key key = new ViolationSite.Key(monitor, finding);
        ViolationSite site = ViolationSites.countAgain(key);
        boolean first = false;
        if (site == null) {
            ViolationSite made = new ViolationSite(monitor, finding);
            ViolationSite counted = ViolationSites.countFirst(key, made);
            first = counted == made;
            site = counted == null ? made : counted;
        }
        for (ViolationListener listener : LISTENERS) {
            try {
                listener.violation(site.violation());
            } catch (Throwable ignored) {
                Stopped.passOn(ignored);
                internalError(ignored);
            }
        }
        if (first && (exiting || live || monitor.definition.atOnce)) {
            if (exiting || live) {
                SiteLines.printNew(site);
            } else {
                live = true;
                SiteLines.printAll();
            }
            writeSoon();
        }
        if (Units.VIOLATIONS_THROW && !finding.isLate) {
            return new ViolationException(site.violation());
        }
        if (Units.SETTINGS.onViolation == Settings.EXIT && !exiting) {
            exitSoon();
        }
        return null;
    }

    /** A site, with nothing but its place. */
    static Violation site(int site) {
        return new Violation("", "", "", "", Units.site(site));
    }

    /** Says what an audit found, also when quiet, and ends the program with a failure. */
    static void auditFailed(String text) {
        synchronized (Reporter.class) {
            if (exitAsked || auditTold) {
                return;
            }
            auditTold = true;
        }
        StandardError.println("rrv: " + text);
        exitSoon();
    }

    /**
     * From a thread of its own: the violating thread may hold locks that the program's exit hooks need. It
     * waits until the JVM goes down, so that the program, which may be about to end with another status, does
     * not overtake that.
     */
    private static void exitSoon() {
        synchronized (Reporter.class) {
            if (exitAsked) {
                return;
            }
            exitAsked = true;
            if (ending) {
                return;
            }
            exit = OwnThread.of("rrv exit", new Runnable() {
                @Override
                public void run() {
                    exitNow();
                }
            });
            exit.setDaemon(false);
            exit.start();
            awaitEnding();
        }
    }

    private static void exitNow() {
        try {
            Privileged.get(new Supplier<Void>() {
                @Override
                public Void get() {
                    System.exit(Settings.EXIT_STATUS);
                    return null;
                }
            });
        } catch (SecurityException e) {
            warn("the program goes on after a violation (rrv.onViolation=exit): " + e.getMessage());
            synchronized (Reporter.class) {
                exitRefused = true;
                Reporter.class.notifyAll();
            }
        }
    }

    /** Until our exit hook runs; with the lock held. */
    private static void awaitEnding() {
        boolean interrupted = false;
        long end = System.nanoTime() + MOST_WAIT;
        for (long left = MOST_WAIT; left > 0 && !ending && !exitRefused; left = end - System.nanoTime()) {
            try {
                Reporter.class.wait(left / 1000000 + 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether the JVM goes down because of us: then the thread that has asked for it waits for the exit
     * hooks.
     */
    private static boolean exitsWithOurStatus() {
        final Thread thread = exit;
        return thread != null && Privileged.get(new Supplier<Boolean>() {
            @Override
            public Boolean get() {
                try {
                    for (StackTraceElement frame : thread.getStackTrace()) {
                        if (frame.getClassName().equals("java.lang.ApplicationShutdownHooks")) {
                            return true;
                        }
                    }
                    return false;
                } catch (SecurityException e) {
                    return true;
                }
            }
        });
    }

    private static void atExit() {
        synchronized (Reporter.class) {
            ending = true;
            Reporter.class.notifyAll();
        }
        ReportReserve.release();
        Units.endProgram();
        int[] depth = Guard.enter();
        try {
            exiting = true;
            printAtExit();
            writeReport();
            String difference = Units.auditDifference();
            if (difference != null) {
                StandardError.println("rrv: " + difference);
            }
            if (difference != null || exitAsked && !exitsWithOurStatus()) {
                // Too late for another exit status but so.
                Runtime.getRuntime().halt(Settings.EXIT_STATUS);
            }
        } catch (Throwable error) {
            internalError(error);
        } finally {
            depth[0]--;
            Guard.leave();
        }
    }

    /** What cannot be printed, as there is no memory, may still be written. */
    private static void printAtExit() {
        try {
            SiteLines.printAll();
            SiteLines.printLosses();
            if (untold != null && Boolean.getBoolean(Settings.DEBUG)) {
                untold.printStackTrace();
            }
        } catch (Throwable error) {
            internalError(error);
        }
    }

    /** Writes the report as it stands now, or in a thread of its own when the pace allows for it. */
    private static synchronized void writeSoon() {
        final long pause = PACE.pause(System.nanoTime(), exiting);
        if (pause <= 0) {
            writeReport();
        } else if (!writesLater) {
            Thread writer = OwnThread.of("rrv report as it comes", new Runnable() {
                @Override
                public void run() {
                    writeAfter(pause);
                }
            });
            // The JVM waits for it: there may be no exit hook.
            writer.setDaemon(false);
            writer.start();
            writesLater = true;
        }
    }

    private static void writeAfter(long nanoseconds) {
        int[] depth = Guard.enter();
        try {
            Thread.sleep(nanoseconds / 1000000 + 1);
        } catch (InterruptedException e) {
            // Then it is written now.
        } finally {
            synchronized (Reporter.class) {
                writesLater = false;
                writeReport();
            }
            depth[0]--;
            Guard.leave();
        }
    }

    private static synchronized void writeReport() {
        final String file = Units.SETTINGS.report;
        if (file == null) {
            return;
        }
        long begin = System.nanoTime();
        Throwable error = Privileged.get(new Supplier<Throwable>() {
            @Override
            public Throwable get() {
                try {
                    ReportFile.write(ReportFile.expand(file), ReportText.json());
                    return null;
                } catch (Throwable error) {
                    return error;
                }
            }
        });
        PACE.wrote(begin, System.nanoTime());
        String before = unwritten;
        unwritten = error == null ? null : "the report could not be written to " + file + ": " + error;
        // Where it is written as violations come, the same would be said with each.
        if (error != null && !unwritten.equals(before)) {
            warn(unwritten);
        }
    }

    /** The name of the first error that cost an event; null: none did. */
    static String firstLoss() {
        return firstLoss;
    }

    /** An event was lost by the error. Called besides {@link #internalError}, which errors of listeners come to as well. */
    static void noteLoss(Throwable error) {
        try {
            if (firstLoss == null) {
                firstLoss = error.getClass().getName();
            }
        } catch (Throwable ignored) {
            // No stack or no memory left: the next one has its name.
        }
    }

    static void internalError(Throwable error) {
        try {
            // No stack may be left: what the class library does for the first time to print would be lost to the program.
            if (untold == null && error instanceof Error) {
                untold = error;
            }
            if (INTERNAL_ERRORS.getAndIncrement() == 0 && !(error instanceof Error) && Boolean.getBoolean(Settings.DEBUG)) {
                error.printStackTrace();
            }
        } catch (Throwable ignored) {
            // No stack or no memory left: the count of lost events says enough.
        }
    }

    static void warn(String message) {
        if (!Units.SETTINGS.quiet) {
            StandardError.println("rrv: " + message);
        }
    }
}
