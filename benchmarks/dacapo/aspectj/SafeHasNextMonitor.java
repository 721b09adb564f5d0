package oracle;

import java.util.IdentityHashMap;
import java.util.Map;

/** SafeHasNext: next() without a hasNext() since the last next(), or since the start, each time. */
final class SafeHasNextMonitor extends Monitor {
    private final Map<Object, Boolean> asked = new IdentityHashMap<Object, Boolean>();

    SafeHasNextMonitor() {
        super("SafeHasNext", "hasNext", "next");
    }

    void hasNext(Object iterator) {
        count("hasNext");
        asked.put(iterator, true);
    }

    void next(Object iterator, Site site) {
        count("next");
        if (asked.get(iterator) != Boolean.TRUE) violation(iterator, site);
        asked.put(iterator, false);
    }
}
