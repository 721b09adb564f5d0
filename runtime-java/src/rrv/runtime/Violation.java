package rrv.runtime;

/** One violation: a slice of a property ran into a handler at a site. Immutable. */
public final class Violation {
    private static final String UNKNOWN = "?";

    public final String property;
    public final String severity;
    public final String category;
    public final String message;
    /** Dotted class name, method name, descriptor; file is null and line -1 when unknown. */
    public final String className;
    public final String method;
    public final String descriptor;
    public final int pc;
    public final String file;
    public final int line;

    Violation(String property, String severity, String category, String message, String[] site) {
        this.property = property;
        this.severity = severity;
        this.category = category;
        this.message = message;
        this.className = part(site, 0, UNKNOWN).replace('/', '.');
        this.method = part(site, 1, UNKNOWN);
        this.descriptor = part(site, 2, "");
        this.pc = number(part(site, 3, "-1"));
        String name = part(site, 4, "");
        this.file = name.isEmpty() ? null : name;
        this.line = number(part(site, 5, "-1"));
    }

    boolean hasPlace() {
        return !className.equals(UNKNOWN);
    }

    /** The violation as objects of java.base: {@link #of} makes it again. */
    Object[] parts() {
        String[] site = {className, method, descriptor, String.valueOf(pc), file == null ? "" : file, String.valueOf(line)};
        return new Object[] {property, severity, category, message, site};
    }

    static Violation of(Object[] parts) {
        return new Violation((String) parts[0], (String) parts[1], (String) parts[2], (String) parts[3], (String[]) parts[4]);
    }

    private static String part(String[] parts, int index, String otherwise) {
        return index < parts.length ? parts[index] : otherwise;
    }

    private static int number(String text) {
        try {
            return text.isEmpty() ? -1 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** {@code a.b.C.m(C.java:42)}, as a stack trace prints it. */
    public String place() {
        String where = file == null ? "Unknown Source" : line < 0 ? file : file + ":" + line;
        return className + "." + method + "(" + where + ")";
    }

    @Override
    public String toString() {
        return property + " " + severity + " at " + place() + ": " + message;
    }
}
