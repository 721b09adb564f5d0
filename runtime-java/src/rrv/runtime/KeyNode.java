package rrv.runtime;

import java.lang.ref.WeakReference;

/** The one entry for an object in a {@link WeakTable}; subclasses hold what is known about it. */
class KeyNode extends WeakReference<Object> {
    KeyNode(Object object) {
        super(object);
    }
}
