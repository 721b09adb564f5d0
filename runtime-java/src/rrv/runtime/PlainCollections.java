package rrv.runtime;

import java.util.IdentityHashMap;

/**
 * Collections of java.util whose iterators are new objects that nobody else knows and that run no code of the program when they
 * are walked. By their exact class; test/residual/facts/plain-collections.ts has the same names, and a test looks into each.
 */
public final class PlainCollections {
    private static final String[] NAMES = {
        "ArrayList", "ArrayList$SubList", "LinkedList", "Vector", "Stack", "ArrayDeque", "PriorityQueue",
        "HashSet", "LinkedHashSet", "TreeSet", "RegularEnumSet", "JumboEnumSet",
        "HashMap$KeySet", "HashMap$Values", "HashMap$EntrySet",
        "LinkedHashMap$LinkedKeySet", "LinkedHashMap$LinkedValues", "LinkedHashMap$LinkedEntrySet",
        "TreeMap$KeySet", "TreeMap$Values", "TreeMap$EntrySet",
        "IdentityHashMap$KeySet", "IdentityHashMap$Values", "IdentityHashMap$EntrySet",
        "EnumMap$KeySet", "EnumMap$Values", "EnumMap$EntrySet",
        "WeakHashMap$KeySet", "WeakHashMap$Values", "WeakHashMap$EntrySet",
        "Arrays$ArrayList", "Collections$SingletonList", "Collections$SingletonSet",
        "Collections$EmptyList", "Collections$EmptySet",
        "ImmutableCollections$List12", "ImmutableCollections$ListN", "ImmutableCollections$SubList",
        "ImmutableCollections$Set12", "ImmutableCollections$SetN",
        "concurrent.ConcurrentHashMap$KeySetView", "concurrent.ConcurrentHashMap$ValuesView",
        "concurrent.ConcurrentHashMap$EntrySetView", "concurrent.CopyOnWriteArrayList",
        "concurrent.CopyOnWriteArraySet", "concurrent.ConcurrentLinkedQueue",
    };

    /** Never changed once the class is initialised. */
    private static final IdentityHashMap<Class<?>, Boolean> CLASSES = new IdentityHashMap<Class<?>, Boolean>();

    static {
        for (String name : NAMES) {
            try {
                // The class library's own, whatever the program's loaders say.
                CLASSES.put(Class.forName("java.util." + name, false, null), Boolean.TRUE);
            } catch (ClassNotFoundException e) {
                // A release that does not have it.
            } catch (SecurityException e) {
                // Then it is like any other.
            }
        }
    }

    private PlainCollections() {
    }

    /** False for null. Calls no method of the object. */
    public static boolean contains(Object object) {
        return object != null && CLASSES.containsKey(object.getClass());
    }
}
