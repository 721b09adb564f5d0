package rrv.runtime;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The monitor of one property in this JVM. The unit's methods call {@code event} with the index of the
 * event definition, the values of the parameters that it binds in ascending parameter order (primitives
 * boxed), and the site. Nothing is thrown into the caller, except {@link ViolationException} under
 * {@code rrv.onViolation=throw}; no user code runs while a lock is held.
 */
public abstract class PropertyMonitor {
    final PropertyDefinition definition;

    /** Events that were lost to an error in here (a stack overflow, no memory). */
    final AtomicLong lost = new AtomicLong();

    /** Where its events are written; null: nowhere. Set before anybody else has the monitor. */
    Trace trace;

    /** Per event definition: events on shared objects of the class library, which belong to no slice. */
    private final AtomicLongArray shared;

    PropertyMonitor(PropertyDefinition definition) {
        this.definition = definition;
        this.shared = new AtomicLongArray(definition == null ? 0 : definition.events.length);
    }

    /** Counts the event and answers true when the value is a shared object (class Shared). */
    final boolean isShared(int event, Object value) {
        if (!Shared.is(value)) {
            return false;
        }
        shared.incrementAndGet(event);
        return true;
    }

    /** Under which a slice notes that it has reported; handler -1 stands for the code of events. */
    final int siteKey(int site, int handler) {
        return site * (definition.handlers.length + 1) + handler + 1;
    }

    /** Adds the number of events so far, per event definition, those on shared objects included. */
    final void addAllCounts(long[] events) {
        addCounts(events);
        for (int event = 0; event < events.length; event++) {
            events[event] += shared.get(event);
        }
    }

    public abstract void event(int event, int site);

    public abstract void event(int event, Object a, int site);

    public abstract void event(int event, Object a, Object b, int site);

    public abstract void event(int event, Object a, Object b, Object c, int site);

    public abstract void event(int event, Object a, Object b, Object c, Object d, int site);

    /**
     * An event that may be left out, and is not counted then, where no slice has one of these objects: it
     * changes nothing ({@link BoundClasses}, {@link WeakTable#mayHave}). Monitors of other shapes take it as
     * any other.
     */
    public void eventIfBound(int event, Object a, int site) {
        event(event, a, site);
    }

    /** The same for two values. */
    public void eventIfBound(int event, Object a, Object b, int site) {
        event(event, a, b, site);
    }

    /**
     * Whether what a violation throws may come between two events that nothing else comes between: then each is told
     * where it happens.
     */
    public static boolean pairsMayPart() {
        return Units.VIOLATIONS_THROW;
    }

    /**
     * Whether two events on this object, right behind each other, report nothing and leave its slice as it is. Asked
     * of events for which that holds while it has no slice. Monitors of other shapes take them as any others.
     */
    public boolean cancelOut(int first, int second, Object a) {
        return false;
    }

    /**
     * Whether an event on this object of a property with Java code is none of any slice's: nothing is left to do
     * then, and nothing to count. Asked before the other arguments are put together, as most events are on objects that no slice has.
     */
    public boolean passesBy(int event, Object a) {
        return false;
    }

    /** The same for two objects. */
    public boolean passesBy(int event, Object a, Object b) {
        return false;
    }

    /**
     * An event that binds an object to an iterator which it has just made, and which nobody but one run of a
     * method will know, if it is one of the collections that are known for that; null: plain ones. `isFirst`:
     * whether that is `a`. Returns what {@link DeferredSlice#isDeferred} is to be asked with before each event
     * of the iterator; null when the event was told, or left out, like any other.
     */
    public Object begin(OwnCollections known, boolean isFirst, int event, Object a, Object b, int site) {
        eventIfBound(event, a, b, site);
        return null;
    }

    /**
     * An event of a property with Java code: all arguments of the advice in order, primitives boxed. The
     * definition says which of them are parameters. The slices' bodies see all of them.
     */
    public void advice(int event, Object[] arguments, int site) {
        int[] positions = definition.events[event].argumentOf;
        switch (positions.length) {
            case 0:
                event(event, site);
                break;
            case 1:
                event(event, arguments[positions[0]], site);
                break;
            case 2:
                event(event, arguments[positions[0]], arguments[positions[1]], site);
                break;
            case 3:
                event(event, arguments[positions[0]], arguments[positions[1]], arguments[positions[2]], site);
                break;
            default:
                event(event, arguments[positions[0]], arguments[positions[1]], arguments[positions[2]],
                        arguments[positions[3]], site);
        }
    }

    /** Adds the number of events so far, per event definition. */
    abstract void addCounts(long[] events);

    /** Looks at every entry once and gives up those whose objects are gone. For reports and tests. */
    abstract void clean();

    abstract long created();

    abstract long collected();

    /** Events after which a slice was given up, besides {@link #lost}. */
    long ended() {
        return 0;
    }

    /**
     * An error in here must not reach the program; what is lost is counted and reported. Throws what
     * {@link Stopped} does.
     */
    @Outlined
    final void lost(Throwable error) {
        lost.incrementAndGet();
        Reporter.noteLoss(error);
        Reporter.internalError(error);
        Stopped.passOn(error);
    }

    /**
     * Hands over what was collected under a lock; to be called without one. Of what is to be thrown, the
     * first, when all are reported.
     */
    @Outlined
    final void deliver(Finding first) {
        if (trace != null) {
            trace.reports(first);
        }
        ViolationException thrown = null;
        for (Finding finding = first; finding != null; finding = finding.next) {
            ViolationException exception = Reporter.report(this, finding);
            if (thrown == null) {
                thrown = exception;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }
}
