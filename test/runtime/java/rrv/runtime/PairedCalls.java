package rrv.runtime;

/**
 * Tells events as woven code does where pairs of them cancel out: the first one of any pair waits for what comes
 * next, and neither is told when that is its second one and the monitor says that they change nothing.
 */
final class PairedCalls {
    final OneParameterMonitor monitor;
    /** How many pairs were not told. */
    long cancelled;
    private final boolean[][] isPair;
    private int first = -1;
    private Object object;
    private int site;

    PairedCalls(OneParameterMonitor monitor) {
        this.monitor = monitor;
        int events = monitor.transitions.events;
        isPair = new boolean[events][events];
        for (int one = 0; one < events; one++) {
            for (int other = 0; other < events; other++) {
                isPair[one][other] = isPair(one, other);
            }
        }
    }

    /**
     * By definition: the first event never reports, and a slice that both begin is in its initial state then, in which it
     * is as if there were none.
     */
    private boolean isPair(int one, int other) {
        Automaton automaton = monitor.transitions.automaton;
        int initial = automaton.initial;
        for (int state = 0; state < automaton.stateCount; state++) {
            if (automaton.action(state, one) != 0) {
                return false;
            }
        }
        for (int event = 0; event < monitor.transitions.events; event++) {
            boolean isIdle = automaton.target(initial, event) == initial && automaton.action(initial, event) == 0;
            if (!automaton.starts[event] && !isIdle) {
                return false;
            }
        }
        int between = automaton.target(initial, one);
        return automaton.starts[one] && automaton.action(between, other) == 0
                && automaton.target(between, other) == initial;
    }

    void tell(int event, Object a, int at) {
        if (first >= 0 && a == object && isPair[first][event] && monitor.cancelOut(first, event, a)) {
            first = -1;
            object = null;
            cancelled++;
            return;
        }
        tellFirst();
        for (boolean is : isPair[event]) {
            if (is) {
                first = event;
                object = a;
                site = at;
                return;
            }
        }
        monitor.eventIfBound(event, a, at);
    }

    /** What waits is not followed by its second event. */
    void tellFirst() {
        if (first >= 0) {
            int event = first;
            Object a = object;
            first = -1;
            object = null;
            monitor.event(event, a, site);
        }
    }
}
