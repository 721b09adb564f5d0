package rrv.runtime;

/**
 * Properties like (collection, iterator) and (map, collection, iterator): see {@link Roles}. An update of the
 * collection costs the same however many iterators it has, and nothing leads from the collection to its
 * iterators, so there is no list to clean. An event of an iterator of many collections passes over those that had no
 * event since the last one, where it changes nothing. Each role has a striped table; an event holds one lock at a time,
 * but for joins of three parameters, and where a leaf has many owners.
 */
final class OwnedMonitor extends OwnerTables {
    final int leafBit;
    private final ObjectStripe[] leafStripes;
    final LeafPart[] leaves;
    final int[] kind;
    final boolean[] late;
    private final boolean rootIsFirst;
    private final boolean ownerIsFirst;
    final Deferral deferral;
    /** Whether slices may be {@link OpenSlices}. */
    final boolean returns;
    /** By event of the leaf: see {@link Transitions#idleStates}. Null where slices of long lists are not passed over. */
    private final long[] idle;
    private final UnfinishedJoin unfinished = new UnfinishedJoin();
    /**
     * Whether that has found no memory. Read without its lock, too: only for who knows of that join it has to come before
     * the next event.
     */
    private boolean isBehind;

    static boolean fits(Automaton automaton) {
        return (automaton.stateCount + 2) * automaton.eventCount <= LeafPart.ROW_MASK;
    }

    OwnedMonitor(PropertyDefinition definition, Automaton automaton, Roles roles, MonitoredObjects objects) {
        super(definition, automaton, roles, objects);
        kind = roles.kind;
        late = automaton.late;
        rootIsFirst = three && roles.root < roles.middle;
        ownerIsFirst = (three ? roles.middle : roles.root) < roles.leaf;
        leafBit = 1 << roles.leaf;
        returns = roles.returns(transitions);
        idle = three || automaton.stateCount > Long.SIZE ? null : transitions.idleStates();
        deferral = new Deferral(this);
        leafStripes = objects.others;
        leaves = new LeafPart[leafStripes.length];
        for (int index = 0; index < leaves.length; index++) {
            leaves[index] = new LeafPart(leafStripes[index], this);
        }
    }

    @Override
    StripePart[][] parts() {
        return new StripePart[][] {roots, middles, leaves};
    }

    @Override
    public void event(int event, Object a, int site) {
        tell(event, a, site, true);
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        tell(event, a, b, site, true);
    }

    /** An event of one object starts no slice. */
    @Override
    public void eventIfBound(int event, Object a, int site) {
        if (classes[kind[event]].contains(a) || isBehind) {
            tell(event, a, site, false);
        }
    }

    /** With three parameters, a join extends slices of its middle object. */
    @Override
    public void eventIfBound(int event, Object a, Object b, int site) {
        boolean extendsPairs = three && kind[event] == Roles.JOIN;
        if (!extendsPairs || classes[Roles.MIDDLE].contains(ownerIsFirst ? a : b) || isBehind) {
            tell(event, a, b, site, !extendsPairs);
        }
    }

    /** `always`: also when there is no slice of the object. */
    @Outlined
    private void tell(int event, Object a, int site, boolean always) {
        if (Guard.inside() || isShared(event, a) || isBehind && !catchesUp()) {
            return;
        }
        Finding found = null;
        try {
            Object object = Identity.maskNull(a);
            if (kind[event] == Roles.LEAF) {
                found = leafEvent(event, object, site, always);
            } else {
                ownerEvent(kind[event] == Roles.ROOT, event, object, always);
            }
        } catch (Throwable error) {
            lost(error);
        }
        if (found != null) {
            deliver(found);
        }
    }

    /** `always`: also when there is no pair of a join's middle object. */
    @Outlined
    private void tell(int event, Object a, Object b, int site, boolean always) {
        if (Guard.inside() || isShared(event, a) || isShared(event, b) || isBehind && !catchesUp()) {
            return;
        }
        Finding found = null;
        try {
            Object first = Identity.maskNull(a);
            Object second = Identity.maskNull(b);
            if (kind[event] == Roles.PAIR) {
                found = pair(event, rootIsFirst ? first : second, rootIsFirst ? second : first, site);
            } else if (three) {
                found = joinPairs(event, ownerIsFirst ? first : second, ownerIsFirst ? second : first, site, always);
            } else {
                found = join(event, ownerIsFirst ? first : second, ownerIsFirst ? second : first, site);
            }
        } catch (Throwable error) {
            lost(error);
            synchronized (unfinished) {
                found = unfinished.takeFound();
            }
        }
        if (found != null) {
            deliver(found);
        }
    }

    private Finding leafEvent(int event, Object object, int site, boolean always) {
        int hash = Identity.hash(object);
        ObjectStripe stripe = leafStripes[hash >>> SHIFT];
        LeafPart part = leaves[hash >>> SHIFT];
        // In this order: another thread may be giving an open slice its entry.
        if (!always && !part.open.any() && !part.mayKnow(hash)) {
            return null;
        }
        for (;;) {
            KeyNode root;
            synchronized (stripe) {
                int acting = part.open.acting(object, event);
                if (acting < 0) {
                    return leafEvent(part, event, object, hash, site, always);
                }
                root = part.open.root(acting);
            }
            settle(part, root, object, hash);
        }
    }

    /** Where it only changes the state of open slices. */
    private Finding leafEvent(LeafPart part, int event, Object object, int hash, int site, boolean always) {
        boolean moved = part.open.move(object, event);
        int position = part.stripe.positionOf(object, hash);
        long state = part.state(position);
        if (state != 0 || always || moved) {
            part.counts[event]++;
        }
        if (state >= 0) {
            return state == 0 ? null : step(part, position, state, event, site);
        }
        Finding found = null;
        int length = 0;
        LeafNode head = (LeafNode) part.links.get(position);
        for (LeafNode leaf = head; leaf != null; leaf = leaf.next) {
            if (++length > LONG_CHAIN && idle != null) {
                LongChain chain = part.chainOf(head);
                if (chain != null) {
                    return rest(part, chain, leaf, event, site, found);
                }
            }
            found = step(part, leaf, event, site, found);
        }
        return found;
    }

    /** The slices from this one on, of a leaf with many, take an event. */
    private Finding rest(LeafPart part, LongChain chain, LeafNode from, int event, int site, Finding before) {
        // Before the owners are looked at.
        long events = watched.atRest();
        LeafNode passed = chain.passed(watched, idle[event]);
        Finding found = before;
        for (LeafNode leaf = from; leaf != passed; leaf = leaf.next) {
            watch(leaf.owner);
            found = step(part, leaf, event, site, found);
            chain.has(transitions.bit(leaf.row));
        }
        chain.rest(from, events);
        return found;
    }

    /** An open slice gets an entry, unless another thread was faster. */
    private void settle(LeafPart part, KeyNode key, Object leaf, int hash) {
        Object root = key.get();
        OwnerNode owner = root == null ? new OwnerNode(key) : root(root, true);
        synchronized (part.stripe) {
            int place = part.open.placeOf(key);
            if (place >= 0) {
                int row = part.open.row(place);
                int position = part.stripe.positionOf(leaf, hash);
                if (part.state(position) == 0) {
                    part.begin(part.enter(leaf, hash, position), owner, owner.currentVersion(), row);
                } else {
                    part.beginAnother(position, owner, owner.currentVersion(), row);
                }
                part.created++;
                part.open.removeAt(place);
            }
        }
    }

    @Override
    @Outlined
    public Object begin(OwnCollections known, boolean isFirst, int event, Object a, Object b, int site) {
        // What was made has to be the leaf.
        if (kind[event] == Roles.JOIN && isFirst == ownerIsFirst && !Guard.inside()) {
            try {
                DeferredSlice slice = deferral.sliceOf(known, event, ownerIsFirst ? a : b, ownerIsFirst ? b : a);
                if (slice != null) {
                    return slice;
                }
            } catch (Throwable error) {
                lost(error);
                return null;
            }
        }
        eventIfBound(event, a, b, site);
        return null;
    }

    /** Two parameters: the event binds both, and may start their slice. */
    private Finding join(int event, Object root, Object object, int site) {
        int hash = Identity.hash(object);
        LeafPart part = leaves[hash >>> SHIFT];
        for (;;) {
            if (returns && joinOpen(part, event, root, object, hash)) {
                return null;
            }
            OwnerNode owner = root(root, starts[event]);
            synchronized (leafStripes[hash >>> SHIFT]) {
                if (part.open.find(root, object) >= 0) {
                    // Another thread has begun the slice meanwhile, and has found a place.
                    continue;
                }
                part.counts[event]++;
                if (owner == null) {
                    return null;
                }
                int row = starts[event] ? transitions.initialRow : 0;
                return joinSlice(part, owner, object, hash, row, event, site);
            }
        }
    }

    /**
     * Whether the event is taken: an open slice took it, or began with it, or there is no slice. If not, the slice
     * has an entry, or is to begin with one.
     */
    private boolean joinOpen(LeafPart part, int event, Object root, Object object, int hash) {
        KeyNode acting;
        synchronized (part.stripe) {
            int place = part.open.find(root, object);
            if (place < 0) {
                boolean hasEntry = part.mayKnow(hash) && part.state(part.stripe.positionOf(object, hash)) != 0;
                if (hasEntry || starts[event] && !begin(part, event, root, object)) {
                    return false;
                }
            }
            if (place < 0 || !part.open.acts(place, event)) {
                part.counts[event]++;
                if (place >= 0) {
                    part.open.moveAt(place, event);
                }
                return true;
            }
            acting = part.open.root(place);
        }
        settle(part, acting, object, hash);
        return false;
    }

    private boolean begin(LeafPart part, int event, Object root, Object object) {
        classes[Roles.LEAF].add(object);
        return part.open.begin(root, object, event);
    }

    /**
     * Three parameters: the event binds middle and leaf, and extends the slices of root and middle: with the locks of both,
     * so that no event of either comes after it for one slice and before it for another.
     */
    private Finding joinPairs(int event, Object middle, Object object, int site, boolean always) {
        int middleHash = Identity.hash(middle);
        OwnerPart middlePart = middles[middleHash >>> SHIFT];
        if (!always && !middlePart.mayKnow(middleHash)) {
            return null;
        }
        int hash = Identity.hash(object);
        synchronized (leafStripes[hash >>> SHIFT]) {
            synchronized (middlePart.stripe) {
                OwnerNode node = middlePart.find(middle, middleHash);
                if (node != null || always) {
                    middlePart.counts[event]++;
                }
                if (node == null || node.pairs.length == 0) {
                    return null;
                }
                if (node.pairs.length == 1) {
                    return joinPair(middlePart, node.pairs[0], object, hash, event, site);
                }
            }
        }
        return joinSeveral(middlePart, middle, middleHash, object, event, site);
    }

    /** With the locks of the leaf and of the middle object. */
    private Finding joinPair(OwnerPart middlePart, PairNode pair, Object object, int hash, int event, int site) {
        catchUpPair(middlePart, pair);
        int from = pair.row == deadRow || late[event] ? 0 : pair.row;
        return joinSlice(leaves[hash >>> SHIFT], pair, object, hash, from, event, site);
    }

    /** All pairs take the join, those that find no memory before the next event. */
    private Finding joinSeveral(OwnerPart middlePart, Object middle, int middleHash, Object leaf, int event, int site) {
        synchronized (unfinished) {
            if (unfinished.pairs != null) {
                // Another thread's, which has failed meanwhile.
                unfinished.found = finishLate();
            }
            synchronized (leafStripes[Identity.hash(leaf) >>> SHIFT]) {
                synchronized (middlePart.stripe) {
                    OwnerNode node = middlePart.find(middle, middleHash);
                    unfinished.event = event;
                    unfinished.middle = middle;
                    unfinished.leaf = leaf;
                    unfinished.site = site;
                    unfinished.taken = 0;
                    unfinished.pairs = node.pairs;
                    return finish();
                }
            }
        }
    }

    /** Whether the join that others are behind with is taken to its end; where it is not, the event that asks is lost. */
    @Outlined
    private boolean catchesUp() {
        Finding found = null;
        try {
            synchronized (unfinished) {
                found = unfinished.pairs == null ? null : finishLate();
            }
        } catch (Throwable error) {
            lost(error);
            return false;
        }
        deliver(found);
        return true;
    }

    private Finding finishLate() {
        Finding found = finish();
        lost.decrementAndGet();
        for (Finding finding = found; finding != null; finding = finding.next) {
            finding.isLate = true;
        }
        return found;
    }

    /** Those pairs take the join that have not. Where that fails, the next event tries again, but for what will never end. */
    private Finding finish() {
        try {
            takeRest();
        } catch (RuntimeException | LinkageError error) {
            isBehind = false;
            unfinished.forget();
            throw error;
        } catch (Throwable error) {
            // No call: there may be no stack for it.
            isBehind = true;
            throw error;
        }
        isBehind = false;
        unfinished.forget();
        return unfinished.takeFound();
    }

    private void takeRest() {
        OwnerPart middlePart = middles[Identity.hash(unfinished.middle) >>> SHIFT];
        int hash = Identity.hash(unfinished.leaf);
        synchronized (leafStripes[hash >>> SHIFT]) {
            synchronized (middlePart.stripe) {
                while (unfinished.taken < unfinished.pairs.length) {
                    PairNode pair = unfinished.pairs[unfinished.taken];
                    Finding more = joinPair(middlePart, pair, unfinished.leaf, hash, unfinished.event, unfinished.site);
                    unfinished.taken++;
                    while (more != null) {
                        Finding rest = more.next;
                        more.next = unfinished.found;
                        unfinished.found = more;
                        more = rest;
                    }
                }
            }
        }
    }

    /**
     * The slice of the owner and the leaf takes the event; where there is none, one that comes from this row,
     * unless that is 0.
     */
    private Finding joinSlice(LeafPart part, OwnerNode owner, Object object, int hash, int from, int event, int site) {
        int position = part.stripe.positionOf(object, hash);
        long state = part.state(position);
        if (state > 0 && part.links.get(position) == owner) {
            return step(part, position, state, event, site);
        }
        LeafNode leaf = state < 0 ? part.sliceOf(position, owner) : null;
        if (leaf != null) {
            Finding found = step(part, leaf, event, site, null);
            LongChain chain = part.chainOf((LeafNode) part.links.get(position));
            if (chain != null) {
                chain.has(transitions.bit(leaf.row));
            }
            return found;
        }
        if (from == 0) {
            return null;
        }
        if (state == 0) {
            position = part.enter(object, hash, position);
        }
        // The owners' events once no event of the leaf is left out: one that was comes before this one, and so does what
        // its thread did to the owners before it.
        long version = owner.currentVersion();
        int row = three && version != ((PairNode) owner).seen ? lazyRow[from] : from;
        if (row == deadRow) {
            return null;
        }
        int cell = cells[row + event];
        if (state == 0) {
            part.begin(position, owner, version, cell >>> 1);
        } else {
            leaf = part.beginAnother(position, owner, version, cell >>> 1);
        }
        if (row == transitions.initialRow && starts[event] && !automaton.startsAlive(event)) {
            return null;
        }
        part.created++;
        return (cell & 1) != 0 ? act(part, position, leaf, row, event, site, null) : null;
    }

    /** The only slice of a leaf takes an event. */
    private Finding step(LeafPart part, int position, long state, int event, int site) {
        long version = ((OwnerNode) part.links.get(position)).currentVersion();
        int row = part.currentRow(state, version);
        int cell = cells[row + event];
        long after = version << LeafPart.ROW_BITS | cell >>> 1;
        if (after != state) {
            part.states.set(position, after);
        }
        return (cell & 1) != 0 ? act(part, position, null, row, event, site, null) : null;
    }

    private Finding step(LeafPart part, LeafNode leaf, int event, int site, Finding found) {
        int row = part.currentRow(leaf);
        int cell = cells[row + event];
        leaf.row = cell >>> 1;
        return (cell & 1) != 0 ? act(part, 0, leaf, row, event, site, found) : found;
    }

    /**
     * What a transition that is more than a change of state does, when the slice is already in the new one.
     */
    private Finding act(LeafPart part, int position, LeafNode leaf, int row, int event, int site, Finding found) {
        if (cells[row + event] >>> 1 == deadRow) {
            part.collected++;
        }
        return react(part, position, leaf, row, event, site, found);
    }

    /** Bits of the owners that are gone. */
    int goneOwners(OwnerNode owner) {
        if (owner instanceof PairNode) {
            PairNode pair = (PairNode) owner;
            return (pair.first.gone() ? rootBit : 0) | (pair.second.gone() ? middleBit : 0);
        }
        return owner.gone() ? rootBit : 0;
    }
}
