package rrv.runtime;

import java.util.Arrays;

/** A slice that is found through one object: the weak reference to the object is the monitor. */
class SliceNode extends KeyNode {
    /** Row in {@link Transitions#cells}. */
    int row;
    /** Sites (times handlers) at which the slice has reported; null before the first. */
    int[] reported;

    SliceNode(Object object, int hash) {
        super(object, hash);
    }

    static boolean contains(int[] reported, int key) {
        if (reported != null) {
            for (int known : reported) {
                if (known == key) {
                    return true;
                }
            }
        }
        return false;
    }

    static int[] with(int[] reported, int key) {
        if (reported == null) {
            return new int[] {key};
        }
        int[] longer = Arrays.copyOf(reported, reported.length + 1);
        longer[reported.length] = key;
        return longer;
    }

    /** Notes the handlers that report, once per site. */
    final Finding react(PropertyDefinition definition, int[] handlers, int site, Finding found) {
        for (int handler : handlers) {
            int key = site * definition.handlers.length + handler;
            if (definition.handlers[handler].reports && !contains(reported, key)) {
                reported = with(reported, key);
                found = new Finding(handler, site, found);
            }
        }
        return found;
    }
}
