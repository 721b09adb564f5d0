package rrv.runtime;

import java.util.function.Function;

/** A slice's Java code that belongs to another copy of the runtime ({@link Copies}). */
final class ForeignBody extends SliceBody {
    private static final Integer EVENT = 0;
    private static final Integer HANDLER = 1;
    private static final Integer COPY = 2;
    private static final Integer CONDITION = 3;

    /**
     * {what to do, index, arguments, site, objects of the slice} to {accepted, reset, messages}, or for a
     * copy to {the copy's function}.
     */
    private Function<Object[], Object[]> access;

    ForeignBody(Function<Object[], Object[]> access) {
        this.access = access;
    }

    @Override
    protected boolean event(int event, Object[] arguments) {
        return run(EVENT, event, arguments);
    }

    @Override
    protected boolean condition(int event, Object[] arguments) {
        try {
            return (Boolean) access.apply(new Object[] {CONDITION, new int[] {event}, arguments})[0];
        } catch (ClassCastException e) {
            // A copy of an earlier rrv, which wants a number there and knows no such request.
            return true;
        }
    }

    @Override
    protected void handle(int handler, Object[] arguments) {
        run(HANDLER, handler, arguments);
    }

    private boolean run(Integer what, int index, Object[] arguments) {
        Object[] answer = access.apply(new Object[] {what, index, arguments, site(), slice()});
        for (String message : (String[]) answer[2]) {
            report(message);
        }
        if ((Boolean) answer[1]) {
            reset();
        }
        return (Boolean) answer[0];
    }

    @Override
    @SuppressWarnings("unchecked")
    SliceBody copy() {
        ForeignBody copy = (ForeignBody) super.copy();
        copy.access = (Function<Object[], Object[]>) access.apply(new Object[] {COPY})[0];
        return copy;
    }

    /** The side of the copy that the code belongs to. */
    static final class Access implements Function<Object[], Object[]> {
        private final SliceBody body;
        private final PropertyMonitor monitor;

        Access(SliceBody body, PropertyMonitor monitor) {
            this.body = body;
            this.monitor = monitor;
        }

        @Override
        public Object[] apply(Object[] request) {
            if (request[0].equals(COPY)) {
                return new Object[] {new Access(body.copy(), monitor)};
            }
            if (request[0].equals(CONDITION)) {
                return new Object[] {body.condition(((int[]) request[1])[0], (Object[]) request[2])};
            }
            int index = (Integer) request[1];
            Object[] arguments = (Object[]) request[2];
            BodyCall call = new BodyCall(monitor, (Integer) request[3], index, (Object[]) request[4]);
            boolean accepted = true;
            if (request[0].equals(EVENT)) {
                accepted = call.runEvent(Guard.thread(), body, null, index, arguments);
            } else {
                call.runHandler(Guard.thread(), body, arguments);
            }
            int count = 0;
            for (Finding finding = call.findings; finding != null; finding = finding.next) {
                count++;
            }
            String[] messages = new String[count];
            for (Finding finding = call.findings; finding != null; finding = finding.next) {
                messages[--count] = finding.message;
            }
            return new Object[] {accepted, call.reset, messages};
        }
    }
}
