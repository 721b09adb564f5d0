package rrv.runtime;

import java.util.Arrays;

/**
 * The context-free pattern of a property: the lines `grammar`, `symbol` and `after` of docs/runtime-protocol.md. Symbols are
 * the letters, and the nonterminals behind them. Nothing is modified when it has been read.
 */
final class Grammar {
    final int letters;
    /** A nonterminal; -1: no word is in the language but perhaps the empty one. */
    final int start;
    final boolean acceptsEmpty;
    /** By nonterminal. */
    final boolean[] nullable;
    final boolean[] repeated;
    /** By nonterminal and letter the strings of symbols that may be behind the letter. */
    final int[][][][] after;

    Grammar(int letters, int nonterminals, int start, boolean acceptsEmpty) {
        this.letters = letters;
        this.start = start;
        this.acceptsEmpty = acceptsEmpty;
        nullable = new boolean[nonterminals];
        repeated = new boolean[nonterminals];
        after = new int[nonterminals][letters][0][];
        if (start >= 0) {
            indexOf(start);
        }
    }

    void nonterminal(int symbol, boolean isNullable, boolean isRepeated) {
        int index = indexOf(symbol);
        nullable[index] = isNullable;
        repeated[index] = isRepeated;
    }

    void addAfter(int symbol, int letter, int[] string) {
        for (int part : string) {
            if (part < 0 || part >= letters) {
                indexOf(part);
            }
        }
        int index = indexOf(symbol);
        int[][] before = after[index][letter];
        after[index][letter] = Arrays.copyOf(before, before.length + 1);
        after[index][letter][before.length] = string;
    }

    private int indexOf(int symbol) {
        if (symbol < letters || symbol - letters >= after.length) {
            throw new IllegalArgumentException("no nonterminal " + symbol);
        }
        return symbol - letters;
    }
}
