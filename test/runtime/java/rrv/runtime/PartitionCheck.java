package rrv.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** {@link Partition} on random machines against its definition (Moore). Arguments: first seed, number of machines. */
public final class PartitionCheck {
    private PartitionCheck() {
    }

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        int merged = 0;
        for (int run = 0; run < runs; run++) {
            Random random = new Random(seed + run);
            int states = 1 + random.nextInt(9);
            int letters = random.nextInt(4);
            int[] next = new int[states * letters];
            for (int cell = 0; cell < next.length; cell++) {
                next[cell] = random.nextInt(states);
            }
            String[] keys = new String[states];
            for (int state = 0; state < states; state++) {
                keys[state] = String.valueOf(random.nextInt(3));
            }
            int[] found = numbered(Partition.coarsest(next, letters, keys));
            int[] expected = byDefinition(next, letters, keys);
            if (!Arrays.equals(found, expected)) {
                throw new AssertionError("seed " + (seed + run) + ": " + Arrays.toString(found) + " " + Arrays.toString(expected));
            }
            merged += Arrays.stream(found).max().getAsInt() + 1 < states ? 1 : 0;
        }
        System.out.println("merged=" + merged);
    }

    /** States are apart when their keys are, or those of states that one letter leads to. */
    private static int[] byDefinition(int[] next, int letters, String[] keys) {
        String[] signatures = keys;
        int[] blocks = null;
        for (int round = 0; round <= keys.length; round++) {
            blocks = numbered(signatures);
            signatures = new String[keys.length];
            for (int state = 0; state < keys.length; state++) {
                StringBuilder signature = new StringBuilder().append(blocks[state]);
                for (int letter = 0; letter < letters; letter++) {
                    signature.append(',').append(blocks[next[state * letters + letter]]);
                }
                signatures[state] = signature.toString();
            }
        }
        return blocks;
    }

    private static int[] numbered(int[] blocks) {
        return numbered(Arrays.stream(blocks).mapToObj(String::valueOf).toArray(String[]::new));
    }

    /** In the order of their first states. */
    private static int[] numbered(String[] blocks) {
        Map<String, Integer> numbers = new HashMap<>();
        int[] result = new int[blocks.length];
        for (int state = 0; state < blocks.length; state++) {
            if (!numbers.containsKey(blocks[state])) {
                numbers.put(blocks[state], numbers.size());
            }
            result[state] = numbers.get(blocks[state]);
        }
        return result;
    }
}
