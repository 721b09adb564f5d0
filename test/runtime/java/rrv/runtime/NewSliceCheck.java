package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random properties with Java code whose slices take some of the events only once they have begun: a monitor that is told so does what
 * one does that asks a new slice each time. Arguments: first seed, number of properties.
 */
public final class NewSliceCheck {
    private static final int STEPS = 40;
    private static final List<String> FOUND = new ArrayList<String>();
    private static long asked;

    private NewSliceCheck() {
    }

    private static final class Body extends SliceBody {
        private final boolean[] onlyBegun;
        private boolean begun;

        Body(boolean[] onlyBegun) {
            this.onlyBegun = onlyBegun;
        }

        @Override
        protected boolean event(int event, Object[] arguments) {
            if (onlyBegun[event] && !begun) {
                return false;
            }
            begun = true;
            return true;
        }

        @Override
        protected boolean condition(int event, Object[] arguments) {
            asked++;
            return !onlyBegun[event] || begun;
        }
    }

    public static void main(String[] args) {
        long firstSeed = Long.parseLong(args[0]);
        int properties = Integer.parseInt(args[1]);
        Registry.register(new LineUnit());
        Monitoring.addListener(violation -> FOUND.add(violation.line + " " + violation.category));
        long reports = 0;
        for (int index = 0; index < properties; index++) {
            reports += check(firstSeed + index, RandomProperty.SHAPES[index % RandomProperty.SHAPES.length]);
        }
        System.out.println("reports=" + reports + " asked=" + asked);
    }

    private static long check(long seed, String shape) {
        Random random = new Random(seed);
        String text = RandomProperty.text(random, shape);
        Automaton automaton = new Automaton(PropertyDefinition.parse(text).properties.get(0));
        boolean[] onlyBegun = new boolean[automaton.eventCount];
        StringBuilder conditions = new StringBuilder();
        for (int event = 0; event < onlyBegun.length; event++) {
            onlyBegun[event] = !automaton.starts[event] && random.nextInt(3) != 0;
            conditions.append(onlyBegun[event] ? "condition\t" + event + "\tasked\n" : "");
        }
        String withConditions = text.replace("automaton\t", conditions + "automaton\t");
        PropertyMonitor[] monitors = {monitor(withConditions, onlyBegun), monitor(withConditions.replace("asked", "refused"), onlyBegun)};
        PropertyDefinition definition = monitors[0].definition;
        Object[] pool = new Object[1 + random.nextInt(3)];
        long reports = 0;
        for (int step = 0; step < STEPS; step++) {
            int event = random.nextInt(onlyBegun.length);
            Object[] arguments = new Object[definition.events[event].binds.length];
            for (int position = 0; position < arguments.length; position++) {
                int slot = random.nextInt(pool.length);
                if (pool[slot] == null || random.nextInt(12) == 0) {
                    pool[slot] = new Object();
                }
                arguments[position] = definition.byValue[definition.events[event].binds[position]] ? (Object) slot : pool[slot];
            }
            int site = random.nextInt(4);
            String[] results = new String[monitors.length];
            for (int index = 0; index < monitors.length; index++) {
                FOUND.clear();
                ModelCheck.callUnlessPassing(monitors[index], definition, event, arguments, site);
                Collections.sort(FOUND);
                long[] counts = new long[onlyBegun.length];
                monitors[index].addCounts(counts);
                results[index] = FOUND + " " + Arrays.toString(counts) + " created " + monitors[index].created();
                reports += FOUND.size();
            }
            if (!results[0].equals(results[1])) {
                System.out.println("seed " + seed + " step " + step + ": asked " + results[0] + ", not asked " + results[1] + "\n" + withConditions);
                return reports;
            }
        }
        return reports;
    }

    private static PropertyMonitor monitor(String text, boolean[] onlyBegun) {
        PropertyDefinition definition = PropertyDefinition.parse(text).properties.get(0);
        return new BodyMonitor(definition, new Automaton(definition), () -> new Body(onlyBegun), new MonitoredObjects());
    }
}
