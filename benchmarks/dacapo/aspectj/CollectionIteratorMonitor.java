package oracle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * SafeIterator and, where the collection is a list, SafeListIterator: one slice per pair (collection, iterator); a
 * violation is create next* update+ next, once per slice.
 */
final class CollectionIteratorMonitor extends Monitor {
    private static final class Slice {
        final Object collection;
        final Object iterator;
        boolean updated;
        boolean reported;

        Slice(Object collection, Object iterator) {
            this.collection = collection;
            this.iterator = iterator;
        }
    }

    private final Map<Object, List<Slice>> byCollection = new IdentityHashMap<Object, List<Slice>>();
    private final Map<Object, List<Slice>> byIterator = new IdentityHashMap<Object, List<Slice>>();

    CollectionIteratorMonitor(String property) {
        super(property, "create", "update", "next");
    }

    void create(Object collection, Object iterator) {
        count("create");
        // A slice that exists stays where it is: a shared iterator must not hide an update.
        for (Slice slice : slices(byIterator, iterator))
            if (slice.collection == collection) return;
        Slice slice = new Slice(collection, iterator);
        slices(byCollection, collection).add(slice);
        slices(byIterator, iterator).add(slice);
    }

    void update(Object collection) {
        count("update");
        for (Slice slice : slices(byCollection, collection)) slice.updated = true;
    }

    void next(Object iterator, Site site) {
        count("next");
        for (Slice slice : slices(byIterator, iterator))
            if (slice.updated && !slice.reported) {
                slice.reported = true;
                violation(slice, site);
            }
    }

    private static List<Slice> slices(Map<Object, List<Slice>> index, Object key) {
        List<Slice> slices = index.get(key);
        if (slices == null) index.put(key, slices = new ArrayList<Slice>(1));
        return slices;
    }
}
