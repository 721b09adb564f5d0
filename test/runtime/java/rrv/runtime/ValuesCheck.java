package rrv.runtime;

/**
 * Each event binds a number that no other one does, and its condition refuses it: where it would make a slice, and where it
 * would not, as something has happened before that the slice would have missed. Prints how many numbers are still known.
 */
public final class ValuesCheck {
    private static final String TEXT = "rrv-unit\t1\nversion\t0\nanalysis\tnone\nproperty\tP\terror\n"
            + "parameter\ta\tobject\nparameter\tx\tvalue\nparameter\tb\tobject\n"
            + "event\tstart\t0\tcreation\t0\t0\nevent\tmark\t1\t-\t2\t0\nevent\tjoin\t2\t-\t0,1,2\t0,1,2\nevent\tuse\t3\t-\t0\t0\ncondition\t2\tasked\n"
            + "automaton\t5\t4\t0\nrow\t1\t0\t0\t0\nrow\t1\t4\t2\t1\nrow\t2\t2\t2\t3\nrow\t4\t4\t4\t4\nrow\t4\t4\t4\t4\n"
            + "category\t3\tmatch\nhandler\tmatch\treport\t-\t-\tm\ncode\tx\nend\n";
    private static final int START = 0;
    private static final int MARK = 1;
    private static final int JOIN = 2;
    private static final int SITE = 1;
    private static final int EVENTS = 10000;

    private ValuesCheck() {
    }

    public static void main(String[] args) {
        PropertyDefinition definition = PropertyDefinition.parse(TEXT).properties.get(0);
        print("made", new BodyMonitor(definition, new Automaton(definition), ValuesCheck::refusing, new MonitoredObjects()), false);
        print("missed", new BodyMonitor(definition, new Automaton(definition), ValuesCheck::refusing, new MonitoredObjects()), true);
    }

    /** Each join. */
    private static SliceBody refusing() {
        return new SliceBody() {
            @Override
            protected boolean event(int event, Object[] arguments) {
                return event != JOIN;
            }

            @Override
            protected boolean condition(int event, Object[] arguments) {
                return event != JOIN;
            }
        };
    }

    private static void print(String name, BodyMonitor monitor, boolean isMarked) {
        Object a = new Object();
        Object b = new Object();
        tell(monitor, START, a);
        if (isMarked) {
            tell(monitor, MARK, b);
        }
        for (int event = 0; event < EVENTS; event++) {
            tell(monitor, JOIN, a, Integer.MAX_VALUE - event, b);
        }
        System.out.println(name + ": " + monitor.values.size() + " values, " + monitor.records.size + " records, " + monitor.created() + " slice");
    }

    private static void tell(BodyMonitor monitor, int event, Object... arguments) {
        monitor.advice(event, arguments, SITE);
    }
}
