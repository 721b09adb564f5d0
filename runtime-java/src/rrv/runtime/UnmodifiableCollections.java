package rrv.runtime;

import java.util.IdentityHashMap;

/**
 * Collections and maps of java.util that every attempt to update ends with an exception, whatever they hold
 * (src/residual/facts/unmodifiable-collections.ts has the same names). By the exact class of the object.
 */
public final class UnmodifiableCollections {
    private static final String[] NAMES = {
        "Collections$UnmodifiableCollection", "Collections$UnmodifiableSequencedCollection",
        "Collections$UnmodifiableList", "Collections$UnmodifiableRandomAccessList",
        "Collections$UnmodifiableSet", "Collections$UnmodifiableSequencedSet",
        "Collections$UnmodifiableSortedSet", "Collections$UnmodifiableNavigableSet",
        "Collections$UnmodifiableMap", "Collections$UnmodifiableSequencedMap",
        "Collections$UnmodifiableSortedMap", "Collections$UnmodifiableNavigableMap",
        "Collections$UnmodifiableMap$UnmodifiableEntrySet",
        "ImmutableCollections$List12", "ImmutableCollections$ListN", "ImmutableCollections$SubList",
        "ImmutableCollections$Set12", "ImmutableCollections$SetN",
        "ImmutableCollections$Map1", "ImmutableCollections$MapN",
    };

    /** Never changed once the class is initialised. */
    private static final IdentityHashMap<Class<?>, Boolean> CLASSES = PlainCollections.ofClassLibrary(NAMES);

    private UnmodifiableCollections() {
    }

    /** False for null. Calls no method of the object. */
    public static boolean contains(Object object) {
        return object != null && CLASSES.containsKey(object.getClass());
    }
}
