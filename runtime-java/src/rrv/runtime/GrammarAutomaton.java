package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The automaton of a property with a context-free pattern: its states, of which there is no end, are found as slices enter
 * them. What the tables of other automata find out by a look at all states is taken to be so: each event may matter
 * in each state.
 */
final class GrammarAutomaton extends Automaton {
    /** Behind that many languages, slices that enter a new state end. */
    private static final int MOST_LANGUAGES = 1 << 20;
    /** And where there are so many ways to derive what has been: a step looks at each. */
    private static final int MOST_ALTERNATIVES = 1000;
    private static final int MATCH = 1;
    private static final int FAIL = 2;
    /** Of a slice that has ended, as there are too many states. */
    private static final int ENDED = 0;

    private final int[] letterOf;
    private final boolean[] resets;
    private final Languages languages;
    /** Whether slices are alive as long as there may be events: no word has to be found. */
    private final boolean reportsAny;
    /** By number. Guarded by itself, as is all that follows. */
    private final List<State> states = new ArrayList<State>();
    /** Their numbers by their languages. */
    private final Map<Integer, Integer> stateOf = new HashMap<Integer, Integer>();
    private long ended;

    private static final class State {
        final int language;
        /** -1: not known yet. */
        final int[] cells;

        State(int language, int[] cells) {
            this.language = language;
            this.cells = cells;
        }
    }

    GrammarAutomaton(PropertyDefinition definition) {
        super(definition, "match", "fail");
        letterOf = new int[eventCount];
        for (int event = 0; event < eventCount; event++) {
            letterOf[event] = definition.events[event].letter;
        }
        reportsAny = actions[FAIL].length > 0 || actions[MATCH].length == 0 || definition.eventsReset;
        resets = new boolean[] {false, doReset(definition, actions[MATCH]), doReset(definition, actions[FAIL])};
        languages = new Languages(definition.grammar, masksOfLetters(definition), full);
        states.add(new State(Languages.NOTHING, new int[eventCount]));
        initial = stateOf(languages.initial);
        finish(definition);
    }

    private static boolean doReset(PropertyDefinition definition, int[] handlers) {
        boolean reset = false;
        for (int handler : handlers) {
            reset |= definition.handlers[handler].reset;
        }
        return reset;
    }

    private int[] masksOfLetters(PropertyDefinition definition) {
        int[] result = new int[definition.letters];
        Arrays.fill(result, full);
        for (int event = 0; event < eventCount; event++) {
            result[letterOf[event]] &= masks[event];
        }
        return result;
    }

    private int stateOf(int language) {
        Integer state = stateOf.get(language);
        if (state == null) {
            if (states.size() >= 1 << 31 - ACTION_BITS || languages.count() > MOST_LANGUAGES
                    || languages.alternatives(language) > MOST_ALTERNATIVES) {
                ended++;
                return ENDED;
            }
            state = states.size();
            int[] cells = new int[eventCount];
            Arrays.fill(cells, -1);
            states.add(new State(language, cells));
            stateOf.put(language, state);
        }
        return state;
    }

    @Override
    int cell(int state, int event) {
        synchronized (states) {
            int[] cells = states.get(state).cells;
            if (cells[event] < 0) {
                cells[event] = newCell(state, event);
            }
            return cells[event];
        }
    }

    private int newCell(int state, int event) {
        int next = languages.next(states.get(state).language, letterOf[event]);
        int verdict = languages.accepts(next) ? MATCH : next == Languages.NOTHING ? FAIL : 0;
        int action = actions[verdict].length == 0 ? 0 : verdict;
        return (resets[action] ? initial : stateOf(next)) << ACTION_BITS | action;
    }

    @Override
    boolean alive(int state, int gone) {
        if (state == ENDED) {
            return false;
        }
        if (reportsAny) {
            return someEventWithout(gone);
        }
        synchronized (states) {
            return languages.mayMatch(states.get(state).language, gone);
        }
    }

    private boolean someEventWithout(int gone) {
        for (int mask : masks) {
            if ((mask & gone) == 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    long ended() {
        synchronized (states) {
            return ended;
        }
    }
}
