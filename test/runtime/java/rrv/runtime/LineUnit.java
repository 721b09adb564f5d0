package rrv.runtime;

/** A unit of the given definition whose sites are the lines of one method. */
final class LineUnit extends Unit {
    private static final String NO_PROPERTIES = "rrv-unit\t1\nversion\t0\nanalysis\tnone\n";

    private final String text;

    /** For monitors that are made without it. */
    LineUnit() {
        this(NO_PROPERTIES);
    }

    LineUnit(String text) {
        this.text = text;
    }

    @Override
    protected String[] definition() {
        return new String[] {text};
    }

    @Override
    protected String site(int index) {
        return "Main\tm\t()V\t0\tMain.java\t" + index;
    }
}
