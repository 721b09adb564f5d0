package rrv.runtime;

import java.io.PrintStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Java code of a property, per slice: the generated subclass holds the property's fields. A slice that is
 * joined from a smaller one starts with a shallow copy of that one's body. All methods are called without
 * a lock held, in the thread of the event; events that they cause are ignored. See docs/runtime-protocol.md.
 */
public abstract class SliceBody implements Cloneable {
    protected SliceBody() {
    }

    /**
     * Runs before the slice takes the letter: the condition, then the body, of the event definition with
     * this index. {@code arguments} are all arguments of the advice, primitives boxed.
     *
     * @return false when the condition does not hold: the event did not happen for this slice
     */
    protected boolean event(int event, Object[] arguments) {
        return true;
    }

    /**
     * The condition alone, for an event that no slice is there to take: a later join has to know whether it
     * happened.
     */
    protected boolean condition(int event, Object[] arguments) {
        return true;
    }

    /** Runs the Java code of the handler with this index (in the order of the definition). */
    protected void handle(int handler, Object[] arguments) {
    }

    /** {@code __RESET}: the slice goes back to the initial state once the current call has returned. */
    protected final void reset() {
        BodyCall call = call();
        if (call != null) {
            call.reset = true;
        }
    }

    /** {@code __LOC}: the place of the event that runs now, {@code a.b.C.m(C.java:42)}. */
    protected final String location() {
        BodyCall call = call();
        return call == null ? "?" : Reporter.site(call.site).place();
    }

    /**
     * What the slice binds to the property's parameter with this index, while a handler runs; null when that
     * is nothing, or gone.
     */
    protected final Object bound(int parameter) {
        Object[] slice = slice();
        return slice == null ? null : slice[parameter];
    }

    /** Reports a violation with this message at the event that runs now. */
    protected final void report(String message) {
        logged(message);
    }

    /** {@code Class.getDeclaredField} without what weaving has added: a property is about the program. */
    public static Field declaredField(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        if (isWoven(field)) {
            throw new NoSuchFieldException(name);
        }
        return field;
    }

    /** {@code Class.getDeclaredFields} without what weaving has added. */
    public static Field[] declaredFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!isWoven(field)) {
                fields.add(field);
            }
        }
        return fields.toArray(new Field[0]);
    }

    /** No compiler makes synthetic fields of these names. */
    private static boolean isWoven(Field field) {
        return field.isSynthetic()
                && (field.getName().equals("serialVersionUID") || field.getName().equals("rrvSlices"));
    }

    /** What a method of the specification logs, which may be static: a violation with this message, as {@link #report}. */
    protected static void logged(String message) {
        BodyCall call = call();
        if (call != null) {
            call.report(message);
        }
    }

    /**
     * What a method of the specification prints: a violation while a handler runs, and with {@code always} also while
     * an event does; else the text goes to the stream.
     */
    protected static void printed(PrintStream stream, boolean endsLine, boolean always, String text) {
        BodyCall call = call();
        if (call != null && (always || call.slice != null)) {
            if (!text.trim().isEmpty()) {
                call.report(text.trim());
            }
        } else if (endsLine) {
            stream.println(text);
        } else {
            stream.print(text);
        }
    }

    final Object[] slice() {
        BodyCall call = call();
        return call == null ? null : call.slice;
    }

    /** The site of the event that runs now, counted over all units. */
    final int site() {
        BodyCall call = call();
        return call == null ? -1 : call.site;
    }

    /**
     * What the handler or event that runs now may ask for: of this thread, as others may run code of the same
     * slice.
     */
    private static BodyCall call() {
        return (BodyCall) Guard.thread()[Guard.CALL];
    }

    SliceBody copy() {
        try {
            return (SliceBody) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
