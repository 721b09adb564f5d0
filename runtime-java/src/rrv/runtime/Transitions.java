package rrv.runtime;

/**
 * The automaton as the specialised monitors step it: a slice keeps the index of its row in `cells`, and one more,
 * absorbing row stands for slices that can no longer report (which are remembered so that they do not start again).
 */
final class Transitions {
    final Automaton automaton;
    final int events;
    /** cells[row + event] = next row &lt;&lt; 1 | 1 if there is more to do than to go there (a handler, or the end). */
    final int[] cells;
    final int initialRow;
    final int deadRow;

    Transitions(Automaton automaton) {
        this.automaton = automaton;
        events = automaton.eventCount;
        deadRow = automaton.stateCount * events;
        initialRow = automaton.initial * events;
        cells = new int[deadRow + events];
        for (int state = 0; state < automaton.stateCount; state++) {
            for (int event = 0; event < events; event++) {
                int next = automaton.target(state, event);
                boolean dies = !automaton.alive(next, 0);
                int row = dies ? deadRow : next * events;
                cells[state * events + event] = row << 1 | (dies || automaton.action(state, event) != 0 ? 1 : 0);
            }
        }
        for (int event = 0; event < events; event++) {
            cells[deadRow + event] = deadRow << 1;
        }
    }

    /** The handlers of the transition from this row. */
    int[] handlers(int row, int event) {
        return row == deadRow ? automaton.actions[0] : automaton.actions[automaton.action(row / events, event)];
    }

    boolean startsAlive(int event) {
        return automaton.alive(automaton.target(automaton.initial, event), 0)
                || automaton.action(automaton.initial, event) != 0;
    }
}
