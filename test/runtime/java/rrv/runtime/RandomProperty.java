package rrv.runtime;

import java.util.Random;

/** Random definition texts: any shape, and the shapes that the specialised monitors take. */
final class RandomProperty {
    private RandomProperty() {
    }

    static final String[] SHAPES = {"any", "one", "owned", "chain", "pattern", "none", "returning"};
    private static final int[][] ORDERS = {{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}};

    /**
     * `shapeOrWaiting`: one of these, or "waiting" or "waitingChain", which are "owned" and "chain" with slices that may wait for
     * an event of their owners, or "paired", which is "one" with two events that cancel out where there is no slice.
     */
    static String text(Random random, String shapeOrWaiting) {
        boolean isWaiting = shapeOrWaiting.equals("waiting");
        boolean isWaitingChain = shapeOrWaiting.equals("waitingChain");
        boolean isPaired = shapeOrWaiting.equals("paired");
        String shape = isWaiting ? "owned" : isWaitingChain ? "chain" : isPaired ? "one" : shapeOrWaiting;
        boolean isPattern = shape.equals("pattern");
        boolean isReturning = shape.equals("returning");
        int parameters;
        int[] masks;
        if (shape.equals("one")) {
            parameters = 1;
            masks = new int[] {1, 1, 1};
        } else if (shape.equals("owned")) {
            parameters = 2;
            boolean swapped = random.nextInt(4) == 0;
            masks = new int[] {3, swapped ? 2 : 1, swapped ? 1 : 2, swapped ? 1 : 2, 3};
        } else if (shape.equals("returning")) {
            parameters = 2;
            int leaf = 1 + random.nextInt(2);
            masks = new int[] {3, 3, leaf, 1 + random.nextInt(3)};
        } else if (shape.equals("chain")) {
            parameters = 3;
            masks = new int[] {3, 6, 1, 4, random.nextBoolean() ? 2 : 4};
        } else {
            parameters = shape.equals("none") ? 0 : isPattern ? 2 + random.nextInt(2) : 1 + random.nextInt(4);
            masks = new int[(isPattern ? 3 : 1) + random.nextInt(isPattern ? 3 : 5)];
            for (int i = 0; i < masks.length; i++) {
                masks[i] = random.nextInt(1 << parameters);
                if (masks[i] == 0 && random.nextInt(4) != 0) {
                    masks[i] = 1 << random.nextInt(Math.max(parameters, 1)) & (1 << parameters) - 1;
                }
            }
        }
        boolean views = isPattern && random.nextBoolean();
        if (views) {
            parameters = 3;
            masks = new int[] {1, 3, 6, 4, 4};
        }
        int letters = masks.length;
        boolean strictChain = isWaitingChain || shape.equals("chain") && random.nextInt(5) != 0;
        int states = strictChain ? (isWaitingChain ? 6 : 5) + random.nextInt(4) : views ? 6 : isReturning ? 2 + random.nextInt(3) : (isWaiting ? 4 : isPaired ? 3 : 1) + random.nextInt(6);
        int[][] next = new int[states][letters];
        int quiet = random.nextInt(3);
        for (int state = 0; state < states; state++) {
            for (int letter = 0; letter < letters; letter++) {
                next[state][letter] = random.nextInt(3) < quiet ? state : random.nextInt(states);
            }
        }
        if (isPaired) {
            paired(random, next);
        } else if (views) {
            views(random, next);
        } else if (isPattern) {
            pattern(random, next, states);
        } else if (isReturning) {
            returning(random, masks, next);
        }
        int owner = -1;
        if (shape.equals("owned") || shape.equals("chain")) {
            owner = shape.equals("owned") ? 1 : 2;
            if (strictChain) {
                chain(random, masks, next, states, isWaitingChain);
            } else if (isWaiting) {
                waiting(random, masks, next, states);
            } else {
                mostlyOwned(random, shape, masks, next, states);
            }
        }
        StringBuilder text = new StringBuilder("rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tR\terror\n");
        for (int parameter = 0; parameter < parameters; parameter++) {
            boolean value = shape.equals("any") && random.nextInt(6) == 0;
            text.append("parameter\tp").append(parameter).append(value ? "\tvalue\n" : "\tobject\n");
        }
        boolean creations = random.nextBoolean();
        boolean[] creation = new boolean[letters];
        for (int letter = 0; letter < letters; letter++) {
            creation[letter] = creations
                    && (owner >= 0 || isPattern ? letter == 0 : random.nextInt(3) == 0);
        }
        // Roles are what events make of parameters, in whatever order these are declared.
        int[] order = shape.equals("chain") ? ORDERS[random.nextInt(ORDERS.length)] : ORDERS[0];
        for (int letter = 0; letter < letters; letter++) {
            int mask = reordered(masks[letter], order);
            event(text, "e" + letter, letter, mask, creation[letter]);
            if (random.nextInt(8) == 0) {
                // A second definition of the same letter, as two advices of one event name are.
                event(text, "e" + letter, letter, mask, creation[letter]);
            }
        }
        text.append("automaton\t").append(states).append('\t').append(letters).append("\t0\n");
        for (int[] row : next) {
            text.append("row");
            for (int target : row) {
                text.append('\t').append(target);
            }
            text.append('\n');
        }
        for (int state = 0; state < states; state++) {
            // For the owned shapes, states that an owner's event enters must not report, most of the time.
            boolean entered = false;
            for (int from = 0; owner >= 0 && from < states; from++) {
                for (int letter = 0; letter < letters; letter++) {
                    entered |= next[from][letter] == state && from != state && isOwner(shape, masks[letter]);
                    entered |= next[from][letter] == state && from == state && isOwner(shape, masks[letter]);
                }
            }
            int reporting = owner < 0 ? random.nextInt(3) : entered && random.nextInt(12) != 0 ? 1 : random.nextInt(2);
            boolean reports = strictChain || isPattern || isWaiting || isPaired || isReturning && random.nextBoolean() ? state == states - 1
                    : reporting == 0 && !isReturning;
            if (reports) {
                text.append("category\t").append(state).append("\tmatch\n");
            }
            if (!strictChain && reporting == 2 && random.nextInt(4) == 0) {
                text.append("category\t").append(state).append("\tother\n");
                text.append("category\t").append(state).append("\tmatch\n");
            }
        }
        text.append("handler\tmatch\treport\t").append(random.nextInt(4) == 0 ? "reset" : "-").append("\t-\tfound\n");
        text.append("handler\tother\t").append(random.nextBoolean() ? "report" : "-").append("\t-\t-\tfound other\n");
        return text.append("end\n").toString();
    }

    /**
     * A map is made, a view of it, an iterator of the view, and then used; before that, two events of the iterator alone may each do
     * nothing or lead to the sink. So they do not all matter in slices of the same objects.
     */
    private static void views(Random random, int[][] next) {
        int sink = 4;
        int match = 5;
        for (int state = 0; state < next.length; state++) {
            for (int letter = 0; letter < next[state].length; letter++) {
                boolean rests = state > 0 && state < sink && (letter < state || random.nextBoolean());
                next[state][letter] = rests ? state : sink;
            }
        }
        next[0][0] = 1;
        next[1][1] = 2;
        next[2][2] = random.nextBoolean() ? match : 3;
        next[3][3] = match;
    }

    /**
     * One event leads away from the initial state, and what else happens there changes nothing: a call is entered and left. An event of
     * the owner alone mostly leads to one state, as it does where the specialised monitor fits.
     */
    private static void returning(Random random, int[] masks, int[][] next) {
        for (int state = 0; state < next.length; state++) {
            for (int letter = 0; letter < next[state].length; letter++) {
                boolean leaves = letter == 1 && random.nextInt(4) != 0;
                if (state == 0) {
                    next[state][letter] = letter == 0 ? 1 : 0;
                } else if (leaves) {
                    next[state][letter] = 0;
                }
            }
        }
        boolean hasOwner = masks[3] != 3 && masks[3] != masks[2];
        if (hasOwner && random.nextInt(4) != 0) {
            int resting = random.nextInt(next.length - 1);
            for (int state = 1; state < next.length; state++) {
                next[state][3] = resting;
            }
        }
    }

    /** A bad pattern, as of a regular expression: most events that are out of turn lead to a sink, the state before the last. */
    private static void pattern(Random random, int[][] next, int states) {
        int sink = Math.max(0, states - 2);
        for (int state = 0; state < states; state++) {
            for (int letter = 0; letter < next[state].length; letter++) {
                boolean inTurn = state != sink && (state == 0 ? letter == 0 : random.nextInt(5) < 2);
                int outOfTurn = random.nextInt(4) == 0 ? state : sink;
                next[state][letter] = inTurn ? state + random.nextInt(states - state) : outOfTurn;
            }
        }
    }

    /** A slice begins in a state that its leaf's own events leave as it is, until the owner has one; the last state reports. */
    private static void waiting(Random random, int[] masks, int[][] next, int states) {
        boolean beginsTwice = random.nextBoolean();
        for (int letter = 0; letter < masks.length; letter++) {
            boolean isJoin = masks[letter] == 3;
            next[0][letter] = letter == 0 || isJoin && beginsTwice ? 1 : 0;
            for (int state = 1; state < states; state++) {
                if (masks[letter] == masks[1]) {
                    next[state][letter] = 2;
                } else if (state > 1 || isJoin) {
                    next[state][letter] = random.nextInt(3) == 0 ? states - 1 : 1 + random.nextInt(states - 1);
                } else {
                    next[state][letter] = 1;
                }
            }
        }
    }

    /** The first event of the pair does not lead to the last state, which reports. */
    private static void paired(Random random, int[][] next) {
        for (int[] row : next) {
            row[0] = random.nextInt(next.length - 1);
        }
        next[0][0] = 1;
        next[1][1] = 0;
    }

    private static boolean isOwner(String shape, int mask) {
        return shape.equals("owned") ? mask == 1 : mask == 1 || mask == 2;
    }

    /** Makes owner events one idempotent map and, most of the time, keeps starts to the first event. */
    private static void mostlyOwned(Random random, String shape, int[] masks, int[][] next, int states) {
        int[] map = new int[states];
        boolean[] image = new boolean[states];
        for (int state = 0; state < states; state++) {
            image[state] = random.nextBoolean();
        }
        image[states - 1] = true;
        image[0] |= random.nextInt(4) != 0;
        for (int state = 0; state < states; state++) {
            int target = state;
            while (!image[target]) {
                target = random.nextInt(states);
            }
            map[state] = target;
        }
        boolean strict = random.nextInt(5) != 0;
        for (int letter = 0; letter < masks.length; letter++) {
            boolean ownerEvent = shape.equals("owned") ? masks[letter] == 1 : masks[letter] == 1 || masks[letter] == 2;
            if (ownerEvent) {
                // Now and then not idempotent, or another map than the other owner event: then not lazily.
                boolean wild = random.nextInt(6) == 0;
                for (int state = 0; state < states; state++) {
                    next[state][letter] = wild ? random.nextInt(states) : map[state];
                }
            }
            boolean starts = shape.equals("owned") ? masks[letter] == 3 : letter == 0;
            if (strict && !starts) {
                next[0][letter] = 0;
            }
        }
    }

    /**
     * Start, one or two states of the slice of two owners, states after the leaf joined, a sink, and last the state that reports and
     * goes to the sink. Most of these fit the specialised monitor, and most of their traces reach a report. `waits`: where the leaf
     * joins, its own events change nothing.
     */
    private static void chain(Random random, int[] masks, int[][] next, int states, boolean waits) {
        int sink = states - 2;
        // Owners' events may move the slice of two owners before a leaf joins it.
        int joined = states > 5 && random.nextBoolean() ? 3 : 2;
        // Then the event of the two owners is more than a beginning.
        boolean endsAgain = random.nextInt(8) == 0;
        // One idempotent map: to the last state of the pair, or it ends, and to one that rests.
        int pairGoes = random.nextInt(6) == 0 ? sink : joined - 1;
        int resting = waits ? sink - 1 : random.nextInt(4) == 0 ? sink : joined + random.nextInt(sink - joined);
        for (int letter = 0; letter < masks.length; letter++) {
            boolean owner = masks[letter] == 1 || masks[letter] == 2;
            next[0][letter] = letter == 0 ? 1 : 0;
            for (int state = 1; state < states; state++) {
                boolean pair = state < joined;
                if (state >= sink) {
                    next[state][letter] = sink;
                } else if (letter == 0 || pair && masks[letter] == 4) {
                    next[state][letter] = letter == 0 && endsAgain ? sink : state;
                } else if (owner) {
                    next[state][letter] = pair ? pairGoes : resting;
                } else if (waits && (pair || state == joined && masks[letter] == 4)) {
                    next[state][letter] = joined;
                } else if (waits && masks[letter] == 4 && random.nextBoolean()) {
                    next[state][letter] = states - 1;
                } else if (pair) {
                    next[state][letter] = joined + random.nextInt(sink - joined);
                } else {
                    next[state][letter] = random.nextInt(3) == 0 ? state : joined + random.nextInt(states - joined);
                }
            }
        }
    }

    /** The same parameters, where each is at another place. */
    private static int reordered(int mask, int[] order) {
        int result = 0;
        for (int parameter = 0; parameter < order.length; parameter++) {
            result |= (mask >>> parameter & 1) << order[parameter];
        }
        return result;
    }

    private static void event(StringBuilder text, String name, int letter, int mask, boolean creation) {
        StringBuilder binds = new StringBuilder();
        StringBuilder positions = new StringBuilder();
        for (int parameter = 0, position = 0; parameter < 4; parameter++) {
            if ((mask >>> parameter & 1) != 0) {
                binds.append(binds.length() == 0 ? "" : ",").append(parameter);
                positions.append(positions.length() == 0 ? "" : ",").append(position++);
            }
        }
        text.append("event\t").append(name).append('\t').append(letter).append(creation ? "\tcreation\t" : "\t-\t")
                .append(mask == 0 ? "-" : binds).append('\t').append(mask == 0 ? "-" : positions).append('\n');
    }
}
