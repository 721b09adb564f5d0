package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What may be left of the words of a context-free pattern: the states of its monitor, found as they are asked for
 * (src/automata/derivation-states.ts has the same, and says why it is right). A language is the empty word perhaps, and for
 * each of its parts what a symbol derives, with a word of another language behind. Guarded by the automaton.
 */
final class Languages {
    /** No word: nothing continues the trace. */
    static final int NOTHING = 0;
    private static final int EMPTY_WORD = 1;

    private final int letters;
    /** By nonterminal. */
    private final boolean[] nullable;
    private final boolean[] repeated;
    /** By nonterminal and letter the strings that may be behind the letter. */
    private final int[][][][] after;
    /** By symbol one bit for each set of parameters: whether it derives a word without events that bind one of these. */
    private final int[] without;
    /** By number. What finds no memory leaves one that is not known at most. */
    private final List<Language> languages = new ArrayList<Language>();
    private final Map<Language, Integer> known = new HashMap<Language, Integer>();
    final int initial;

    static final class Language {
        final boolean acceptsEmpty;
        /** Symbols and the languages behind them, in turns, ascending. */
        final int[] parts;
        /** One bit for each set of parameters: whether a word of it is without events that bind one of these. */
        int endsWithout;

        Language(boolean acceptsEmpty, int[] parts) {
            this.acceptsEmpty = acceptsEmpty;
            this.parts = parts;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(parts) * 2 + (acceptsEmpty ? 1 : 0);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Language && ((Language) other).acceptsEmpty == acceptsEmpty
                    && Arrays.equals(((Language) other).parts, parts);
        }
    }

    /** {@code masks}: by letter the parameters that its events bind; {@code full}: all of them. */
    Languages(Grammar grammar, int[] masks, int full) {
        letters = grammar.letters;
        nullable = grammar.nullable;
        repeated = grammar.repeated;
        after = grammar.after;
        without = wordsWithout(masks, full);
        numberOf(false, new int[0]);
        numberOf(true, new int[0]);
        int words = grammar.start < 0 ? NOTHING : before(grammar.start, EMPTY_WORD);
        initial = grammar.acceptsEmpty ? union(new int[] {words, EMPTY_WORD}, 2) : words;
    }

    int count() {
        return languages.size();
    }

    /** Whether the trace is a word of the pattern. */
    boolean accepts(int language) {
        return languages.get(language).acceptsEmpty;
    }

    /** Whether a further event may make the trace a word of the pattern, with the objects of {@code gone} gone. */
    boolean mayMatch(int language, int gone) {
        int[] own = languages.get(language).parts;
        for (int at = 0; at < own.length; at += 2) {
            if (((without[own[at]] & languages.get(own[at + 1]).endsWithout) >>> gone & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    /** How many alternatives there are to go on. */
    int alternatives(int language) {
        return languages.get(language).parts.length / 2;
    }

    /** What is left behind the letter. */
    int next(int language, int letter) {
        Numbers left = new Numbers();
        // Alternatives that begin alike are one, else there were as many as ways to derive the trace.
        Map<Integer, Numbers> begun = new HashMap<Integer, Numbers>();
        int[] own = languages.get(language).parts;
        for (int at = 0; at < own.length; at += 2) {
            int symbol = own[at];
            int behind = own[at + 1];
            if (symbol == letter) {
                left.add(behind);
            } else if (symbol >= letters) {
                for (int[] string : after[symbol - letters][letter]) {
                    begin(string, behind, left, begun);
                }
            }
        }
        for (Map.Entry<Integer, Numbers> entry : begun.entrySet()) {
            Numbers behind = entry.getValue();
            left.add(before(entry.getKey(), union(behind.all, behind.size)));
        }
        return union(left.all, left.size);
    }

    private void begin(int[] string, int behind, Numbers left, Map<Integer, Numbers> begun) {
        for (int at = 0; at < string.length; at++) {
            int rest = behind;
            for (int later = string.length - 1; later > at; later--) {
                rest = prepend(string[later], rest);
            }
            Numbers alike = begun.get(string[at]);
            if (alike == null) {
                alike = new Numbers();
                begun.put(string[at], alike);
            }
            alike.add(rest);
            if (!isNullable(string[at])) {
                return;
            }
        }
        left.add(behind);
    }

    private boolean isNullable(int symbol) {
        return symbol >= letters && nullable[symbol - letters];
    }

    private int prepend(int symbol, int behind) {
        if (!isNullable(symbol)) {
            return before(symbol, behind);
        }
        if (repeated[symbol - letters]) {
            int[] own = languages.get(behind).parts;
            for (int at = 0; at < own.length; at += 2) {
                if (own[at] == symbol && orNot(symbol, own[at + 1]) == behind) {
                    return behind;
                }
            }
        }
        return orNot(symbol, behind);
    }

    private int before(int symbol, int behind) {
        return numberOf(false, new int[] {symbol, behind});
    }

    private int orNot(int symbol, int behind) {
        return union(new int[] {before(symbol, behind), behind}, 2);
    }

    private int union(int[] united, int count) {
        int[] all = Arrays.copyOf(united, count);
        Arrays.sort(all);
        boolean empty = false;
        int size = 0;
        int distinct = 0;
        for (int at = 0; at < count; at++) {
            if (all[at] != NOTHING && (distinct == 0 || all[distinct - 1] != all[at])) {
                all[distinct++] = all[at];
                empty |= languages.get(all[at]).acceptsEmpty;
                size += languages.get(all[at]).parts.length / 2;
            }
        }
        if (distinct < 2) {
            return distinct == 0 ? NOTHING : all[0];
        }
        long[] pairs = new long[size];
        int end = 0;
        for (int at = 0; at < distinct; at++) {
            int[] own = languages.get(all[at]).parts;
            for (int part = 0; part < own.length; part += 2) {
                pairs[end++] = (long) own[part] << 32 | own[part + 1];
            }
        }
        Arrays.sort(pairs);
        int[] parts = new int[2 * size];
        int length = 0;
        for (int at = 0; at < size; at++) {
            if (at == 0 || pairs[at] != pairs[at - 1]) {
                parts[length++] = (int) (pairs[at] >>> 32);
                parts[length++] = (int) pairs[at];
            }
        }
        return numberOf(empty, Arrays.copyOf(parts, length));
    }

    private int numberOf(boolean empty, int[] own) {
        Language language = new Language(empty, own);
        Integer number = known.get(language);
        if (number == null) {
            language.endsWithout = empty ? -1 : 0;
            for (int at = 0; at < own.length; at += 2) {
                language.endsWithout |= without[own[at]] & languages.get(own[at + 1]).endsWithout;
            }
            number = languages.size();
            languages.add(language);
            known.put(language, number);
        }
        return number;
    }

    private int[] wordsWithout(int[] masks, int full) {
        int[] result = new int[letters + after.length];
        for (int letter = 0; letter < letters; letter++) {
            for (int gone = 0; gone <= full; gone++) {
                result[letter] |= (masks[letter] & gone) == 0 ? 1 << gone : 0;
            }
        }
        for (boolean grows = true; grows;) {
            grows = false;
            for (int symbol = letters; symbol < result.length; symbol++) {
                int before = result[symbol];
                for (int letter = 0; letter < letters; letter++) {
                    for (int[] string : after[symbol - letters][letter]) {
                        int derives = result[letter];
                        for (int part : string) {
                            derives &= isNullable(part) ? -1 : result[part];
                        }
                        result[symbol] |= derives;
                    }
                }
                grows |= result[symbol] != before;
            }
        }
        return result;
    }

    static final class Numbers {
        int[] all = new int[4];
        int size;

        void add(int number) {
            if (size == all.length) {
                all = Arrays.copyOf(all, 2 * size);
            }
            all[size++] = number;
        }
    }
}
