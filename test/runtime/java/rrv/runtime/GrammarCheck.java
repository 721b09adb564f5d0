package rrv.runtime;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/**
 * Random properties of any shape with a context-free pattern, and traces on objects that come and go: the reports are those that
 * {@link BruteForceSlicer} finds with an automaton which has a state for each depth that such a trace may reach.
 * Arguments: first seed, number of properties, "gc" or "no".
 */
public final class GrammarCheck {
    private static final int LENGTH = 40;

    private final Random random;
    /** The lines up to the automaton, which both have; that of states; and that of a grammar. */
    private final StringBuilder head = new StringBuilder("rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tR\terror\n");
    private final StringBuilder states = new StringBuilder();
    private final StringBuilder grammar = new StringBuilder();
    private final int parameters;
    private final int letters;

    private GrammarCheck(Random random) {
        this.random = random;
        parameters = random.nextInt(5);
        letters = 2 + random.nextInt(3);
        for (int parameter = 0; parameter < parameters; parameter++) {
            head.append("parameter\tp").append(parameter).append(random.nextInt(8) == 0 ? "\tvalue\n" : "\tobject\n");
        }
        boolean creations = random.nextInt(3) == 0;
        for (int letter = 0; letter < letters; letter++) {
            int mask = random.nextInt(1 << parameters);
            boolean isCreation = creations && (letter == 0 || random.nextInt(3) == 0);
            for (int definitions = random.nextInt(8) == 0 ? 2 : 1; definitions > 0; definitions--) {
                event(letter, mask, isCreation);
            }
        }
        if (random.nextBoolean()) {
            automaton();
        } else {
            brackets();
        }
        String match = handler("match");
        String fail = random.nextInt(3) == 0 ? "" : handler("fail");
        boolean onlyFail = !fail.isEmpty() && random.nextInt(3) == 0;
        String handlers = (onlyFail ? "" : match) + fail + "end\n";
        states.append(handlers);
        grammar.append("category\t0\tmatch\ncategory\t0\tfail\n").append(handlers);
    }

    private void event(int letter, int mask, boolean isCreation) {
        StringBuilder binds = new StringBuilder();
        StringBuilder positions = new StringBuilder();
        for (int parameter = 0, position = 0; parameter < parameters; parameter++) {
            if ((mask >>> parameter & 1) != 0) {
                binds.append(binds.length() == 0 ? "" : ",").append(parameter);
                positions.append(positions.length() == 0 ? "" : ",").append(position++);
            }
        }
        head.append("event\te").append(letter).append('\t').append(letter).append(isCreation ? "\tcreation\t" : "\t-\t")
                .append(mask == 0 ? "-" : binds).append('\t').append(mask == 0 ? "-" : positions).append('\n');
    }

    private String handler(String category) {
        return "handler\t" + category + "\treport\t" + (random.nextInt(4) == 0 ? "reset" : "-") + "\t-\t" + category + "\n";
    }

    /** Some states match; each is a nonterminal, of which the words are those that lead to such a one. */
    private void automaton() {
        int count = 1 + random.nextInt(5);
        int[][] next = new int[count][letters];
        boolean[] matches = new boolean[count];
        for (int state = 0; state < count; state++) {
            matches[state] = random.nextInt(3) == 0;
            for (int letter = 0; letter < letters; letter++) {
                next[state][letter] = random.nextInt(3) == 0 ? state : random.nextInt(count);
            }
        }
        // Whether some word leads to a match, and whether one that is not empty does.
        boolean[] lives = matches.clone();
        boolean[] goesOn = new boolean[count];
        for (int round = 0; round <= count; round++) {
            for (int state = 0; state < count; state++) {
                for (int target : next[state]) {
                    goesOn[state] |= lives[target];
                }
                lives[state] |= goesOn[state];
            }
        }
        rows(next, matches, lives);
        grammar.append("automaton\t1\t").append(letters).append("\t0\n").append(row(new int[letters]));
        grammar.append("grammar\t").append(count).append('\t').append(goesOn[0] ? letters : -1).append(matches[0] ? "\tempty\n" : "\t-\n");
        for (int state = 0; state < count; state++) {
            grammar.append("symbol\t").append(letters + state).append(matches[state] ? "\tnullable\t-\n" : "\t-\t-\n");
            for (int letter = 0; letter < letters; letter++) {
                int target = next[state][letter];
                if (goesOn[target]) {
                    after(letters + state, letter, String.valueOf(letters + target));
                }
                if (matches[target] || !goesOn[target] && lives[target]) {
                    after(letters + state, letter, "-");
                }
            }
        }
    }

    /** S -> up S down S | neutral S | epsilon: its states are depths. */
    private void brackets() {
        int[] step = new int[letters];
        for (int letter = 0; letter < letters; letter++) {
            step[letter] = letter < 2 ? 1 - 2 * letter : random.nextInt(3) - 1;
        }
        int count = LENGTH + 2;
        int[][] next = new int[count][letters];
        boolean[] matches = new boolean[count];
        boolean[] lives = new boolean[count];
        for (int depth = 0; depth < count - 1; depth++) {
            matches[depth] = depth == 0;
            lives[depth] = true;
            for (int letter = 0; letter < letters; letter++) {
                int to = depth + step[letter];
                next[depth][letter] = to < 0 ? count - 1 : Math.min(to, count - 2);
            }
        }
        Arrays.fill(next[count - 1], count - 1);
        rows(next, matches, lives);
        int s = letters;
        boolean isLeft = random.nextBoolean();
        grammar.append("automaton\t1\t").append(letters).append("\t0\n").append(row(new int[letters]));
        grammar.append("grammar\t2\t").append(s).append("\tempty\n");
        // The other one is one of the downs.
        grammar.append("symbol\t").append(s).append("\tnullable\t").append(isLeft ? "repeated\n" : "-\n");
        grammar.append("symbol\t").append(s + 1).append("\t-\t-\n");
        for (int letter = 0; letter < letters; letter++) {
            if (step[letter] > 0) {
                after(s, letter, s + "," + (s + 1) + "," + s);
            } else if (step[letter] < 0) {
                after(s + 1, letter, "-");
            } else {
                after(s, letter, String.valueOf(s));
            }
        }
    }

    private void after(int symbol, int letter, String string) {
        grammar.append("after\t").append(symbol).append('\t').append(letter).append('\t').append(string).append('\n');
    }

    private void rows(int[][] next, boolean[] matches, boolean[] lives) {
        states.append("automaton\t").append(next.length).append('\t').append(letters).append("\t0\n");
        for (int[] targets : next) {
            states.append(row(targets));
        }
        for (int state = 0; state < next.length; state++) {
            states.append(matches[state] ? "category\t" + state + "\tmatch\n" : lives[state] ? "" : "category\t" + state + "\tfail\n");
        }
    }

    private static String row(int[] targets) {
        StringBuilder row = new StringBuilder("row");
        for (int target : targets) {
            row.append('\t').append(target);
        }
        return row.append('\n').toString();
    }

    private static PropertyDefinition parsed(String text) {
        return PropertyDefinition.parse(text).properties.get(0);
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        boolean collect = args[2].equals("gc");
        Registry.register(new LineUnit());
        ModelCheck.countFound();
        int skipped = 0;
        long reports = 0;
        long created = 0;
        long collected = 0;
        long passed = 0;
        for (int run = 0; run < runs; run++) {
            Random random = new Random(seed + run);
            GrammarCheck check = new GrammarCheck(random);
            String text = check.head + check.grammar.toString();
            PropertyDefinition definition = parsed(text);
            PropertyDefinition byStates = parsed(check.head + check.states.toString());
            // An event after which the language is the same, which the grammar need not show, starts no slice.
            if (!Arrays.equals(new Automaton(byStates).starts, new GrammarAutomaton(definition).starts)) {
                skipped++;
                continue;
            }
            BruteForceSlicer model = new BruteForceSlicer(byStates);
            MonitoredObjects shared = new MonitoredObjects();
            PropertyMonitor[] monitors = {Monitors.create(definition, null, null, new MonitoredObjects()),
                Monitors.create(definition, null, null, shared), Monitors.create(definition, ModelCheck.ACCEPTING, null, shared)};
            int objects = 1 + random.nextInt(4);
            Object[] pool = new Object[objects];
            int[] ids = new int[objects];
            int nextId = 1;
            StringBuilder log = new StringBuilder();
            for (int step = 0; step < LENGTH; step++) {
                int event = random.nextInt(definition.events.length);
                int[] binds = definition.events[event].binds;
                int[] values = new int[definition.parameters.length];
                Object[] arguments = new Object[binds.length];
                for (int k = 0; k < binds.length; k++) {
                    int slot = random.nextInt(objects);
                    if (definition.byValue[binds[k]]) {
                        values[binds[k]] = 1000000 + slot;
                        arguments[k] = slot;
                        continue;
                    }
                    if (pool[slot] == null || random.nextInt(12) == 0) {
                        pool[slot] = new Object();
                        ids[slot] = nextId++;
                    }
                    values[binds[k]] = ids[slot];
                    arguments[k] = pool[slot];
                }
                int site = random.nextInt(4);
                log.append(event).append(Arrays.toString(values)).append('@').append(site).append(' ');
                Map<String, Integer> expected = model.event(event, values, site);
                for (int count : expected.values()) {
                    reports += count;
                }
                for (int at = 0; at < monitors.length; at++) {
                    ModelCheck.FOUND.clear();
                    if (at == 0) {
                        ModelCheck.call(monitors[at], event, arguments, site);
                    } else if (at == 1) {
                        ModelCheck.callIfBound(monitors[at], event, arguments, site);
                    } else {
                        passed += ModelCheck.callUnlessPassing(monitors[at], definition, event, arguments, site) ? 1 : 0;
                    }
                    if (!ModelCheck.FOUND.equals(expected) || monitors[at].lost.get() + monitors[at].ended() != 0) {
                        throw new IllegalStateException("seed " + (seed + run) + " monitor " + at + ": expected " + expected + ", found "
                                + ModelCheck.FOUND + " after " + log + "\n" + text + check.states);
                    }
                }
                Arrays.fill(arguments, null);
                if (collect && random.nextInt(8) == 0) {
                    pool[random.nextInt(objects)] = null;
                    if (random.nextInt(4) == 0) {
                        ModelCheck.collectGarbage();
                        for (PropertyMonitor monitor : monitors) {
                            monitor.clean();
                        }
                    }
                }
            }
            for (PropertyMonitor monitor : monitors) {
                created += monitor.created();
                collected += monitor.collected();
            }
        }
        System.out.println("reports=" + reports + " created=" + created + " collected=" + collected + " passed=" + passed + " skipped=" + skipped);
    }
}
