package oracle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** SafeListIterator: one slice per pair (list, iterator); a violation is create next* update+ next, once per slice. */
final class SafeListIteratorMonitor extends Monitor {
    private static final class Slice {
        final Object list;
        final Object iterator;
        boolean updated;
        boolean reported;

        Slice(Object list, Object iterator) {
            this.list = list;
            this.iterator = iterator;
        }
    }

    private final Map<Object, List<Slice>> byList = new IdentityHashMap<Object, List<Slice>>();
    private final Map<Object, List<Slice>> byIterator = new IdentityHashMap<Object, List<Slice>>();

    SafeListIteratorMonitor() {
        super("create", "update", "next");
    }

    void create(Object list, Object iterator) {
        count("create");
        // A slice that exists stays where it is: a shared iterator must not hide an update.
        for (Slice slice : slices(byIterator, iterator))
            if (slice.list == list) return;
        Slice slice = new Slice(list, iterator);
        slices(byList, list).add(slice);
        slices(byIterator, iterator).add(slice);
    }

    void update(Object list) {
        count("update");
        for (Slice slice : slices(byList, list)) slice.updated = true;
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
