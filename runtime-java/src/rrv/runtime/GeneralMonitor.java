package rrv.runtime;

/**
 * Parametric trace slicing for any property of zero to four parameters: exact, with one lock per property.
 * {@link OneParameterMonitor} and {@link OwnedMonitor} do the common shapes faster.
 *
 * <p>One record per binding that matters. A slice that does not exist yet is derived, when an event makes
 * it necessary, from the largest smaller slice, if nothing that the smaller one did not see happened since
 * that one started (Algorithm D of Chen, Meredith, Jin and Rosu, ASE 2009, on states instead of words; the
 * proof is in docs/runtime-protocol.md).
 */
class GeneralMonitor extends JoinCheck {
    /** Of the events that were taken with the lock held; written with it. */
    volatile long clock;
    final long[] counts;
    /** Per event: domains of slices that it may extend, and of those that it moves. */
    final int[][] joinedDomains;
    final int[][] movedDomains;
    /** By parameter: of what starting events have bound to it, where all of them bind it; otherwise null. */
    private BoundClasses[] classes;
    /**
     * By event, one bit for each set of its one or two objects: if no slice or record has these, nothing
     * happens but that the event is noted beside its objects; none for events of which that is never known
     * without the lock.
     */
    private int[] apart;
    /** The same: if no slice or record has these, a later join need not know about the event either. */
    private final int[] unnoted;
    /** The same: then nothing at all is left to do. */
    private final int[] idle;
    private final UnfinishedEvent unfinished = new UnfinishedEvent();
    /** What `classes` and `apart` are while there is an unfinished event, which may make any slice: nothing is left out. */
    private final BoundClasses[] anyClasses;
    private final int[] neverApart;
    /** What they are otherwise. */
    private final BoundClasses[] knownClasses;
    private final int[] knownApart;

    GeneralMonitor(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects) {
        super(definition, automaton, objects);
        counts = new long[automaton.eventCount];
        joinedDomains = new int[automaton.eventCount][];
        movedDomains = new int[automaton.eventCount][];
        int formed = automaton.formedDomains();
        for (int event = 0; event < automaton.eventCount; event++) {
            joinedDomains[event] = members(automaton.enabled[event]);
            int moved = 0;
            for (int domain = 0; domain <= automaton.full; domain++) {
                if ((automaton.masks[event] & ~domain) == 0) {
                    moved |= formed & 1 << domain;
                }
            }
            movedDomains[event] = members(moved);
        }
        int always = automaton.full;
        for (int event = 0; event < automaton.eventCount; event++) {
            always &= automaton.starts[event] ? automaton.masks[event] : automaton.full;
        }
        classes = new BoundClasses[definition.parameters.length];
        for (int parameter = 0; parameter < classes.length; parameter++) {
            classes[parameter] = (always >>> parameter & 1) != 0 ? new BoundClasses() : null;
        }
        knownClasses = classes;
        anyClasses = new BoundClasses[classes.length];
        apart = new int[automaton.eventCount];
        knownApart = apart;
        neverApart = new int[automaton.eventCount];
        unnoted = new int[automaton.eventCount];
        idle = new int[automaton.eventCount];
        for (int event = 0; event < apart.length; event++) {
            if (!automaton.starts[event] && (!automaton.stamped[event] || stamps[event] != null)) {
                // Slices with all of its objects are not there; nor may there be one that the event extends.
                apart[event] = unknownIn(event, joinedDomains[event]);
                // A join asks what happened since slices that it comes from; one that lacks objects of the
                // event may have none of them.
                int lacking = 0;
                for (int domain : members(formed)) {
                    lacking |= (automaton.masks[event] & ~domain) == 0 ? 0 : 1 << domain;
                }
                unnoted[event] = automaton.stamped[event] ? unknownIn(event, members(lacking)) : -1;
                // Of a condition that no new slice meets there is nothing to know.
                idle[event] = definition.events[event].refusedByNew ? apart[event] : apart[event] & unnoted[event];
            }
        }
    }

    /**
     * One bit for each set of the event's one or two objects without which there is no slice of these
     * domains.
     */
    private int unknownIn(int event, int[] domains) {
        int[] binds = definition.events[event].binds;
        if (binds.length == 0 || binds.length > 2) {
            return 0;
        }
        int result = 0;
        for (int unknown = 1; unknown < 1 << binds.length; unknown++) {
            int positions = 0;
            for (int index = 0; index < binds.length; index++) {
                if (definition.byValue[binds[index]]) {
                    return 0;
                }
                positions |= (unknown >>> index & 1) << binds[index];
            }
            boolean none = true;
            for (int domain : domains) {
                none &= (domain & positions) != 0;
            }
            result |= none ? 1 << unknown : 0;
        }
        return result;
    }

    @Override
    public void event(int event, int site) {
        step(event, null, null, null, null, site);
    }

    @Override
    public void event(int event, Object a, int site) {
        step(event, a, null, null, null, site);
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        step(event, a, b, null, null, site);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
        step(event, a, b, c, null, site);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
        step(event, a, b, c, d, site);
    }

    @Override
    public void eventIfBound(int event, Object a, int site) {
        if (definition.code || automaton.starts[event] || someAlive && mayBeBound(event, 0, a) && !passesBy(event, a)) {
            event(event, a, site);
        }
    }

    @Override
    public void eventIfBound(int event, Object a, Object b, int site) {
        if (definition.code || automaton.starts[event]
                || someAlive && mayBeBound(event, 0, a) && mayBeBound(event, 1, b) && !passesBy(event, a, b)) {
            event(event, a, b, site);
        }
    }

    /** `index`: of a value among those that the event binds. */
    private boolean mayBeBound(int event, int index, Object value) {
        BoundClasses bound = classes[definition.events[event].binds[index]];
        return bound == null || bound.contains(value);
    }

    private void noteStart(int event, int index, Object value) {
        int[] binds = definition.events[event].binds;
        if (index < binds.length && classes[binds[index]] != null) {
            classes[binds[index]].add(Identity.maskNull(value));
        }
    }

    /**
     * True for an event on an object that no slice or record has, if it changes nothing; what a later join
     * has to know is noted. Needs no lock.
     */
    @Override
    public boolean passesBy(int event, Object a) {
        try {
            return passesBy(event, unknown(event, a), a, null);
        } catch (Throwable error) {
            Stopped.passOn(error);
            return false;
        }
    }

    @Override
    public boolean passesBy(int event, Object a, Object b) {
        try {
            return passesBy(event, unknown(event, a, b), a, b);
        } catch (Throwable error) {
            Stopped.passOn(error);
            return false;
        }
    }

    private boolean passesBy(int event, int unknown, Object a, Object b) {
        return (idle[event] >>> unknown & 1) != 0
                || isBeside(event, unknown) && leavesNothingToDo(event, unknown, a, b);
    }

    /** Whether that holds once an event that a later join may ask for is noted. */
    boolean leavesNothingToDo(int event, int unknown, Object a, Object b) {
        return !isNoted(event, unknown) || note(event, a, b);
    }

    /** 1 when no slice or record has the object, so that the event may change nothing; otherwise 0. */
    final int unknown(int event, Object a) {
        if (apart[event] == 0 || Shared.is(a) || Guard.inside()) {
            return 0;
        }
        return !someAlive || isUnknown(event, 0, a) ? 1 : 0;
    }

    /** The set of those of two objects that no slice or record has: 1 and 2. */
    final int unknown(int event, Object a, Object b) {
        if (apart[event] == 0 || Shared.is(a) || Shared.is(b) || Guard.inside()) {
            return 0;
        }
        return someAlive ? (isUnknown(event, 0, a) ? 1 : 0) | (isUnknown(event, 1, b) ? 2 : 0) : 3;
    }

    /** Whether the event changes nothing where these of its objects are unknown. */
    final boolean isBeside(int event, int unknown) {
        return (apart[event] >>> unknown & 1) != 0;
    }

    /** Whether a later join may have to know that such an event happened. */
    final boolean isNoted(int event, int unknown) {
        return someAlive && (unnoted[event] >>> unknown & 1) == 0;
    }

    /** `index`: of an object among those that the event binds. */
    private boolean isUnknown(int event, int index, Object object) {
        Object referent = Identity.maskNull(object);
        return !recordClasses[definition.events[event].binds[index]].contains(referent) || !keys.mayHave(Identity.hash(referent));
    }

    /**
     * Notes that such an event happened; false when there is no room, or when another thread has made a slice
     * meanwhile that the event may change: that one does not know it.
     */
    @Outlined
    final boolean note(int event, Object a, Object b) {
        try {
            // Later than what happened with the lock held so far, earlier than what will.
            return noteBesideObjects(event, clock + 1, a, b) && isBeside(event, unknownOf(event, a, b));
        } catch (Throwable error) {
            lost(error);
            return true;
        }
    }

    /** As `unknown`; the event binds one object or two. */
    final int unknownOf(int event, Object a, Object b) {
        return definition.events[event].binds.length == 1 ? unknown(event, a) : unknown(event, a, b);
    }

    @Outlined
    void step(int event, Object a, Object b, Object c, Object d, int site) {
        Finding found = stepped(event, a, b, c, d, site);
        if (found != null) {
            deliver(found);
        }
    }

    /** What the event finds. */
    final Finding stepped(int event, Object a, Object b, Object c, Object d, int site) {
        if (Guard.inside() || isShared(event, a) || isShared(event, b) || isShared(event, c) || isShared(event, d)) {
            return null;
        }
        Finding found = null;
        try {
            int ofEvent = threadOfEvent();
            synchronized (lock) {
                try {
                    if (unfinished.isThere()) {
                        finish();
                    }
                    thread = ofEvent;
                    counts[event]++;
                    takeOrKeep(event, a, b, c, d, site, ++clock);
                } finally {
                    found = findings;
                    findings = null;
                    dropEmptied();
                }
            }
        } catch (Throwable error) {
            lost(error);
        }
        return found;
    }

    /** The number of this thread, where slices keep their events. Called without the lock: see {@link ThreadIds}. */
    int threadOfEvent() {
        return Units.SETTINGS.history > 0 ? ThreadIds.current() : 0;
    }

    /** What is not taken, as there is no memory or no stack for it, is kept for later, which takes neither: so no call here. */
    private void takeOrKeep(int event, Object a, Object b, Object c, Object d, int site, long now) {
        try {
            take(event, a, b, c, d, site, now);
        } catch (Throwable error) {
            unfinished.event = event;
            unfinished.a = a;
            unfinished.b = b;
            unfinished.c = c;
            unfinished.d = d;
            unfinished.site = site;
            unfinished.time = now;
            unfinished.thread = thread;
            classes = anyClasses;
            apart = neverApart;
            someAlive = true;
            throw error;
        }
    }

    /** Takes the unfinished event to its end. Where that fails once more, the next one tries again, but for what will never end. */
    private void finish() {
        thread = unfinished.thread;
        try {
            // Where there was no memory, what is gone makes room in the tables. This takes none.
            keys.sweepAll();
            dropEmptied();
            take(unfinished.event, unfinished.a, unfinished.b, unfinished.c, unfinished.d, unfinished.site, unfinished.time);
            lost.decrementAndGet();
        } catch (RuntimeException | LinkageError error) {
            forget();
            throw error;
        }
        forget();
        for (Finding finding = findings; finding != null; finding = finding.next) {
            finding.isLate = true;
        }
    }

    private void forget() {
        unfinished.clear();
        classes = knownClasses;
        apart = knownApart;
        someAlive = created != collected;
    }

    /**
     * One event of a property without Java code. What of it has been taken at this time is not taken again: a slice is
     * marked as formed or moved when there is nothing left that needs memory.
     */
    final void take(int event, Object a, Object b, Object c, Object d, int site, long now) {
        int mask = automaton.masks[event];
        int missing = bind(mask, a, b, c, d, false);
        boolean starts = automaton.starts[event];
        for (int domain : joinedDomains[event]) {
            if ((domain & missing) == 0) {
                RecordList by = shortest(domain & mask, domain);
                for (int i = by.firstOpen(), end = by.size; i < end; i++) {
                    BindingRecord smaller = by.get(i);
                    if (smaller.mask != domain || smaller.state < 0 || !agrees(smaller, domain & mask)) {
                        continue;
                    }
                    int cell = automaton.cell(smaller.state, event);
                    int next = cell >>> Automaton.ACTION_BITS;
                    int action = cell & Automaton.ACTION_MASK;
                    if (!automaton.alive(next, 0) && action == 0) {
                        continue;
                    }
                    if (missing != 0) {
                        bind(mask, a, b, c, d, true);
                        missing = 0;
                    }
                    askForStamps(event, now, a, b, c, d);
                    BindingRecord joined = joinable(smaller, mask);
                    if (joined != null) {
                        joined.continues(smaller);
                        joined.formedAt = now;
                        form(joined, event, cell, site);
                        joined.moved = now;
                    }
                }
            }
        }
        if (missing == 0) {
            for (int domain : movedDomains[event]) {
                moveAll(shortest(mask, domain), event, now, site);
            }
        }
        if (starts) {
            noteStart(event, 0, a);
            noteStart(event, 1, b);
            noteStart(event, 2, c);
            noteStart(event, 3, d);
            if (missing != 0) {
                bind(mask, a, b, c, d, true);
                missing = 0;
            }
            BindingRecord exact = exact(mask);
            if (exact == null) {
                exact = add(mask, bound[0], bound[1], bound[2], bound[3]);
            }
            if (exact.start == Long.MAX_VALUE) {
                boolean fresh = !startedBelow(mask);
                int cell = automaton.cell(automaton.initial, event);
                if (fresh && (automaton.alive(cell >>> Automaton.ACTION_BITS, 0) || (cell & Automaton.ACTION_MASK) != 0)) {
                    exact.formedAt = now;
                    form(exact, event, cell, site);
                    exact.moved = now;
                }
                exact.start = now;
            }
        }
        if (isStamped(event)) {
            stamp(event, mask, missing, now, a, b, c, d);
        }
    }

    /** The event makes a slice of a record. */
    void form(BindingRecord record, int event, int cell, int site) {
        noteTransition(record, event, cell, site);
        startMonitor(record);
        change(record, cell);
    }

    /** The event moves those slices of a list that bind what it binds. */
    void moveAll(RecordList by, int event, long now, int site) {
        int mask = automaton.masks[event];
        for (int i = by.firstOpen(), end = by.size; i < end; i++) {
            BindingRecord record = by.get(i);
            if (record.state >= 0 && record.moved != now && agrees(record, mask)) {
                move(record, event, automaton.cell(record.state, event), site);
                record.moved = now;
            }
        }
    }

    /** The event moves a slice. */
    void move(BindingRecord record, int event, int cell, int site) {
        if (cell != record.state << Automaton.ACTION_BITS) {
            enter(record, event, cell, site);
        }
    }

    @Override
    long ended() {
        return automaton.ended();
    }

    @Override
    void addCounts(long[] events) {
        synchronized (lock) {
            for (int event = 0; event < counts.length; event++) {
                events[event] += counts[event];
            }
        }
    }
}
