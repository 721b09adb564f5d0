package rrv.runtime;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the values and places of a trace are called there. Values have names of their own, {@code ArrayList#1}: of
 * their class and the order in which they come; an object that is gone leaves its name to nobody. Not thread-safe.
 */
final class TraceNames {
    /** Begins what tells places apart that have the same line of source. */
    private static final char AGAIN = '~';

    private final WeakTable objects = new WeakTable();
    private int named;
    private final Map<Integer, String> places = new HashMap<Integer, String>();
    private final Set<String> taken = new HashSet<String>();

    /** Of a value of a parameter; boxed primitives, which are compared by value, are called by it. */
    String of(Object value, boolean byValue) {
        if (value == null) {
            return "null";
        }
        if (byValue) {
            return value instanceof Character ? "U+" + Integer.toHexString((Character) value) : value.toString();
        }
        int hash = Identity.hash(value);
        TracedObject known = (TracedObject) objects.find(value, hash);
        if (known == null) {
            known = new TracedObject(value, ofClass(value.getClass()) + "#" + ++named);
            objects.add(known, hash);
        }
        return known.name;
    }

    /** Without its package, and without what a JVM puts behind the name of a hidden class. */
    private static String ofClass(Class<?> type) {
        if (type.isArray()) {
            return ofClass(type.getComponentType()) + "[]";
        }
        String name = type.getName();
        int end = name.indexOf('/');
        String whole = end < 0 ? name : name.substring(0, end);
        return word(whole.substring(whole.lastIndexOf('.') + 1)).replace('(', '_').replace(')', '_');
    }

    boolean hasPlace(int site) {
        return places.containsKey(site);
    }

    /** Of a site, whose place in the program this is. */
    String ofPlace(int site, String place) {
        String known = places.get(site);
        if (known == null) {
            String word = word(place);
            known = word;
            for (int other = 2; !taken.add(known); other++) {
                known = word + AGAIN + other;
            }
            places.put(site, known);
        }
        return known;
    }

    /** Names of a program may hold anything, a trace means something by these. */
    private static String word(String name) {
        StringBuilder word = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean means = c == '!' || c == '@' || c == '=' || c == ',' || Character.isWhitespace(c) || Character.isSpaceChar(c);
            word.append(means || Character.isISOControl(c) ? '_' : c);
        }
        return word.toString();
    }
}
