package rrv.runtime;

/**
 * The automaton as the specialised monitors step it: a slice keeps the index of its row in `cells`. Row 0
 * stands for "no slice", and one more, absorbing row for slices that can no longer report (which are
 * remembered so that they do not start again).
 */
final class Transitions {
    final Automaton automaton;
    final int events;
    /**
     * cells[row + event] = next row &lt;&lt; 1 | 1 if there is more to do than to go there: a handler, the
     * end, or, in row 0, that the event starts a slice.
     */
    final int[] cells;
    final int initialRow;
    final int deadRow;

    Transitions(Automaton automaton) {
        this.automaton = automaton;
        events = automaton.eventCount;
        deadRow = row(automaton.stateCount);
        initialRow = row(automaton.initial);
        cells = new int[deadRow + events];
        for (int event = 0; event < events; event++) {
            cells[event] = automaton.starts[event] ? 1 : 0;
        }
        for (int state = 0; state < automaton.stateCount; state++) {
            for (int event = 0; event < events; event++) {
                int next = automaton.target(state, event);
                boolean dies = !automaton.alive(next, 0);
                int row = dies ? deadRow : row(next);
                cells[row(state) + event] = row << 1 | (dies || automaton.action(state, event) != 0 ? 1 : 0);
            }
        }
        for (int event = 0; event < events; event++) {
            cells[deadRow + event] = deadRow << 1;
        }
    }

    int row(int state) {
        return (state + 1) * events;
    }

    /** Of a row that is neither 0 nor the dead one. */
    int state(int row) {
        return row / events - 1;
    }

    /** The state as one bit of 64; 0 for the dead row, which nothing leaves. */
    long bit(int row) {
        return row == deadRow ? 0 : 1L << state(row);
    }

    /** By event: the bits of the states in which it does nothing. */
    long[] idleStates() {
        long[] idle = new long[events];
        for (int row = events; row < deadRow; row += events) {
            for (int event = 0; event < events; event++) {
                if (cells[row + event] == row << 1) {
                    idle[event] |= bit(row);
                }
            }
        }
        return idle;
    }

    /** The handlers of the transition from this row. */
    int[] handlers(int row, int event) {
        return row == deadRow ? automaton.actions[0] : automaton.actions[automaton.action(state(row), event)];
    }
}
