package rrv.runtime;

/**
 * Properties of one object in which every event binds it. A slice is a number beside the object's entry, or in
 * the object ({@link SliceHolder}).
 */
final class OneParameterMonitor extends StripedMonitor {
    private final ObjectStripe[] stripes;
    private final SlicePart[] parts = new SlicePart[MonitoredObjects.STRIPES];
    private final BoundClasses classes = new BoundClasses();

    static boolean fits(PropertyDefinition definition, Automaton automaton) {
        return !definition.code && bindOneObject(definition, automaton);
    }

    /** Whether there is one parameter, an object, and every event binds it. */
    static boolean bindOneObject(PropertyDefinition definition, Automaton automaton) {
        if (automaton.parameterCount != 1 || definition.byValue[0]) {
            return false;
        }
        for (int mask : automaton.masks) {
            if (mask != 1) {
                return false;
            }
        }
        return true;
    }

    OneParameterMonitor(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects) {
        super(definition, automaton, objects);
        stripes = objects.others;
        for (int index = 0; index < parts.length; index++) {
            parts[index] = new SlicePart(stripes[index], transitions, classes);
        }
    }

    @Override
    StripePart[][] parts() {
        return new StripePart[][] {parts};
    }

    @Override
    public void event(int event, Object a, int site) {
        tell(event, a, site, true);
    }

    @Override
    public void eventIfBound(int event, Object a, int site) {
        if (starts[event] || classes.contains(a)) {
            tell(event, a, site, starts[event]);
        }
    }

    /** A slice that another thread begins at this moment may as well begin behind both events. */
    @Override
    public boolean cancelOut(int first, int second, Object a) {
        return !classes.contains(a) || leaves(first, second, a);
    }

    @Outlined
    private boolean leaves(int first, int second, Object a) {
        try {
            int row = rowOf(a);
            if (row == 0) {
                return true;
            }
            // The first one reports nothing in any state, and from the end no other state is reached.
            return cells[(cells[row + first] >>> 1) + second] == row << 1;
        } catch (Throwable error) {
            Stopped.passOn(error);
            return false;
        }
    }

    /** 0 where the object has no slice. */
    private int rowOf(Object a) {
        HeldSlice held = HeldSlice.in(a);
        if (held != null) {
            synchronized (parts[held.stripe].stripe) {
                if (held.mayBeOf(a)) {
                    HeldSlice slice = held.of(this);
                    return slice == null ? 0 : slice.row;
                }
            }
        }
        Object object = Identity.maskNull(a);
        int hash = Identity.hash(object);
        ObjectStripe stripe = stripes[hash >>> SHIFT];
        SlicePart part = parts[hash >>> SHIFT];
        if (!part.mayKnow(hash)) {
            return 0;
        }
        synchronized (stripe) {
            return part.rows.get(stripe.positionOf(object, hash));
        }
    }

    /** `always`: also when there is no slice of the object. */
    @Outlined
    private void tell(int event, Object a, int site, boolean always) {
        if (Guard.inside() || isShared(event, a)) {
            return;
        }
        Finding found = null;
        try {
            HeldSlice held = HeldSlice.in(a);
            found = held == null ? inTable(event, a, site, always) : inObject(held, event, a, site, always);
        } catch (Throwable error) {
            lost(error);
        }
        if (found != null) {
            deliver(found);
        }
    }

    private Finding inObject(HeldSlice held, int event, Object object, int site, boolean always) {
        SlicePart part = parts[held.stripe];
        synchronized (part.stripe) {
            if (held.mayBeOf(object)) {
                HeldSlice slice = held.of(this);
                int row = slice == null ? 0 : slice.row;
                if (row == 0 && !always) {
                    return null;
                }
                part.counts[event]++;
                int cell = cells[row + event];
                if ((cell & 1) == 0) {
                    if (cell >>> 1 != row) {
                        slice.row = cell >>> 1;
                    }
                    return null;
                }
                if (row == 0) {
                    classes.add(object);
                    slice = held.begin(this, object);
                    if (!transitions.automaton.startsAlive(event)) {
                        slice.row = deadRow;
                        return null;
                    }
                    // The monitor does not keep it, and does not see it go.
                    part.created++;
                    part.collected++;
                    row = transitions.initialRow;
                    cell = cells[row + event];
                }
                slice.row = cell >>> 1;
                return (cell & 1) == 0 ? null : reactHeld(slice, row, event, site);
            }
        }
        return inTable(event, object, site, always);
    }

    private Finding reactHeld(HeldSlice slice, int row, int event, int site) {
        Finding found = null;
        for (int handler : transitions.handlers(row, event)) {
            if (definition.handlers[handler].reports && slice.firstAt(siteKey(site, handler))) {
                found = new Finding(handler, site, found);
            }
        }
        return found;
    }

    private Finding inTable(int event, Object a, int site, boolean always) {
        Object object = Identity.maskNull(a);
        int hash = Identity.hash(object);
        ObjectStripe stripe = stripes[hash >>> SHIFT];
        SlicePart part = parts[hash >>> SHIFT];
        if (!always && !part.mayKnow(hash)) {
            return null;
        }
        synchronized (stripe) {
            int position = stripe.positionOf(object, hash);
            int[] rows = part.rows.piece(position);
            int at = position & Column.MASK;
            int row = rows[at];
            if (row == 0 && !always) {
                return null;
            }
            part.counts[event]++;
            int cell = cells[row + event];
            if ((cell & 1) != 0) {
                return row == 0 ? start(part, position, object, hash, event, site)
                        : move(part, position, row, event, site);
            }
            if (cell >>> 1 != row) {
                rows[at] = cell >>> 1;
            }
            return null;
        }
    }

    @Outlined
    private Finding start(SlicePart part, int known, Object object, int hash, int event, int site) {
        int position = part.enter(object, hash, known);
        if (transitions.automaton.startsAlive(event)) {
            part.created++;
            return move(part, position, transitions.initialRow, event, site);
        }
        part.rows.set(position, deadRow);
        return null;
    }

    private Finding move(SlicePart part, int position, int row, int event, int site) {
        int cell = cells[row + event];
        part.rows.set(position, cell >>> 1);
        if ((cell & 1) == 0) {
            return null;
        }
        if (cell >>> 1 == deadRow) {
            part.collected++;
        }
        return react(part, position, null, row, event, site, null);
    }
}
