package rrv.runtime;

import java.util.HashSet;
import java.util.Set;

/** Tells whether the code that runs now is the first of its thread: the pointcut {@code startThread()}. */
public final class ThreadStart {
    /**
     * Entry points that have asked on this thread. A thread starts once, so that only the first question
     * counts.
     */
    private static final ThreadLocal<Set<String>> ASKED = new ThreadLocal<Set<String>>();

    private ThreadStart() {
    }

    /**
     * True when nothing but the class library's own code of threads has called the method that an event is
     * woven into. {@code entryPoint} names the unit's method that asks. A stack trace once for each thread
     * and entry point.
     */
    public static boolean isNow(String entryPoint) {
        if (Guard.inside()) {
            return false;
        }
        Set<String> asked = ASKED.get();
        if (asked == null) {
            asked = new HashSet<String>();
            ASKED.set(asked);
        }
        return asked.add(entryPoint) && isFirst(new Throwable().getStackTrace());
    }

    static boolean isFirst(StackTraceElement[] trace) {
        int at = 0;
        while (at < trace.length && isOwn(trace[at].getClassName())) {
            at++;
        }
        // The method itself comes next: of a subclass of Thread nothing stands below it.
        for (at++; at < trace.length; at++) {
            String name = trace[at].getClassName();
            if (name.contains("$$Lambda")) {
                continue;
            }
            if (!name.equals("java.lang.Thread") && !name.equals("java.lang.VirtualThread")
                    && !name.startsWith("jdk.internal.vm.")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOwn(String className) {
        return className.startsWith("rrv.runtime.") || className.startsWith("rrv.unit.");
    }
}
