package rrv.runtime;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An audited property with Java code (docs/runtime-protocol.md, "Audit"): two monitors, each with slices and
 * bodies of its own. The full one takes all events and reports, the residual one those whose points were
 * kept. A report of a removed event ends the program at once; otherwise the two must have found as many
 * slices at each place when the program ends. Java code runs without a lock, so that threads that use one
 * object at the same time may make the two see events in different orders.
 */
final class AuditBodyMonitor extends PropertyMonitor {
    private final PropertyMonitor full;
    private final PropertyMonitor residual;
    /**
     * By site and handler: slices that the full monitor has found more than the residual one; guarded by
     * itself.
     */
    private final Map<Integer, Integer> more = new LinkedHashMap<Integer, Integer>();

    /** Both are {@link TakesAdvice}. */
    AuditBodyMonitor(PropertyDefinition definition, PropertyMonitor full, PropertyMonitor residual) {
        super(definition);
        this.full = full;
        this.residual = residual;
    }

    @Override
    public void advice(int event, Object[] arguments, int site) {
        if (Guard.inside()) {
            return;
        }
        Finding found = ((TakesAdvice) full).takeAdvice(event, arguments, site);
        boolean isKept = (event & 1) == 0;
        if (isKept) {
            compare(found, ((TakesAdvice) residual).takeAdvice(event, arguments, site));
        } else if (found != null) {
            Reporter.auditFailed(failure(site) + ": a removed event is reported" + AuditMonitor.NOT_MODELLED);
        }
        deliver(found);
    }

    private void compare(Finding found, Finding left) {
        if (found == null && left == null) {
            return;
        }
        synchronized (more) {
            for (Finding one = found; one != null; one = one.next) {
                count(one, 1);
            }
            for (Finding one = left; one != null; one = one.next) {
                count(one, -1);
            }
        }
    }

    private void count(Finding found, int by) {
        int key = siteKey(found.site, found.handler);
        Integer before = more.get(key);
        more.put(key, (before == null ? 0 : before) + by);
    }

    /** What the two monitors have found differently; null if nothing. */
    String difference() {
        synchronized (more) {
            for (Map.Entry<Integer, Integer> entry : more.entrySet()) {
                int difference = entry.getValue();
                if (difference != 0) {
                    return failure(entry.getKey() / (definition.handlers.length + 1)) + ": the "
                            + (difference > 0 ? "full" : "residual") + " monitor reports " + Math.abs(difference)
                            + " more of its slices than the " + (difference > 0 ? "residual" : "full") + " one"
                            + AuditMonitor.NOT_MODELLED;
                }
            }
        }
        return null;
    }

    private String failure(int site) {
        return "audit FAILED: " + definition.name + " at " + Reporter.site(site).place();
    }

    @Override
    public void event(int event, int site) {
        advice(event, new Object[0], site);
    }

    @Override
    public void event(int event, Object a, int site) {
        tell(event, site, a);
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        tell(event, site, a, b);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
        tell(event, site, a, b, c);
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
        tell(event, site, a, b, c, d);
    }

    /** An event whose unit has no further arguments to hand over. */
    private void tell(int event, int site, Object... values) {
        Object[] arguments = new Object[definition.events[event].argumentOf.length];
        System.arraycopy(values, 0, arguments, 0, Math.min(values.length, arguments.length));
        advice(event, arguments, site);
    }

    @Override
    void addCounts(long[] events) {
        full.addAllCounts(events);
    }

    @Override
    void clean() {
        full.clean();
        residual.clean();
    }

    @Override
    long created() {
        return full.created();
    }

    @Override
    long collected() {
        return full.collected();
    }
}
