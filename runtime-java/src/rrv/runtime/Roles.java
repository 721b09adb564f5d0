package rrv.runtime;

/**
 * Which parameter plays which part in a property that {@link OwnedMonitor} takes: (collection, iterator) or
 * (map, collection, iterator). Slices are found through the leaf; events that bind only an owner are not
 * carried to the slices but counted at the owner, and each slice catches up when it is looked at.
 */
final class Roles {
    /** An event that binds only an owner. */
    static final int ROOT = 0;
    static final int MIDDLE = 1;
    /** An event that binds only the leaf. */
    static final int LEAF = 2;
    /** Starts a slice of root and middle; otherwise changes nothing. Three parameters only. */
    static final int PAIR = 3;
    /** Binds the leaf to its owner: root and leaf of two parameters, middle and leaf of three. */
    static final int JOIN = 4;

    final int root;
    /** -1 for two parameters. */
    final int middle;
    final int leaf;
    /** Per event. */
    final int[] kind;
    /** lazy[state]: where the events of owners lead, all of them alike, once or often. */
    final int[] lazy;

    private Roles(int root, int middle, int leaf, int[] kind, int[] lazy) {
        this.root = root;
        this.middle = middle;
        this.leaf = leaf;
        this.kind = kind;
        this.lazy = lazy;
    }

    /**
     * The roles, or null when the property is not of these shapes. The conditions are argued in
     * docs/runtime-protocol.md.
     */
    static Roles find(PropertyDefinition definition, Automaton automaton) {
        if (definition.code) {
            return null;
        }
        for (boolean byValue : definition.byValue) {
            if (byValue) {
                return null;
            }
        }
        if (automaton.parameterCount == 2) {
            Roles roles = assign(automaton, 0, -1, 1);
            return roles != null ? roles : assign(automaton, 1, -1, 0);
        }
        if (automaton.parameterCount == 3) {
            for (int root = 0; root < 3; root++) {
                for (int middle = 0; middle < 3; middle++) {
                    if (middle != root) {
                        Roles roles = assign(automaton, root, middle, 3 - root - middle);
                        if (roles != null) {
                            return roles;
                        }
                    }
                }
            }
        }
        return null;
    }

    private static Roles assign(Automaton automaton, int root, int middle, int leaf) {
        int rootMask = 1 << root;
        int middleMask = middle < 0 ? 0 : 1 << middle;
        int leafMask = 1 << leaf;
        int pairMask = rootMask | middleMask;
        int joinMask = middle < 0 ? automaton.full : middleMask | leafMask;
        boolean three = middle >= 0;
        int[] kind = new int[automaton.eventCount];
        int[] lazy = null;
        for (int event = 0; event < kind.length; event++) {
            int mask = automaton.masks[event];
            if (mask == joinMask) {
                kind[event] = JOIN;
            } else if (mask == leafMask) {
                kind[event] = LEAF;
            } else if (mask == rootMask) {
                kind[event] = ROOT;
            } else if (three && mask == middleMask) {
                kind[event] = MIDDLE;
            } else if (three && mask == pairMask) {
                kind[event] = PAIR;
            } else {
                return null;
            }
            if (automaton.starts[event] && kind[event] != (three ? PAIR : JOIN)) {
                return null;
            }
            if (kind[event] == ROOT || kind[event] == MIDDLE) {
                int[] targets = new int[automaton.stateCount];
                for (int state = 0; state < targets.length; state++) {
                    targets[state] = automaton.target(state, event);
                }
                if (lazy == null) {
                    lazy = targets;
                }
                if (!silentAndIdempotent(automaton, event, lazy)) {
                    return null;
                }
            }
            if (three && !fitsChain(automaton, event, kind[event], pairMask)) {
                return null;
            }
        }
        return new Roles(root, middle, leaf, kind, lazy);
    }

    /**
     * Two parameters: whether a slice in its initial state is as good as none, and may come back there. Events of
     * owners alone, which reach a slice later than they happen, are not for such properties.
     */
    boolean returns(Transitions transitions) {
        boolean comesBack = false;
        for (int event = 0; event < kind.length; event++) {
            boolean rests = transitions.cells[transitions.initialRow + event] == transitions.initialRow << 1;
            if (middle >= 0 || kind[event] == ROOT || !rests && !transitions.automaton.starts[event]) {
                return false;
            }
            for (int state = 0; state < transitions.automaton.stateCount; state++) {
                int row = transitions.row(state);
                comesBack |= row != transitions.initialRow && transitions.cells[row + event] == transitions.initialRow << 1;
            }
        }
        return comesBack;
    }

    private static boolean reachable(Automaton automaton, int state) {
        for (boolean[] states : automaton.reachable) {
            if (states[state]) {
                return true;
            }
        }
        return false;
    }

    /**
     * Doing it twice, or another owner's event after it, is doing it once; and nobody has to be told at once.
     */
    private static boolean silentAndIdempotent(Automaton automaton, int event, int[] lazy) {
        for (int state = 0; state < automaton.stateCount; state++) {
            if (reachable(automaton, state)) {
                int next = automaton.target(state, event);
                boolean dead = !automaton.alive(next, 0);
                boolean same = next == lazy[state] || dead && !automaton.alive(lazy[state], 0);
                boolean again = dead || automaton.target(next, event) == next;
                if (automaton.action(state, event) != 0 || !same || !again) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean fitsChain(Automaton automaton, int event, int kind, int pairMask) {
        if (kind == LEAF && !automaton.late[event]) {
            return false;
        }
        for (int state = 0; state < automaton.stateCount; state++) {
            if (kind == PAIR && reachable(automaton, state) && !automaton.idle(state, event)) {
                return false;
            }
            if (kind == JOIN && !automaton.late[event] && automaton.reachable[pairMask][state]
                    && !automaton.alive(automaton.target(state, event), 0)) {
                return false;
            }
        }
        return true;
    }
}
