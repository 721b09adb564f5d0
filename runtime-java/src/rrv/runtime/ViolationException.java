package rrv.runtime;

/** Thrown at the violating event under {@code rrv.onViolation=throw}. */
public final class ViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Violation violation;

    ViolationException(Violation violation) {
        super(violation.toString());
        this.violation = violation;
    }

    /** Of a violation that another copy of the runtime found. */
    ViolationException(String text) {
        super(text);
        this.violation = null;
    }

    /**
     * Null when the monitors are those of another copy of the runtime (docs/runtime-protocol.md, "Several
     * copies").
     */
    public Violation violation() {
        return violation;
    }
}
