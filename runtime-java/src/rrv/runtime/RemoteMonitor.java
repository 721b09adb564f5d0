package rrv.runtime;

import java.lang.invoke.MethodHandle;

/**
 * Hands events over to the monitor of the leading copy of the runtime ({@link Copies}), which holds all
 * state.
 */
final class RemoteMonitor extends StatelessMonitor {
    private final MethodHandle with0;
    private final MethodHandle with1;
    private final MethodHandle with2;
    private final MethodHandle with3;
    private final MethodHandle with4;
    private final MethodHandle withArguments;
    private final MethodHandle ifBound1;
    private final MethodHandle ifBound2;

    RemoteMonitor(PropertyDefinition definition, MethodHandle[] handles) {
        super(definition);
        with0 = handles[0];
        with1 = handles[1];
        with2 = handles[2];
        with3 = handles[3];
        with4 = handles[4];
        withArguments = handles[5];
        // A leader of an earlier rrv takes all events.
        ifBound1 = handles.length > 6 ? handles[6] : with1;
        ifBound2 = handles.length > 6 ? handles[7] : with2;
    }

    @Override
    public void event(int event, int site) {
        try {
            with0.invokeExact(event, site);
        } catch (Throwable error) {
            throw translated(error);
        }
    }

    @Override
    public void event(int event, Object a, int site) {
        tell(with1, event, a, site);
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        tell(with2, event, a, b, site);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
        try {
            with3.invokeExact(event, a, b, c, site);
        } catch (Throwable error) {
            throw translated(error);
        }
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
        try {
            with4.invokeExact(event, a, b, c, d, site);
        } catch (Throwable error) {
            throw translated(error);
        }
    }

    @Override
    public void eventIfBound(int event, Object a, int site) {
        tell(ifBound1, event, a, site);
    }

    @Override
    public void eventIfBound(int event, Object a, Object b, int site) {
        tell(ifBound2, event, a, b, site);
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
        try {
            withArguments.invokeExact(event, arguments, site);
        } catch (Throwable error) {
            throw translated(error);
        }
    }

    private static void tell(MethodHandle monitor, int event, Object a, int site) {
        try {
            monitor.invokeExact(event, a, site);
        } catch (Throwable error) {
            throw translated(error);
        }
    }

    private static void tell(MethodHandle monitor, int event, Object a, Object b, int site) {
        try {
            monitor.invokeExact(event, a, b, site);
        } catch (Throwable error) {
            throw translated(error);
        }
    }

    /**
     * The leader throws nothing but its own ViolationException, under rrv.onViolation=throw; our caller knows
     * ours.
     */
    private static RuntimeException translated(Throwable error) {
        if (error instanceof Error) {
            throw (Error) error;
        }
        return new ViolationException(error.getMessage());
    }
}
