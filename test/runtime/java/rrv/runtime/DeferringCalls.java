package rrv.runtime;

/**
 * Tells events to a monitor as woven code does that defers slices (docs/soundness.md, theorem 5): an object in a place may be a leaf whose slice
 * waits. Places are those of the trace's objects. What objects no slice has had is left out, as such code does.
 */
final class DeferringCalls {
    final OwnedMonitor monitor;
    private final Object[] slices;
    long left;
    /** Slices that waited for an owner without an entry. */
    long awaited;

    DeferringCalls(OwnedMonitor monitor, int places) {
        this.monitor = monitor;
        slices = new Object[places];
    }

    /** Another object is in this place now. `isOver`: woven code says so, as it does unless a method fails. */
    void forget(int place, boolean isOver) {
        if (isOver) {
            DeferredSlice.end(slices[place]);
        }
        slices[place] = null;
    }

    /** `places`: of the values; -1 for null. `newPlace`: that of an object that was never used before, -1 for none. */
    void tell(int event, Object[] values, int[] places, int newPlace, int site) {
        if (values.length == 1) {
            Object slice = places[0] < 0 ? null : slices[places[0]];
            if (DeferredSlice.isDeferred(slice, values[0])) {
                left++;
            } else {
                ModelCheck.callIfBound(monitor, event, values, site);
            }
            return;
        }
        // Woven code has no such points; the slice has to be as if it had begun at once.
        for (int k = 0; k < values.length; k++) {
            DeferredSlice slice = places[k] < 0 ? null : (DeferredSlice) slices[places[k]];
            if (slice != null && slice != DeferredSlice.NONE && slice.seen >= 0) {
                if (slice.awaits != null) {
                    monitor.root(slice.awaits, true);
                }
                if (monitor.deferral.begin(slice, values[k])) {
                    // It waited for the entry that its owner has got.
                    monitor.deferral.begin(slice, values[k]);
                }
            }
            if (slice != null) {
                slices[places[k]] = null;
            }
        }
        for (int k = 0; k < values.length; k++) {
            // As of what a call has returned: the monitor knows whether that is a leaf.
            if (values.length == 2 && places[k] == newPlace && newPlace >= 0 && places[1 - k] != newPlace) {
                DeferredSlice slice = (DeferredSlice) monitor.begin(null, k == 1, event, values[0], values[1], site);
                awaited += slice != null && slice.awaits != null ? 1 : 0;
                slices[newPlace] = slice;
                return;
            }
        }
        ModelCheck.callIfBound(monitor, event, values, site);
    }
}
