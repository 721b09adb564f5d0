package rrv.runtime;

/** Thrown at the violating event under {@code rrv.onViolation=throw}. */
public final class ViolationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Violation violation;

    ViolationException(Violation violation) {
        super(violation.toString());
        this.violation = violation;
    }

    public Violation violation() {
        return violation;
    }
}
