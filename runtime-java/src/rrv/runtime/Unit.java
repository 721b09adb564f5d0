package rrv.runtime;

/**
 * What the generated class of one instrumented archive tells the runtime. The class is named
 * {@code rrv/unit/u<hash>/Events}; see docs/runtime-protocol.md. Its class initialiser calls
 * {@link Registry#register(Unit)}.
 */
public abstract class Unit {
    protected Unit() {
    }

    /**
     * The text form of all properties of this unit (docs/runtime-protocol.md). The parts are concatenated:
     * a string constant of a class file holds at most 65,535 bytes.
     */
    protected abstract String[] definition();

    /** Names the run of rrv that made this unit; null in units of before there was such a name. */
    protected String run() {
        return null;
    }

    /** Whether no property has an event in the archive: it only sees to it that there is a report. */
    protected boolean isIdle() {
        return false;
    }

    /** {@code class\tmethod\tdescriptor\tpc\tfile\tline} of a site of this unit; read only when reporting. */
    protected abstract String site(int index);

    /**
     * A new body for a slice of the property with this index, or null when the property has no Java code.
     * Called without any lock held.
     */
    protected SliceBody newBody(int property) {
        return null;
    }

    /** The classes of the bodies, which asking for them loads. */
    protected Class<?>[] bodyClasses() {
        return new Class<?>[0];
    }

    /**
     * Names of classes of the unit's own class loader that are plain collections ({@link PlainCollections}).
     */
    protected String[] plainCollections() {
        return new String[0];
    }

    /** Questions of {@link OwnCollections}, each with a tab and the name of such a class. */
    protected String[] ownCollections() {
        return new String[0];
    }

    /**
     * Produces the events that the property with this index has at the end of the program,
     * {@code endProgram()}.
     */
    protected void endProgram(int property) {
    }
}
