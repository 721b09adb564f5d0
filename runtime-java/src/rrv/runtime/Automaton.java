package rrv.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The tables that monitors run on, computed once per property. Handlers run when a transition enters a
 * state that has them, so the automaton is kept as a Mealy machine (actions on transitions), with `reset`
 * folded into the target, trimmed to the reachable states and minimised.
 *
 * <p>Terms (docs/runtime-protocol.md, "Semantics"): a slice starts at its first starting event; X(e) is the
 * set of parameters that e binds; a domain is a set of parameters as bits.
 */
class Automaton {
    final int eventCount;
    final int stateCount;
    int initial;
    final int parameterCount;
    final int full;
    /** cells[state * eventCount + event] = target &lt;&lt; ACTION_BITS | action; action 0 does nothing. */
    final int[] cells;
    /** Handlers per action, in order. */
    final int[][] actions;
    /** X(e). */
    final int[] masks;
    /** Events at which a slice may start. */
    boolean[] starts;
    /**
     * alive[state] bit D: with the objects of D gone, a handler can still be reached. Downward closed in D.
     */
    final int[] alive;
    /**
     * lateDomains[event] bit D: in slices of domain D (which lacks some of X(e)), and of the domains within
     * it, the event changes nothing, not even fields, and no handler runs before the rest of X(e) is bound: no
     * slice is formed for it there.
     */
    int[] lateDomains;
    /** Events that are late in every domain that lacks some of X(e). */
    boolean[] late;
    /**
     * enabled[event] bit D: joining a slice of domain D at this event can matter (ENABLE sets, as domains).
     */
    int[] enabled;
    /** Events of which a later join must know when they last happened for exactly one binding. */
    boolean[] stamped;
    /** Domains that a slice can have, as bits. */
    int domains;
    /** reachable[D][state]: a started slice of domain D can be in this state and still matters. */
    final boolean[][] reachable;

    static final int ACTION_BITS = 10;
    static final int ACTION_MASK = (1 << ACTION_BITS) - 1;

    Automaton(PropertyDefinition definition) {
        eventCount = definition.events.length;
        parameterCount = definition.parameters.length;
        full = (1 << parameterCount) - 1;
        masks = masksOf(definition.events);
        // Mealy machine: the handlers of the entered state become the transition's action.
        Map<String, Integer> actionOf = new HashMap<String, Integer>();
        int[][] actionList = new int[definition.states + 1][];
        actionList[0] = new int[0];
        int actionCount = 1;
        int[] raw = new int[definition.states * eventCount];
        for (int state = 0; state < definition.states; state++) {
            for (int event = 0; event < eventCount; event++) {
                int target = definition.next[state * definition.letters + definition.events[event].letter];
                int[] handlers = definition.handlersOf[target];
                int action = 0;
                if (handlers.length > 0) {
                    String key = Arrays.toString(handlers);
                    Integer known = actionOf.get(key);
                    if (known == null) {
                        known = actionCount++;
                        actionOf.put(key, known);
                        actionList[known] = handlers;
                    }
                    action = known;
                    for (int handler : handlers) {
                        if (definition.handlers[handler].reset) {
                            target = definition.initial;
                        }
                    }
                }
                if (actionCount > ACTION_MASK || target >= 1 << (31 - ACTION_BITS)) {
                    throw new IllegalArgumentException("the automaton of " + definition.name + " is too large");
                }
                raw[state * eventCount + event] = target << ACTION_BITS | action;
            }
        }
        actions = Arrays.copyOf(actionList, actionCount);
        int[] block = minimise(raw, definition.states, definition.initial);
        int blocks = 0;
        for (int b : block) {
            blocks = Math.max(blocks, b + 1);
        }
        stateCount = blocks;
        initial = block[definition.initial];
        cells = new int[stateCount * eventCount];
        for (int state = 0; state < definition.states; state++) {
            if (block[state] >= 0) {
                for (int event = 0; event < eventCount; event++) {
                    int cell = raw[state * eventCount + event];
                    cells[block[state] * eventCount + event] =
                            block[cell >>> ACTION_BITS] << ACTION_BITS | cell & ACTION_MASK;
                }
            }
        }
        starts = startingEvents(definition);
        boolean beginsAgain = definition.eventsReset;
        for (PropertyDefinition.Handler handler : definition.handlers) {
            beginsAgain |= handler.java;
        }
        alive = aliveStates(definition.eventsReset || definition.code && actionCount == 1);
        reachable = reachableStates(beginsAgain);
        int present = 0;
        for (int domain = 0; domain <= full; domain++) {
            for (int state = 0; state < stateCount; state++) {
                if (reachable[domain][state]) {
                    present |= 1 << domain;
                }
            }
        }
        domains = present;
        lateDomains = lateDomains(definition.events);
        late = alwaysLate();
        enabled = enabledDomains();
        stamped = stampedEvents();
    }

    /** For an automaton that has no tables of states: {@link #finish} sets what is left. `categories`: one for each action but 0. */
    Automaton(PropertyDefinition definition, String... categories) {
        eventCount = definition.events.length;
        parameterCount = definition.parameters.length;
        full = (1 << parameterCount) - 1;
        masks = masksOf(definition.events);
        actions = new int[categories.length + 1][];
        actions[0] = new int[0];
        for (int action = 1; action < actions.length; action++) {
            actions[action] = definition.handlersOf(categories[action - 1]);
        }
        stateCount = 0;
        cells = null;
        alive = null;
        reachable = null;
    }

    /** Any event may matter in any slice. */
    final void finish(PropertyDefinition definition) {
        starts = startingEvents(definition);
        late = new boolean[eventCount];
        lateDomains = new int[eventCount];
        enabled = new int[eventCount];
        for (int event = 0; event < eventCount; event++) {
            for (int domain = 0; domain <= full; domain++) {
                enabled[event] |= (masks[event] & ~domain) == 0 ? 0 : 1 << domain;
            }
        }
        domains = formedDomains();
        for (int event = 0; event < eventCount; event++) {
            enabled[event] &= domains;
        }
        stamped = stampedEvents();
    }

    private static int[] masksOf(PropertyDefinition.Event[] events) {
        int[] result = new int[events.length];
        for (int event = 0; event < events.length; event++) {
            result[event] = events[event].mask;
        }
        return result;
    }

    /**
     * The domains that some slice is formed with, as bits: what starting events bind, extended by events that
     * are not late there.
     */
    final int formedDomains() {
        int formed = 0;
        for (int event = 0; event < eventCount; event++) {
            formed |= starts[event] ? 1 << masks[event] : 0;
        }
        // Domains in ascending order: extending one leads to a larger one.
        for (int domain = 0; domain <= full; domain++) {
            for (int event = 0; event < eventCount && (formed >>> domain & 1) != 0; event++) {
                if ((enabled[event] >>> domain & 1) != 0) {
                    formed |= 1 << (domain | masks[event]);
                }
            }
        }
        return formed;
    }

    /** How often a slice has ended, as there were too many states. */
    long ended() {
        return 0;
    }

    /** target &lt;&lt; ACTION_BITS | action; action 0 does nothing. */
    int cell(int state, int event) {
        return cells[state * eventCount + event];
    }

    final int target(int state, int event) {
        return cell(state, event) >>> ACTION_BITS;
    }

    final int action(int state, int event) {
        return cell(state, event) & ACTION_MASK;
    }

    /** The event leaves this state as it is, silently. */
    final boolean idle(int state, int event) {
        return cell(state, event) == state << ACTION_BITS;
    }

    boolean alive(int state, int gone) {
        return (alive[state] >>> gone & 1) != 0;
    }

    /**
     * For each reachable state the state of the smallest automaton, in the order of the first states that it
     * stands for; -1 for unreachable ones. O(events states log states).
     */
    private int[] minimise(int[] raw, int states, int first) {
        int[] next = new int[raw.length];
        String[] actionsOf = new String[states];
        for (int state = 0; state < states; state++) {
            StringBuilder own = new StringBuilder();
            for (int cell = state * eventCount; cell < (state + 1) * eventCount; cell++) {
                next[cell] = raw[cell] >>> ACTION_BITS;
                own.append(raw[cell] & ACTION_MASK).append(',');
            }
            actionsOf[state] = own.toString();
        }
        int[] block = Partition.coarsest(next, eventCount, actionsOf);
        boolean[] reachable = reachableFrom(first, next, states);
        int[] numbers = new int[states];
        Arrays.fill(numbers, -1);
        int count = 0;
        int[] result = new int[states];
        for (int state = 0; state < states; state++) {
            if (reachable[state] && numbers[block[state]] < 0) {
                numbers[block[state]] = count++;
            }
            result[state] = reachable[state] ? numbers[block[state]] : -1;
        }
        return result;
    }

    private boolean[] reachableFrom(int first, int[] next, int states) {
        boolean[] result = new boolean[states];
        int[] work = new int[states];
        int top = 0;
        work[top++] = first;
        result[first] = true;
        while (top > 0) {
            int state = work[--top];
            for (int event = 0; event < eventCount; event++) {
                int target = next[state * eventCount + event];
                if (!result[target]) {
                    result[target] = true;
                    work[top++] = target;
                }
            }
        }
        return result;
    }

    private boolean[] startingEvents(PropertyDefinition definition) {
        boolean declared = false;
        for (PropertyDefinition.Event event : definition.events) {
            declared |= event.creation;
        }
        boolean[] result = new boolean[eventCount];
        for (int event = 0; event < eventCount; event++) {
            boolean hasCode = definition.code && (!definition.beginsAlike || definition.events[event].hasCode());
            result[event] = declared ? definition.events[event].creation
                    : hasCode || definition.audit && definition.grammar == null || !idle(initial, event);
        }
        return result;
    }

    /**
     * Backwards from the transitions that run a handler; `all`: from all transitions, as Java code that finds
     * something is not known, nor that which puts a slice back from any state. O(2^parameters events states).
     */
    private int[] aliveStates(boolean all) {
        int[] first = new int[stateCount + 1];
        int[] incoming = cellsByTarget(first);
        int[] work = new int[stateCount];
        int[] result = new int[stateCount];
        for (int gone = 0; gone <= full; gone++) {
            int top = 0;
            for (int cell = 0; cell < cells.length; cell++) {
                int state = cell / eventCount;
                if ((result[state] >>> gone & 1) == 0 && happens(cell, gone)
                        && (all || (cells[cell] & ACTION_MASK) != 0)) {
                    result[state] |= 1 << gone;
                    work[top++] = state;
                }
            }
            while (top > 0) {
                int target = work[--top];
                for (int at = first[target]; at < first[target + 1]; at++) {
                    int state = incoming[at] / eventCount;
                    if ((result[state] >>> gone & 1) == 0 && happens(incoming[at], gone)) {
                        result[state] |= 1 << gone;
                        work[top++] = state;
                    }
                }
            }
        }
        return result;
    }

    /** Whether the event of the cell binds none of the objects that are gone. */
    private boolean happens(int cell, int gone) {
        return (masks[cell % eventCount] & gone) == 0;
    }

    /** The indices of `cells` by their targets: those into a state from `first[state]` on, which is filled in. */
    private int[] cellsByTarget(int[] first) {
        for (int cell : cells) {
            first[cell >>> ACTION_BITS]++;
        }
        int end = 0;
        for (int state = 0; state <= stateCount; state++) {
            end += first[state];
            first[state] = end;
        }
        int[] result = new int[cells.length];
        for (int cell = cells.length - 1; cell >= 0; cell--) {
            result[--first[cells[cell] >>> ACTION_BITS]] = cell;
        }
        return result;
    }

    /** `beginsAgain`: Java code may put a slice back into the initial state, of handlers also one that ends. */
    private boolean[][] reachableStates(boolean beginsAgain) {
        boolean[][] result = new boolean[full + 1][stateCount];
        int[] work = new int[(full + 1) * stateCount];
        int top = 0;
        for (int event = 0; event < eventCount; event++) {
            if (starts[event]) {
                top = follow(0, initial, event, beginsAgain, result, work, top);
            }
        }
        while (top > 0) {
            int pair = work[--top];
            int domain = pair / stateCount;
            if (beginsAgain) {
                top = reach(domain, initial, result, work, top);
            }
            for (int event = 0; event < eventCount; event++) {
                top = follow(domain, pair % stateCount, event, beginsAgain, result, work, top);
            }
        }
        return result;
    }

    /** Notes where a slice of the domain may be behind the event; `work` and the answer as for `reach`. */
    private int follow(int domain, int state, int event, boolean beginsAgain, boolean[][] reached, int[] work, int top) {
        int joined = domain | masks[event];
        int next = reach(joined, target(state, event), reached, work, top);
        return beginsAgain && action(state, event) != 0 ? reach(joined, initial, reached, work, next) : next;
    }

    /** Notes a state that matters, and in `work` that it is to be looked at; answers how many are. */
    private int reach(int domain, int state, boolean[][] reached, int[] work, int top) {
        if (reached[domain][state] || !alive(state, 0)) {
            return top;
        }
        reached[domain][state] = true;
        work[top] = domain * stateCount + state;
        return top + 1;
    }

    private int[] lateDomains(PropertyDefinition.Event[] events) {
        int[] result = new int[eventCount];
        for (int event = 0; event < eventCount; event++) {
            for (int domain = 0; domain <= full; domain++) {
                // Domains in ascending order: subsets come first.
                boolean late = !events[event].body && (masks[event] & ~domain) != 0 && isLate(event, domain);
                for (int smaller = 0; smaller < domain && late; smaller++) {
                    late = (smaller & ~domain) != 0 || (domains >>> smaller & 1) == 0 || (result[event] >>> smaller & 1) != 0;
                }
                if (late) {
                    result[event] |= 1 << domain;
                }
            }
        }
        return result;
    }

    private boolean isLate(int event, int domain) {
        for (int state = 0; state < stateCount; state++) {
            if (reachable[domain][state] && !idle(state, event)) {
                return false;
            }
        }
        for (int larger = domain; larger <= full; larger++) {
            if ((domain & ~larger) != 0 || (masks[event] & ~larger) == 0) {
                continue;
            }
            for (int state = 0; state < stateCount; state++) {
                for (int other = 0; other < eventCount && reachable[larger][state]; other++) {
                    if ((masks[event] & ~(larger | masks[other])) != 0 && action(state, other) != 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean[] alwaysLate() {
        boolean[] result = new boolean[eventCount];
        for (int event = 0; event < eventCount; event++) {
            result[event] = true;
            for (int domain = 0; domain <= full; domain++) {
                result[event] &= (masks[event] & ~domain) == 0 || (domains >>> domain & 1) == 0 || lateAt(event, domain);
            }
        }
        return result;
    }

    /** Whether a slice that starts with this event reports at it, or can still report. */
    boolean startsAlive(int event) {
        return alive(target(initial, event), 0) || action(initial, event) != 0;
    }

    /** Whether slices of this domain need not be extended by this event. */
    boolean lateAt(int event, int domain) {
        return (lateDomains[event] >>> domain & 1) != 0;
    }

    private int[] enabledDomains() {
        int[] result = new int[eventCount];
        for (int event = 0; event < eventCount; event++) {
            for (int domain = 0; domain <= full; domain++) {
                if (lateAt(event, domain) || (masks[event] & ~domain) == 0) {
                    continue;
                }
                for (int state = 0; state < stateCount; state++) {
                    if (reachable[domain][state] && (alive(target(state, event), 0) || action(state, event) != 0)) {
                        result[event] |= 1 << domain;
                    }
                }
            }
        }
        return result;
    }

    private boolean[] stampedEvents() {
        boolean[] result = new boolean[eventCount];
        for (int event = 0; event < eventCount; event++) {
            for (int join = 0; join < eventCount; join++) {
                for (int domain = 0; domain <= full; domain++) {
                    if (!late[event] && (enabled[join] >>> domain & 1) != 0 && (masks[event] & ~domain) != 0
                            && (masks[event] & ~(domain | masks[join])) == 0) {
                        result[event] = true;
                    }
                }
            }
        }
        return result;
    }
}
