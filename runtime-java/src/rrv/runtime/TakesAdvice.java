package rrv.runtime;

/** A monitor for properties with Java code. */
interface TakesAdvice {
    /** {@link PropertyMonitor#advice}, but what was found is handed back instead of reported. */
    Finding takeAdvice(int event, Object[] arguments, int site);
}
