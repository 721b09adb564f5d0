package rrv.runtime;

/** One of the two monitors of an audit of a property without Java code, whose states are too many for a product of both. */
final class AuditedSide extends GeneralMonitor implements TakesAdvice {
    AuditedSide(PropertyDefinition definition, Automaton automaton, MonitoredObjects objects) {
        super(definition, automaton, objects);
    }

    @Override
    public Finding takeAdvice(int event, Object[] arguments, int site) {
        Object[] bound = new Object[4];
        int[] positions = definition.events[event].argumentOf;
        for (int at = 0; at < positions.length; at++) {
            bound[at] = arguments[positions[at]];
        }
        return stepped(event, bound[0], bound[1], bound[2], bound[3], site);
    }
}
