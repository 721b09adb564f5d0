package rrv.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * docs/runtime-protocol.md, "Semantics", by definition: keeps the whole trace and recomputes the word of
 * every binding at every event. Values are small numbers; nothing is shared with the monitors except the parsed definition.
 */
final class BruteForceSlicer {
    private final PropertyDefinition definition;
    private final boolean[] starting;
    private final List<int[]> trace = new ArrayList<int[]>();
    private final List<Set<Integer>> seen = new ArrayList<Set<Integer>>();
    /** Slice + site + handler that reported. */
    private final Set<String> reported = new HashSet<String>();
    /** Bindings that are slices: for bounds on the number of monitors. */
    private final Set<String> slices = new HashSet<String>();

    BruteForceSlicer(PropertyDefinition definition) {
        this.definition = definition;
        for (int parameter = 0; parameter < definition.parameters.length; parameter++) {
            seen.add(new HashSet<Integer>());
        }
        boolean declared = false;
        for (PropertyDefinition.Event event : definition.events) {
            declared |= event.creation;
        }
        boolean[][] differ = distinguishable();
        starting = new boolean[definition.events.length];
        for (int event = 0; event < starting.length; event++) {
            int target = target(definition.initial, event);
            starting[event] = declared ? definition.events[event].creation
                    : handlers(definition.initial, event).length > 0 || differ[definition.initial][target];
        }
    }

    int slices() {
        return slices.size();
    }

    /** The state entered, with resets. */
    private int target(int state, int event) {
        int target = definition.next[state * definition.letters + definition.events[event].letter];
        for (int handler : definition.handlersOf[target]) {
            if (definition.handlers[handler].reset) {
                return definition.initial;
            }
        }
        return target;
    }

    private int[] handlers(int state, int event) {
        return definition.handlersOf[definition.next[state * definition.letters + definition.events[event].letter]];
    }

    /** Table filling: pairs of states that some word of events tells apart by the handlers that run. */
    private boolean[][] distinguishable() {
        int states = definition.states;
        boolean[][] differ = new boolean[states][states];
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int a = 0; a < states; a++) {
                for (int b = 0; b < states; b++) {
                    for (int event = 0; event < definition.events.length && !differ[a][b]; event++) {
                        if (!java.util.Arrays.equals(handlers(a, event), handlers(b, event))
                                || differ[target(a, event)][target(b, event)]) {
                            differ[a][b] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        return differ;
    }

    /** values[p]: of parameter p, for those that the event binds. Answers "site category -> new slices". */
    Map<String, Integer> event(int event, int[] values, int site) {
        int[] entry = new int[definition.parameters.length + 1];
        entry[0] = event;
        for (int parameter : definition.events[event].binds) {
            entry[parameter + 1] = values[parameter];
            seen.get(parameter).add(values[parameter]);
        }
        trace.add(entry);
        Map<String, Integer> found = new HashMap<String, Integer>();
        extend(0, new int[definition.parameters.length], 0, entry, site, found);
        return found;
    }

    /** Every binding above the event's, over the values seen so far. */
    private void extend(int parameter, int[] binding, int mask, int[] entry, int site, Map<String, Integer> found) {
        if (parameter == binding.length) {
            judge(binding, mask, site, found);
            return;
        }
        if ((definition.events[entry[0]].mask >>> parameter & 1) != 0) {
            binding[parameter] = entry[parameter + 1];
            extend(parameter + 1, binding, mask | 1 << parameter, entry, site, found);
            return;
        }
        extend(parameter + 1, binding, mask, entry, site, found);
        for (int value : seen.get(parameter)) {
            binding[parameter] = value;
            extend(parameter + 1, binding, mask | 1 << parameter, entry, site, found);
        }
    }

    private void judge(int[] binding, int mask, int site, Map<String, Integer> found) {
        boolean started = false;
        int bound = 0;
        int state = definition.initial;
        int[] last = new int[0];
        for (int[] entry : trace) {
            if (!below(entry, binding, mask)) {
                continue;
            }
            started |= starting[entry[0]];
            if (started) {
                bound |= definition.events[entry[0]].mask;
                last = handlers(state, entry[0]);
                state = target(state, entry[0]);
            }
        }
        if (!started || bound != mask) {
            return;
        }
        StringBuilder name = new StringBuilder();
        for (int parameter = 0; parameter < binding.length; parameter++) {
            name.append((mask >>> parameter & 1) != 0 ? binding[parameter] + "," : "-,");
        }
        slices.add(name.toString());
        for (int handler : last) {
            if (definition.handlers[handler].reports && reported.add(name + "@" + site + "#" + handler)) {
                String key = site + " " + definition.handlers[handler].category;
                Integer before = found.get(key);
                found.put(key, before == null ? 1 : before + 1);
            }
        }
    }

    private boolean below(int[] entry, int[] binding, int mask) {
        PropertyDefinition.Event event = definition.events[entry[0]];
        if ((event.mask & ~mask) != 0) {
            return false;
        }
        for (int parameter : event.binds) {
            if (entry[parameter + 1] != binding[parameter]) {
                return false;
            }
        }
        return true;
    }
}
