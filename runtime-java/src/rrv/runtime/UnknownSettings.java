package rrv.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Names that look like settings and are none: a misspelt one would be obeyed by nobody, and missed by nobody.
 */
final class UnknownSettings {
    private static final String PROPERTY = "rrv.";
    private static final String VARIABLE = "RRV_";

    private UnknownSettings() {
    }

    /** Adds a line for each. Never throws: what cannot be read is not looked at. */
    static void find(List<String> properties, List<String> variables, List<String> lines) {
        try {
            for (String name : new TreeSet<String>(System.getProperties().stringPropertyNames())) {
                if (name.startsWith(PROPERTY) && !properties.contains(name)) {
                    String near = nearest(name, properties);
                    lines.add(name + " is no setting" + (near == null ? "" : ": did you mean " + near + "?"));
                }
            }
        } catch (Throwable e) {
            // A security manager, properties of the program's own making, or the end of the stack.
        }
        try {
            for (String name : new TreeSet<String>(System.getenv().keySet())) {
                String meant = name.startsWith(VARIABLE) ? sameLetters(name, variables) : null;
                if (meant != null) {
                    lines.add(name + " is no setting: did you mean " + meant + "?");
                }
            }
        } catch (Throwable e) {
            // Likewise.
        }
    }

    /** Within a third of its length in edits, whatever the case of letters; null: none is. */
    private static String nearest(String name, List<String> known) {
        String given = name.substring(PROPERTY.length()).toLowerCase(Locale.ROOT);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            String other = candidate.substring(PROPERTY.length()).toLowerCase(Locale.ROOT);
            int edits = edits(given, other);
            if (edits < least && edits <= (other.length() + 2) / 3) {
                nearest = candidate;
                least = edits;
            }
        }
        return nearest;
    }

    /**
     * The variable of the same letters in another order or with other underscores; null: there is none.
     * Variables that begin so may be anybody's, so nothing else is taken for a mistake; and some systems know
     * them in any case of letters.
     */
    private static String sameLetters(String name, List<String> known) {
        for (String candidate : known) {
            if (candidate.equalsIgnoreCase(name)) {
                return null;
            }
        }
        for (String candidate : known) {
            if (letters(candidate).equals(letters(name))) {
                return candidate;
            }
        }
        return null;
    }

    private static String letters(String name) {
        char[] letters = name.substring(VARIABLE.length()).replace("_", "").toUpperCase(Locale.ROOT).toCharArray();
        Arrays.sort(letters);
        return new String(letters);
    }

    /** The distance of Levenshtein, two rows: O(left * right). */
    private static int edits(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= left.length(); row++) {
            int[] current = new int[right.length() + 1];
            current[0] = row;
            for (int column = 1; column <= right.length(); column++) {
                int replaced = previous[column - 1] + (left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
