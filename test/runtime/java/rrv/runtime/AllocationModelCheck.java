package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random properties and traces in which one event finds no memory, at each of its allocations once ({@link Schedule#allocate}, in
 * classes of schedule-weaver.ts): what is reported must be what is reported where the event is taken, or where it never came. Only
 * reports at the event itself may be lost. Arguments: way (see {@link Way}), first seed, number of properties. Prints how many
 * allocations failed, or what is wrong.
 */
public final class AllocationModelCheck {
    /** Which monitors. */
    private enum Way {
        FASTEST, GENERAL, CODE, GENERAL_CODE, AUDIT
    }

    private static final int EVENTS = 14;
    private static final int OBJECTS = 2;
    private static final int MOST_PARAMETERS = 4;
    private static final int MOST_ALLOCATIONS = 200;

    private static final Map<String, Integer> FOUND = new HashMap<String, Integer>();

    private final Way way;
    private final PropertyDefinition definition;
    /** By event: its definition and, by parameter, its objects. */
    private final int[][] trace = new int[EVENTS][];

    private AllocationModelCheck(Way way, String text, Random random) {
        this.way = way;
        definition = PropertyDefinition.parse(text).properties.get(0);
        for (int index = 0; index < EVENTS; index++) {
            int[] told = new int[1 + MOST_PARAMETERS];
            told[0] = random.nextInt(definition.events.length);
            for (int parameter = 0; parameter < MOST_PARAMETERS; parameter++) {
                told[1 + parameter] = random.nextInt(3) == 0 ? random.nextInt(OBJECTS) : 0;
            }
            trace[index] = told;
        }
    }

    public static void main(String[] args) {
        Way way = Way.valueOf(args[0]);
        long seed = Long.parseLong(args[1]);
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> FOUND.merge(violation.line + " " + violation.category, 1, Integer::sum));
        Map<String, Integer> engines = new HashMap<String, Integer>();
        int failures = 0;
        int shown = 0;
        int properties = Integer.parseInt(args[2]);
        for (int index = 0; index < properties && shown == 0; index++) {
            Random random = new Random(seed + index);
            AllocationModelCheck check = new AllocationModelCheck(way,
                    RandomProperty.text(random, RandomProperty.SHAPES[index % RandomProperty.SHAPES.length]), random);
            Map<String, Integer> taken = check.reports(-1, 0);
            for (int event = 0; event < EVENTS; event++) {
                Map<String, Integer> leftOut = check.reports(event, -1);
                for (int allocation = 1; allocation < MOST_ALLOCATIONS; allocation++) {
                    Map<String, Integer> found = check.reports(event, allocation);
                    if (!hasFailed) {
                        break;
                    }
                    failures++;
                    if (shown == 0 && !found.equals(taken) && !found.equals(leftOut) && !without(event, found).equals(without(event, taken))) {
                        shown++;
                        System.out.println("WRONG seed " + (seed + index) + " " + check.monitor().getClass().getSimpleName() + " event "
                                + event + " allocation " + allocation + ": " + found + ", taken " + taken + ", left out " + leftOut
                                + where + check.shown());
                    }
                }
            }
            engines.merge(check.monitor().getClass().getSimpleName(), 1, Integer::sum);
        }
        System.out.println((shown == 0 ? "properties=" : "FAILED properties=") + properties + " failures=" + failures + " " + engines);
    }

    private static boolean hasFailed;
    /** The frames of what found no memory, for people. */
    private static String where;

    private PropertyMonitor monitor() {
        Automaton automaton = new Automaton(definition);
        MonitoredObjects objects = new MonitoredObjects();
        switch (way) {
            case GENERAL:
                return new GeneralMonitor(definition, automaton, objects);
            case AUDIT:
                return new AuditMonitor(definition, automaton, objects, 1);
            case CODE:
                return OneBodyMonitor.fits(definition, automaton)
                        ? new OneBodyMonitor(definition, automaton, AllocationModelCheck::newBody, objects)
                        : new BodyMonitor(definition, automaton, AllocationModelCheck::newBody, objects);
            case GENERAL_CODE:
                return new BodyMonitor(definition, automaton, AllocationModelCheck::newBody, objects);
            default:
                return Monitors.create(definition, null, null, objects);
        }
    }

    private static SliceBody newBody() {
        return new SliceBody() {
        };
    }

    /** `allocation`: of this event, which finds no memory; -1 leaves the event out. */
    private Map<String, Integer> reports(int event, int allocation) {
        PropertyMonitor monitor = monitor();
        Object[][] pool = new Object[MOST_PARAMETERS][OBJECTS];
        for (Object[] objects : pool) {
            for (int index = 0; index < OBJECTS; index++) {
                objects[index] = new Object();
            }
        }
        FOUND.clear();
        hasFailed = false;
        Schedule.allocated = () -> {
            hasFailed = true;
            where = Arrays.toString(new Throwable().getStackTrace());
        };
        for (int index = 0; index < EVENTS; index++) {
            if (index == event && allocation < 0) {
                continue;
            }
            int[] binds = definition.events[trace[index][0]].binds;
            List<Object> arguments = new ArrayList<Object>();
            for (int parameter : binds) {
                arguments.add(definition.byValue[parameter] ? (Object) trace[index][1 + parameter] : pool[parameter][trace[index][1 + parameter]]);
            }
            Schedule.failing = index == event ? allocation : 0;
            if (way == Way.CODE || way == Way.GENERAL_CODE) {
                monitor.advice(trace[index][0], arguments.toArray(), index);
            } else {
                ModelCheck.call(monitor, trace[index][0], arguments.toArray(), index);
            }
            Schedule.failing = 0;
        }
        return new HashMap<String, Integer>(FOUND);
    }

    /** What is reported at other events: a report that finds no memory is lost. */
    private static Map<String, Integer> without(int event, Map<String, Integer> all) {
        Map<String, Integer> result = new HashMap<String, Integer>(all);
        result.keySet().removeIf(key -> key.startsWith(event + " "));
        return result;
    }

    private String shown() {
        StringBuilder text = new StringBuilder();
        for (int[] told : trace) {
            text.append("\n    ").append(definition.events[told[0]].name).append('<');
            for (int parameter : definition.events[told[0]].binds) {
                text.append(parameter).append(':').append(told[1 + parameter]).append(' ');
            }
            text.append('>');
        }
        return text.append('\n').append(definition.text).toString();
    }
}
