package rrv.runtime;

/** A monitor that hands back what it finds: one of a property with Java code, or a side of an audit. */
interface TakesAdvice {
    /** {@link PropertyMonitor#advice}, but what was found is handed back instead of reported. */
    Finding takeAdvice(int event, Object[] arguments, int site);
}
