package rrv.runtime;

/**
 * Properties of one object with Java code in which every event binds it: what {@link BodyMonitor} does,
 * without its lock and its records. A slice is a row beside the object's entry, and its body the link there.
 * Java code runs without a lock: between what is found and what is written other threads may have moved the
 * slice.
 */
final class OneBodyMonitor extends StripedMonitor implements TakesAdvice {
    private final Units.BodySource bodies;
    private final Automaton automaton;
    private final ObjectStripe[] stripes;
    private final SlicePart[] parts = new SlicePart[MonitoredObjects.STRIPES];
    private final BoundClasses classes = new BoundClasses();

    static boolean fits(PropertyDefinition definition, Automaton automaton) {
        return OneParameterMonitor.bindOneObject(definition, automaton);
    }

    OneBodyMonitor(PropertyDefinition definition, Automaton automaton, Units.BodySource bodies, MonitoredObjects objects) {
        super(definition, automaton, objects);
        this.bodies = bodies;
        this.automaton = automaton;
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
    public boolean passesBy(int event, Object a) {
        try {
            return !starts[event] && !Shared.is(a) && isUnknown(Identity.maskNull(a));
        } catch (Throwable error) {
            Stopped.passOn(error);
            return false;
        }
    }

    private boolean isUnknown(Object object) {
        if (!classes.contains(object)) {
            return true;
        }
        int hash = Identity.hash(object);
        return !parts[hash >>> SHIFT].mayKnow(hash);
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
        deliver(takeAdvice(event, arguments, site));
    }

    @Override
    public Finding takeAdvice(int event, Object[] arguments, int site) {
        Object value = arguments[definition.events[event].argumentOf[0]];
        if (Guard.inside() || isShared(event, value)) {
            return null;
        }
        try {
            return take(event, Identity.maskNull(value), arguments, site);
        } catch (Throwable error) {
            lost(error);
            return null;
        }
    }

    @Outlined
    private Finding take(int event, Object object, Object[] arguments, int site) {
        int hash = Identity.hash(object);
        ObjectStripe stripe = stripes[hash >>> SHIFT];
        SlicePart part = parts[hash >>> SHIFT];
        if (!starts[event] && !part.mayKnow(hash)) {
            return null;
        }
        SliceBody body = null;
        synchronized (stripe) {
            int position = stripe.positionOf(object, hash);
            int row = part.rows.get(position);
            if (row == deadRow || row == 0 && !starts[event]) {
                return null;
            }
            if (row != 0) {
                body = (SliceBody) part.links.get(position);
            }
        }
        BodyCall call = new BodyCall(this, site, -1);
        if (!call.accepts(body, bodies, event, arguments)) {
            return null;
        }
        body = call.body;
        Finding found = null;
        int[] handlers;
        synchronized (stripe) {
            part.counts[event]++;
            int position = stripe.positionOf(object, hash);
            int row = part.rows.get(position);
            if (row == 0) {
                position = start(part, position, object, hash, body, automaton.startsAlive(event) || call.findings != null);
                row = part.rows.get(position);
            }
            if (row == deadRow) {
                return null;
            }
            // The code has run before the slice takes the event.
            int from = call.reset ? automaton.initial : transitions.state(row);
            handlers = automaton.actions[automaton.action(from, event)];
            for (Finding reported = call.findings; reported != null; reported = reported.next) {
                found = note(part, position, site, -1, reported.message, found);
            }
            boolean java = false;
            for (int handler : handlers) {
                java |= definition.handlers[handler].java;
                if (!definition.handlers[handler].java && definition.handlers[handler].reports) {
                    found = note(part, position, site, handler, null, found);
                }
            }
            part.rows.set(position, transitions.row(automaton.target(from, event)));
            if (!java) {
                endUnlessAlive(part, position);
                return found;
            }
            // Its handlers may still reset it: it is looked at again after they ran.
            body = (SliceBody) part.links.get(position);
        }
        for (int handler : handlers) {
            if (definition.handlers[handler].java) {
                found = handle(handler, body, object, hash, arguments, site, found);
            }
        }
        synchronized (stripe) {
            endUnlessAlive(part, stripe.positionOf(object, hash));
        }
        return found;
    }

    /** The position of a new slice, which is a dead one when it can never report. */
    private int start(SlicePart part, int known, Object object, int hash, SliceBody body, boolean alive) {
        int position = part.enter(object, hash, known);
        if (!alive) {
            part.rows.set(position, deadRow);
            return position;
        }
        // All memory first: a slice without its body would run the code of each event on a new one.
        part.rows.own(position);
        part.links.set(position, body);
        part.rows.set(position, transitions.initialRow);
        part.created++;
        return position;
    }

    private Finding note(SlicePart part, int position, int site, int handler, String message, Finding found) {
        try {
            return part.firstAt(position, siteKey(site, handler)) ? new Finding(handler, site, message, found) : found;
        } catch (Throwable error) {
            // The report is lost, and not the event: its code has run.
            lost(error);
            return found;
        }
    }

    /** Runs a Java handler of the slice, without a lock. */
    private Finding handle(int handler, SliceBody body, Object object, int hash, Object[] arguments, int site, Finding found) {
        BodyCall call = new BodyCall(this, site, handler, new Object[] {Identity.unmaskNull(object)});
        call.handle(body, arguments);
        ObjectStripe stripe = stripes[hash >>> SHIFT];
        SlicePart part = parts[hash >>> SHIFT];
        synchronized (stripe) {
            int position = stripe.positionOf(object, hash);
            int row = part.rows.get(position);
            if (row == 0) {
                return found;
            }
            if (call.reset && row != deadRow) {
                part.rows.set(position, transitions.initialRow);
            }
            boolean reports = definition.handlers[handler].reports || call.findings != null;
            String message = call.findings == null ? null : call.findings.message;
            return reports ? note(part, position, site, handler, message, found) : found;
        }
    }

    private void endUnlessAlive(SlicePart part, int position) {
        int row = part.rows.get(position);
        if (row != 0 && row != deadRow && !automaton.alive(transitions.state(row), 0)) {
            part.rows.set(position, deadRow);
            part.links.set(position, null);
            part.collected++;
        }
    }

    @Override
    public void event(int event, Object a, int site) {
        Object[] arguments = new Object[definition.events[event].argumentOf.length];
        arguments[0] = a;
        advice(event, arguments, site);
    }
}
