package rrv.runtime;

/**
 * The iterators and enumerations that the class library hands out for every empty collection. One object
 * serves uses that have nothing to do with each other, so that a slice of it would mix them: events on it
 * are counted but belong to no slice, under every analysis.
 */
final class Shared {
    private static final Object ITERATOR = java.util.Collections.emptyIterator();
    private static final Object LIST_ITERATOR = java.util.Collections.emptyListIterator();
    private static final Object ENUMERATION = java.util.Collections.emptyEnumeration();

    private Shared() {
    }

    static boolean is(Object object) {
        return object == ITERATOR || object == LIST_ITERATOR || object == ENUMERATION;
    }
}
