package rrv.runtime;

/** The answer to {@link Registry#register(Unit)}. */
public final class Registration {
    private final PropertyMonitor[] monitors;

    /** Add this to the unit's own site numbers when calling {@link PropertyMonitor} methods. */
    public final int base;

    Registration(PropertyMonitor[] monitors, int base) {
        this.monitors = monitors;
        this.base = base;
    }

    /**
     * The monitor of the unit's property with this index, never null: when the unit cannot be monitored
     * (another protocol version, a malformed definition) it is a monitor that does nothing.
     */
    public PropertyMonitor monitor(int property) {
        return property < monitors.length ? monitors[property] : InactiveMonitor.INSTANCE;
    }
}
