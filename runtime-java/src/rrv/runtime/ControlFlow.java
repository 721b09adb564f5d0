package rrv.runtime;

import java.util.HashMap;
import java.util.Map;

/** The control flows that each thread is in: the pointcuts {@code cflow} and {@code cflowbelow}. Nothing is thrown. */
public final class ControlFlow {
    /** How often the thread has entered each flow without leaving it. */
    private static final ThreadLocal<Map<String, int[]>> DEPTHS = new ThreadLocal<Map<String, int[]>>();

    private ControlFlow() {
    }

    /** {@code flow} is the text of the pointcut: units with the same text mean the same flow. */
    public static void enter(String flow) {
        Map<String, int[]> depths = DEPTHS.get();
        if (depths == null) {
            depths = new HashMap<String, int[]>();
            DEPTHS.set(depths);
        }
        int[] depth = depths.get(flow);
        if (depth == null) {
            depth = new int[1];
            depths.put(flow, depth);
        }
        depth[0]++;
    }

    public static void leave(String flow) {
        Map<String, int[]> depths = DEPTHS.get();
        int[] depth = depths == null ? null : depths.get(flow);
        if (depth == null || --depth[0] > 0) {
            return;
        }
        depths.remove(flow);
        if (depths.isEmpty()) {
            DEPTHS.remove();
        }
    }

    public static boolean isIn(String flow) {
        Map<String, int[]> depths = DEPTHS.get();
        return depths != null && depths.containsKey(flow);
    }
}
