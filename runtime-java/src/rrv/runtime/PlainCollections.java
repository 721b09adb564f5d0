package rrv.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

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

    /** What units have named, by class loader. Guarded by itself. */
    private static final List<Named> NAMED = new ArrayList<Named>();

    private static final class Named {
        /** Null: the bootstrap loader. */
        final WeakReference<ClassLoader> loader;
        final Set<String> names;

        Named(ClassLoader loader, String[] names) {
            this.loader = loader == null ? null : new WeakReference<ClassLoader>(loader);
            this.names = new HashSet<String>(Arrays.asList(names));
        }

        boolean isOf(ClassLoader other) {
            return loader == null ? other == null : other != null && other == loader.get();
        }

        boolean isGone() {
            return loader != null && loader.get() == null;
        }
    }

    /**
     * Asked once for each class. A class that is asked for before its unit has named it stays one like any
     * other.
     */
    private static final ClassValue<Boolean> IS_NAMED = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                ClassLoader loader = type.getClassLoader();
                synchronized (NAMED) {
                    for (Named named : NAMED) {
                        if (named.isOf(loader) && named.names.contains(type.getName())) {
                            return Boolean.TRUE;
                        }
                    }
                }
            } catch (SecurityException e) {
                // Then it is like any other.
            }
            return Boolean.FALSE;
        }
    };

    private PlainCollections() {
    }

    /** The classes of these names that the loader itself defines are plain collections. */
    static void add(ClassLoader loader, String[] names) {
        if (names.length == 0) {
            return;
        }
        synchronized (NAMED) {
            for (Iterator<Named> each = NAMED.iterator(); each.hasNext();) {
                if (each.next().isGone()) {
                    each.remove();
                }
            }
            NAMED.add(new Named(loader, names));
        }
    }

    /** False for null. Calls no method of the object. */
    public static boolean contains(Object object) {
        if (object == null) {
            return false;
        }
        Class<?> type = object.getClass();
        return CLASSES.containsKey(type) || IS_NAMED.get(type);
    }
}
