package rrv.runtime;

import java.util.HashMap;
import java.util.Map;

/**
 * The control flows that each thread is in: the pointcuts {@code cflow} and {@code cflowbelow}. Nothing is
 * thrown.
 */
public final class ControlFlow {
    /** How often the thread has entered each flow without leaving it. */
    private static final ThreadLocal<Map<String, int[]>> DEPTHS = new ThreadLocal<Map<String, int[]>>();

    private ControlFlow() {
    }

    /** {@code flow} is the text of the pointcut: units with the same text mean the same flow. */
    public static void enter(String flow) {
        change(flow, 1);
    }

    public static void leave(String flow) {
        change(flow, -1);
    }

    public static boolean isIn(String flow) {
        return change(flow, 0);
    }

    /** In the leading copy of the runtime, so that code of several class loaders is in the same flows. */
    private static boolean change(String flow, int by) {
        try {
            if (Copies.LEADER != null) {
                return (Boolean) Copies.LEADER.apply(Copies.CONTROL_FLOW, new Object[] {flow, by});
            }
        } catch (RuntimeException error) {
            // A leader of an earlier rrv knows no control flows.
            Reporter.internalError(error);
        }
        return here(flow, by);
    }

    /** Whether the thread is in the flow after the change. */
    static boolean here(String flow, int by) {
        Map<String, int[]> depths = DEPTHS.get();
        int[] depth = depths == null ? null : depths.get(flow);
        if (by > 0) {
            if (depths == null) {
                depths = new HashMap<String, int[]>();
                DEPTHS.set(depths);
            }
            if (depth == null) {
                depth = new int[1];
                depths.put(flow, depth);
            }
            depth[0]++;
        } else if (by < 0 && depth != null && --depth[0] == 0) {
            depths.remove(flow);
            if (depths.isEmpty()) {
                DEPTHS.remove();
            }
            return false;
        }
        return depth != null;
    }
}
