package rrv.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Classes that units have named, each where the class loader of its unit has defined it. */
final class NamedClasses {
    /** Guarded by itself. */
    private final List<Named> named = new ArrayList<Named>();

    private static final class Named {
        /** Null: the bootstrap loader. */
        final WeakReference<ClassLoader> loader;
        final Set<String> names;

        Named(ClassLoader loader, List<String> names) {
            this.loader = loader == null ? null : new WeakReference<ClassLoader>(loader);
            this.names = new HashSet<String>(names);
        }

        boolean isOf(ClassLoader other) {
            return loader == null ? other == null : other != null && other == loader.get();
        }

        boolean isGone() {
            return loader != null && loader.get() == null;
        }
    }

    /** The answers since the last unit came. */
    private volatile ClassValue<Boolean> answers = new Answers();

    /** Asked once for each class. */
    final class Answers extends ClassValue<Boolean> {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                ClassLoader loader = type.getClassLoader();
                synchronized (named) {
                    for (Named one : named) {
                        if (one.isOf(loader) && one.names.contains(type.getName())) {
                            return Boolean.TRUE;
                        }
                    }
                }
            } catch (SecurityException e) {
                // Then it is like any other.
            }
            return Boolean.FALSE;
        }
    }

    /** The classes of these names that the loader itself defines. */
    void add(ClassLoader loader, List<String> names) {
        synchronized (named) {
            for (Iterator<Named> each = named.iterator(); each.hasNext();) {
                if (each.next().isGone()) {
                    each.remove();
                }
            }
            named.add(new Named(loader, names));
        }
        answers = new Answers();
    }

    boolean has(Class<?> type) {
        return answers.get(type);
    }
}
