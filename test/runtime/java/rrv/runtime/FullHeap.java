package rrv.runtime;

/**
 * The general monitor's table of records is to grow, and there is no memory for that; then all objects in it die, and the program takes
 * what they leave, but for a few pieces. Prints how many events are lost when the next one has come: what is gone makes room for both.
 */
public final class FullHeap {
    private static final String TEXT = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\nparameter\ta\tobject\n"
            + "event\tmake\t0\tcreation\t0\t0\nevent\tuse\t1\t-\t0\t0\nautomaton\t3\t2\t0\nrow\t1\t0\nrow\t1\t2\nrow\t2\t2\n"
            + "category\t2\tmatch\nhandler\tmatch\treport\t-\t-\tm\nend\n";
    private static final int MAKE = 0;
    private static final int SITE = 1;
    private static final int MOST_OBJECTS = 1 << 20;
    private static final int PIECE = 1 << 14;
    private static final int PIECES_LEFT = 8;

    private FullHeap() {
    }

    public static void main(String[] args) {
        Registry.register(new LineUnit());
        PropertyDefinition definition = PropertyDefinition.parse(TEXT).properties.get(0);
        GeneralMonitor monitor = new GeneralMonitor(definition, new Automaton(definition), new MonitoredObjects());
        Object[] alive = new Object[MOST_OBJECTS];
        byte[][] taken = new byte[PIECE][];
        for (int count = 0; monitor.lost.get() == 0; count++) {
            alive[count] = new Object();
            monitor.event(MAKE, alive[count], SITE);
        }
        long lost = monitor.lost.get();
        alive = null;
        try {
            for (int index = 0; index < taken.length; index++) {
                taken[index] = new byte[PIECE];
            }
        } catch (OutOfMemoryError error) {
            for (int index = 0; index < PIECES_LEFT; index++) {
                taken[index] = null;
            }
        }
        monitor.event(MAKE, new Object(), SITE);
        long lostThen = monitor.lost.get();
        boolean isFull = taken[PIECES_LEFT] != null && taken[taken.length - 1] == null;
        taken = null;
        System.out.println((isFull ? "full" : "not full") + ", lost " + lost + ", then " + lostThen);
    }
}
