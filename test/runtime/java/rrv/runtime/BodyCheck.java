package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random properties of one object with Java code that refuses events, reports, resets and fails: the monitor for one object must do what
 * the general one does. Arguments: first seed, number of properties.
 */
public final class BodyCheck {
    private static final List<String> FOUND = new ArrayList<String>();

    private BodyCheck() {
    }

    /** What it does depends on the seed, on what it was called for, and on how often. */
    private static final class Body extends SliceBody {
        private final int seed;
        private int calls;

        Body(int seed) {
            this.seed = seed;
        }

        private int next(int what) {
            calls++;
            return new Random(seed * 31L + what * 1000003L + calls).nextInt(20);
        }

        @Override
        protected boolean event(int event, Object[] arguments) {
            int choice = next(event);
            if (choice == 0) {
                report("from event " + event + " in call " + calls);
            } else if (choice == 1) {
                reset();
            } else if (choice == 2) {
                throw new IllegalStateException();
            }
            return choice < 15;
        }

        @Override
        protected void handle(int handler, Object[] arguments) {
            int choice = next(-1 - handler);
            if (choice < 6) {
                report("from handler " + handler + " in call " + calls);
            } else if (choice < 12) {
                reset();
            } else if (choice == 12) {
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        Registry.register(new LineUnit());
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                FOUND.add(violation.line + " " + violation.category + " " + violation.message);
            }
        });
        long events = 0;
        long reports = 0;
        long passedBy = 0;
        for (int run = 0; run < runs; run++) {
            final Random random = new Random(seed + run);
            String text = RandomProperty.text(random, "one").replace("\nend\n", "\ncode\tx\nend\n");
            text = text.replace("\t-\tfound\n", random.nextBoolean() ? "\tjava\tfound\n" : "\t-\tfound\n")
                    .replace("\t-\tfound other\n", random.nextBoolean() ? "\tjava\tfound other\n" : "\t-\tfound other\n");
            final PropertyDefinition definition = PropertyDefinition.parse(text).properties.get(0);
            final int behaviour = random.nextInt();
            Units.BodySource bodies = new Units.BodySource() {
                @Override
                public SliceBody newBody() {
                    return new Body(behaviour);
                }
            };
            PropertyMonitor[] monitors = {Monitors.create(definition, bodies, "general", new MonitoredObjects()),
                Monitors.create(definition, bodies, null, new MonitoredObjects())};
            if (!(monitors[0] instanceof BodyMonitor) || !(monitors[1] instanceof OneBodyMonitor)) {
                throw new AssertionError(monitors[0].getClass() + " " + monitors[1].getClass());
            }
            Object[] pool = new Object[4];
            for (int place = 0; place < pool.length; place++) {
                pool[place] = new Object();
            }
            for (int step = 0; step < 60; step++) {
                int event = random.nextInt(definition.events.length);
                Object object = random.nextInt(20) == 0 ? null : pool[random.nextInt(pool.length)];
                int site = random.nextInt(3);
                String[] results = new String[monitors.length];
                for (int index = 0; index < monitors.length; index++) {
                    FOUND.clear();
                    if (!monitors[index].passesBy(event, object)) {
                        monitors[index].advice(event, new Object[] {object}, site);
                    } else {
                        passedBy++;
                    }
                    Collections.sort(FOUND);
                    results[index] = FOUND + state(monitors[index], definition);
                    reports += FOUND.size();
                }
                events++;
                if (!results[0].equals(results[1])) {
                    System.out.println("DISAGREE seed " + (seed + run) + " step " + step + ": " + results[0] + ", one object: " + results[1]
                            + "\n" + text);
                    return;
                }
            }
        }
        System.out.println("events=" + events + " reports=" + reports + " passed by=" + passedBy);
    }

    private static String state(PropertyMonitor monitor, PropertyDefinition definition) {
        long[] counts = new long[definition.events.length];
        monitor.addCounts(counts);
        return " " + Arrays.toString(counts) + " created " + monitor.created() + " collected " + monitor.collected() + " lost " + monitor.lost;
    }
}
