package oracle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * SafeMapIterator: a view of a map starts a pair (map, view); an iterator over the view starts a triple; a
 * violation is an update of the map and then a use of the iterator, once per triple.
 */
final class SafeMapIteratorMonitor extends Monitor {
    private static final class Pair {
        final Object map;

        Pair(Object map) {
            this.map = map;
        }
    }

    private static final class Triple {
        final Pair pair;
        boolean updated;
        boolean reported;

        Triple(Pair pair) {
            this.pair = pair;
        }
    }

    private final Map<Object, List<Pair>> pairsByView = new IdentityHashMap<Object, List<Pair>>();
    private final Map<Object, List<Triple>> triplesByMap = new IdentityHashMap<Object, List<Triple>>();
    private final Map<Object, List<Triple>> triplesByIterator = new IdentityHashMap<Object, List<Triple>>();

    SafeMapIteratorMonitor() {
        super("SafeMapIterator", "view", "create", "update", "next");
    }

    void view(Object map, Object view) {
        count("view");
        for (Pair pair : list(pairsByView, view))
            if (pair.map == map) return;
        list(pairsByView, view).add(new Pair(map));
    }

    void create(Object view, Object iterator) {
        count("create");
        for (Pair pair : list(pairsByView, view)) {
            boolean exists = false;
            for (Triple triple : list(triplesByIterator, iterator)) exists |= triple.pair == pair;
            if (exists) continue;
            Triple triple = new Triple(pair);
            list(triplesByMap, pair.map).add(triple);
            list(triplesByIterator, iterator).add(triple);
        }
    }

    void update(Object map) {
        count("update");
        for (Triple triple : list(triplesByMap, map)) triple.updated = true;
    }

    void next(Object iterator, Site site) {
        count("next");
        for (Triple triple : list(triplesByIterator, iterator))
            if (triple.updated && !triple.reported) {
                triple.reported = true;
                violation(triple, site);
            }
    }

    private static <T> List<T> list(Map<Object, List<T>> index, Object key) {
        List<T> list = index.get(key);
        if (list == null) index.put(key, list = new ArrayList<T>(1));
        return list;
    }
}
