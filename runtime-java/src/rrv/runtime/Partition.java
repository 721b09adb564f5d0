package rrv.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A partition of 0..n-1 that is refined: Hopcroft's algorithm (1971; as in Valmari, "Fast brief practical DFA
 * minimization", IPL 2012), as in src/automata/partition.ts. A block is a range of {@link #elements}, and its
 * first elements are the marked ones.
 */
final class Partition {
    private final int[] blockOf;
    private final int[] elements;
    private final int[] position;
    private final int[] first;
    private final int[] end;
    private final int[] marked;
    private int blocks;

    /** Elements with equal keys are together. */
    private Partition(String[] keys) {
        int count = keys.length;
        blockOf = new int[count];
        elements = new int[count];
        position = new int[count];
        first = new int[count];
        end = new int[count];
        marked = new int[count];
        Map<String, Integer> numbers = new HashMap<String, Integer>();
        for (int element = 0; element < count; element++) {
            Integer number = numbers.get(keys[element]);
            if (number == null) {
                number = blocks++;
                numbers.put(keys[element], number);
            }
            blockOf[element] = number;
            end[number]++;
        }
        for (int block = 1; block < blocks; block++) {
            first[block] = end[block - 1];
            end[block] += first[block];
        }
        int[] next = first.clone();
        for (int element = 0; element < count; element++) {
            position[element] = next[blockOf[element]]++;
            elements[position[element]] = element;
        }
    }

    /**
     * The block of each state in the coarsest partition that keeps states with different keys apart and that
     * all letters respect. O(letters states log states).
     *
     * @param next next[state * letters + letter]
     */
    static int[] coarsest(int[] next, int letters, String[] keys) {
        int states = keys.length;
        Partition partition = new Partition(keys);
        // Of each letter the sources of the transitions into a state, from start[letter * states + state] on.
        int[] start = new int[letters * states + 1];
        for (int cell = 0; cell < next.length; cell++) {
            start[cell % letters * states + next[cell] + 1]++;
        }
        for (int at = 1; at < start.length; at++) {
            start[at] += start[at - 1];
        }
        int[] sources = new int[next.length];
        int[] cursor = start.clone();
        for (int cell = 0; cell < next.length; cell++) {
            sources[cursor[cell % letters * states + next[cell]]++] = cell / letters;
        }
        int[] work = new int[states];
        int[] touched = new int[states];
        int top = 0;
        while (top < partition.blocks) {
            work[top] = top++;
        }
        while (top > 0) {
            int splitter = work[--top];
            // A copy: the splitter itself may be split while its letters are processed.
            int[] members = Arrays.copyOfRange(partition.elements, partition.first[splitter], partition.end[splitter]);
            for (int letter = 0; letter < letters; letter++) {
                int count = 0;
                for (int member : members) {
                    int row = letter * states + member;
                    for (int at = start[row]; at < start[row + 1]; at++) {
                        int block = partition.blockOf[sources[at]];
                        if (partition.marked[block] == 0) {
                            touched[count++] = block;
                        }
                        partition.mark(sources[at], block);
                    }
                }
                for (int index = 0; index < count; index++) {
                    if (partition.split(touched[index])) {
                        work[top++] = partition.blocks - 1;
                    }
                }
            }
        }
        return partition.blockOf;
    }

    private void mark(int element, int block) {
        int boundary = first[block] + marked[block]++;
        int other = elements[boundary];
        elements[position[element]] = other;
        position[other] = position[element];
        elements[boundary] = element;
        position[element] = boundary;
    }

    /**
     * Into the marked and the other elements; the smaller part is the new block, which bounds the time.
     * False: all were marked.
     */
    private boolean split(int block) {
        int boundary = first[block] + marked[block];
        marked[block] = 0;
        if (boundary == end[block]) {
            return false;
        }
        if (boundary - first[block] <= end[block] - boundary) {
            first[blocks] = first[block];
            end[blocks] = boundary;
            first[block] = boundary;
        } else {
            first[blocks] = boundary;
            end[blocks] = end[block];
            end[block] = boundary;
        }
        for (int index = first[blocks]; index < end[blocks]; index++) {
            blockOf[elements[index]] = blocks;
        }
        blocks++;
        return true;
    }
}
