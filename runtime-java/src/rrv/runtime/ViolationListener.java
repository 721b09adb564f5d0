package rrv.runtime;

/**
 * For programs that embed the monitors: called in the violating thread, with no lock of the runtime held,
 * once per violating slice and site. Events caused by the listener itself are ignored; what it throws is
 * dropped.
 */
public interface ViolationListener {
    void violation(Violation violation);
}
