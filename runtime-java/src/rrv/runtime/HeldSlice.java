package rrv.runtime;

import java.lang.reflect.Proxy;

/**
 * A slice of one object that stands in the object itself, and through `next` those of further properties. Made
 * with the object, before its events: all threads find the same. Everything but `stripe` is read and written
 * with the lock of the stripe.
 */
public final class HeldSlice extends ReportingSlice {
    /** Set before the first object that holds any can be seen: programs without such do not ask. */
    private static volatile boolean any;

    /** Whose lock and counters: of the thread that made the object, as it is mostly the one that uses it. */
    final int stripe;
    /** Whose slice: a copy that Object.clone has made of it holds the same, and its slices are in the table. */
    private Object object;
    /** Whose slices these are; null before there is one. */
    private PropertyMonitor monitor;
    /** Of its state; 0 where there is no slice. */
    int row;
    private HeldSlice next;

    private HeldSlice(int stripe) {
        this.stripe = stripe;
    }

    /** For the constructors of {@link SliceHolder}s. Null where there is no memory or stack: see there. */
    public static HeldSlice make() {
        try {
            if (!any) {
                any = true;
            }
            return new HeldSlice(Identity.hash(Thread.currentThread()) >>> MonitoredObjects.SHIFT);
        } catch (Throwable error) {
            Stopped.passOn(error);
            return null;
        }
    }

    /**
     * The first of those that the object holds; null: none, and it will never hold any. A proxy with all
     * interfaces of a holder holds none: its calls are for code of the program.
     */
    static HeldSlice in(Object object) {
        return any && object instanceof SliceHolder && !(object instanceof Proxy)
            ? ((SliceHolder) object).rrvSlices()
            : null;
    }

    /** Whether these are the object's, or nobody's yet. */
    boolean mayBeOf(Object other) {
        return object == null || object == other;
    }

    /** That of a monitor; null: it has none. */
    HeldSlice of(PropertyMonitor owner) {
        for (HeldSlice slice = this; slice != null; slice = slice.next) {
            if (slice.monitor == owner) {
                return slice;
            }
        }
        return null;
    }

    /** Makes one for a monitor that has none. */
    HeldSlice begin(PropertyMonitor owner, Object holder) {
        HeldSlice slice = this;
        if (monitor != null) {
            slice = new HeldSlice(stripe);
            slice.next = next;
            next = slice;
        }
        slice.monitor = owner;
        object = holder;
        return slice;
    }
}
