package rrvbench;

import java.util.Map;
import java.util.WeakHashMap;

/** What one writes by hand: one lock, weak maps, modification counts. Also behind the AspectJ aspects. */
public final class NaiveMonitors {
    private static final Map<Object, boolean[]> ASKED = new WeakHashMap<Object, boolean[]>();
    /** Updates of a collection or map, shared with what was derived from it. */
    private static final Map<Object, int[]> UPDATES = new WeakHashMap<Object, int[]>();
    private static final Map<Object, Use> USES = new WeakHashMap<Object, Use>();
    public static int violations;

    private static final class Use {
        final int[] updates;
        final int expected;

        Use(int[] updates) {
            this.updates = updates;
            this.expected = updates[0];
        }
    }

    private NaiveMonitors() {
    }

    public static synchronized void hasNext(Object i) {
        boolean[] asked = ASKED.get(i);
        if (asked == null) {
            ASKED.put(i, new boolean[] {true});
        } else {
            asked[0] = true;
        }
    }

    public static synchronized void next(Object i) {
        boolean[] asked = ASKED.get(i);
        if (asked == null || !asked[0]) {
            violations++;
        } else {
            asked[0] = false;
        }
    }

    /** `derived` shares the updates of `from` (a view of a map); `create`: from is not known yet. */
    public static synchronized void derive(Object from, Object derived, boolean create) {
        int[] updates = UPDATES.get(from);
        if (updates == null && create) {
            updates = new int[1];
            UPDATES.put(from, updates);
        }
        if (updates != null) {
            UPDATES.put(derived, updates);
        }
    }

    public static synchronized void iterate(Object from, Object i, boolean create) {
        int[] updates = UPDATES.get(from);
        if (updates == null && create) {
            updates = new int[1];
            UPDATES.put(from, updates);
        }
        if (updates != null) {
            USES.put(i, new Use(updates));
        }
    }

    public static synchronized void update(Object from) {
        int[] updates = UPDATES.get(from);
        if (updates != null) {
            updates[0]++;
        }
    }

    public static synchronized void use(Object i) {
        Use use = USES.get(i);
        if (use != null && use.updates[0] != use.expected) {
            violations++;
        }
    }
}
