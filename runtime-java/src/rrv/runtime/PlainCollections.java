package rrv.runtime;

import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Collections whose iterators are new objects that nobody else knows and that run no code of the program when
 * they are walked: classes of java.util (test/residual/facts/plain-collections.ts has the same names, and a
 * test looks into each), and subclasses of these that units name. By the exact class of the object.
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
        // Not its SubList: that of a lazy list (JDK 26) makes elements when it is walked.
        "ImmutableCollections$List12", "ImmutableCollections$ListN",
        "ImmutableCollections$Set12", "ImmutableCollections$SetN",
        "concurrent.ConcurrentHashMap$KeySetView", "concurrent.ConcurrentHashMap$ValuesView",
        "concurrent.ConcurrentHashMap$EntrySetView", "concurrent.CopyOnWriteArrayList",
        "concurrent.CopyOnWriteArraySet", "concurrent.ConcurrentLinkedQueue",
    };

    /** Never changed once the class is initialised. */
    private static final IdentityHashMap<Class<?>, Boolean> CLASSES = ofClassLibrary(NAMES);

    /** What units have named. */
    private static final NamedClasses NAMED = new NamedClasses();

    private PlainCollections() {
    }

    /** Those of java.util with these names that the class library has. */
    static IdentityHashMap<Class<?>, Boolean> ofClassLibrary(String[] names) {
        IdentityHashMap<Class<?>, Boolean> classes = new IdentityHashMap<Class<?>, Boolean>();
        for (String name : names) {
            try {
                // The class library's own, whatever the program's loaders say.
                classes.put(Class.forName("java.util." + name, false, null), Boolean.TRUE);
            } catch (ClassNotFoundException e) {
                // A release that does not have it.
            } catch (SecurityException e) {
                // Then it is like any other.
            }
        }
        return classes;
    }

    /** The classes of these names that the loader itself defines are plain collections. */
    static void add(ClassLoader loader, String[] names) {
        NAMED.add(loader, Arrays.asList(names));
    }

    /** False for null. Calls no method of the object. */
    public static boolean contains(Object object) {
        return object != null && has(object.getClass());
    }

    /** By exactly this class. */
    static boolean has(Class<?> type) {
        return CLASSES.containsKey(type) || NAMED.has(type);
    }
}
