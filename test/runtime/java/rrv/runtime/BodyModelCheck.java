package rrv.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Random properties with Java code that refuses a quarter of all events, for all slices alike: reports must be those of a brute-force
 * slicer which never sees the refused ones. Arguments: first seed, number of properties.
 */
public final class BodyModelCheck {
    private static final int STEPS = 40;
    private static final int SITES = 4;
    /** Primitive parameters have values from here on, objects the numbers from 1 on. */
    private static final int PRIMITIVES = 1_000_000;

    private static boolean accepts;
    private static final Map<String, Integer> FOUND = new HashMap<String, Integer>();

    private BodyModelCheck() {
    }

    public static void main(String[] args) {
        long firstSeed = Long.parseLong(args[0]);
        int properties = Integer.parseInt(args[1]);
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> FOUND.merge(violation.line + " " + violation.category, 1, Integer::sum));
        long reports = 0;
        for (int index = 0; index < properties; index++) {
            reports += check(firstSeed + index, RandomProperty.SHAPES[index % RandomProperty.SHAPES.length]);
        }
        System.out.println("reports=" + reports);
    }

    private static long check(long seed, String shape) {
        Random random = new Random(seed);
        String text = withConditions(RandomProperty.text(random, shape));
        PropertyDefinition definition = PropertyDefinition.parse(text).properties.get(0);
        PropertyMonitor monitor = new BodyMonitor(definition, new Automaton(definition), BodyModelCheck::newBody, new MonitoredObjects());
        BruteForceSlicer model = new BruteForceSlicer(definition);
        Object[] pool = new Object[1 + random.nextInt(3)];
        int[] ids = new int[pool.length];
        int nextId = 1;
        StringBuilder trace = new StringBuilder();
        long reports = 0;
        for (int step = 0; step < STEPS; step++) {
            int event = random.nextInt(definition.events.length);
            int[] binds = definition.events[event].binds;
            int[] values = new int[definition.parameters.length];
            Object[] arguments = new Object[binds.length];
            for (int position = 0; position < binds.length; position++) {
                int slot = random.nextInt(pool.length);
                if (definition.byValue[binds[position]]) {
                    values[binds[position]] = PRIMITIVES + slot;
                    arguments[position] = PRIMITIVES + slot;
                    continue;
                }
                if (pool[slot] == null || random.nextInt(12) == 0) {
                    pool[slot] = new Object();
                    ids[slot] = nextId++;
                }
                values[binds[position]] = ids[slot];
                arguments[position] = pool[slot];
            }
            int site = random.nextInt(SITES);
            accepts = random.nextInt(4) != 0;
            trace.append(event).append(Arrays.toString(values)).append(accepts ? "" : " refused").append('@').append(site).append(' ');
            FOUND.clear();
            ModelCheck.callUnlessPassing(monitor, definition, event, arguments, site);
            Map<String, Integer> expected = accepts ? model.event(event, values, site) : new HashMap<String, Integer>();
            if (!FOUND.equals(expected)) {
                System.out.println("seed " + seed + " " + shape + ": expected " + expected + ", found " + FOUND + "\n" + text + trace);
                return reports;
            }
            for (int count : expected.values()) {
                reports += count;
            }
        }
        return reports;
    }

    /** With a condition in Java for each event. */
    private static String withConditions(String text) {
        StringBuilder lines = new StringBuilder();
        for (int event = 0; event < PropertyDefinition.parse(text).properties.get(0).events.length; event++) {
            lines.append("condition\t").append(event).append("\tasked\n");
        }
        return text.replace("automaton\t", lines + "automaton\t");
    }

    private static SliceBody newBody() {
        return new SliceBody() {
            @Override
            protected boolean event(int event, Object[] arguments) {
                return accepts;
            }

            @Override
            protected boolean condition(int event, Object[] arguments) {
                return accepts;
            }
        };
    }
}
