package rrv.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Audited random properties and traces of two threads: an AuditMonitor that settles every list and one that settles none must fail
 * at the same event, with the same trace. Arguments: first seed, number of properties.
 */
public final class AuditCheck {
    private AuditCheck() {
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        ExecutorService other = Executors.newSingleThreadExecutor();
        long events = 0;
        int failures = 0;
        for (int run = 0; run < runs; run++) {
            final Random random = new Random(seed + run);
            String text = RandomProperty.text(random, RandomProperty.SHAPES[run % RandomProperty.SHAPES.length]);
            PropertyDefinition definition = PropertyDefinition.parse(text.replace("\nend\n", "\naudit\tconfined\nend\n")).properties.get(0);
            if (!definition.audit) {
                throw new AssertionError(text);
            }
            Automaton automaton = new Automaton(definition);
            final AuditMonitor settling = new AuditMonitor(definition, automaton, new MonitoredObjects(), 1);
            final AuditMonitor visiting = new AuditMonitor(definition, automaton, new MonitoredObjects(), Integer.MAX_VALUE);
            int objects = 1 + random.nextInt(4);
            Object[] pool = new Object[objects];
            // None dies during the run: a collection may fall between two calls.
            List<Object> made = new ArrayList<Object>();
            // Most events of one thread and of kept points, else nearly every run would end at once.
            int elsewhere = 2 + random.nextInt(60);
            int removed = 2 + random.nextInt(60);
            StringBuilder log = new StringBuilder();
            for (int step = 0; step < 200 && visiting.failure == null; step++) {
                int choice = random.nextInt(definition.events.length);
                final int event = random.nextInt(removed) == 0 ? choice : choice & ~1;
                final Object[] values = new Object[4];
                for (int k = 0; k < definition.events[event].binds.length; k++) {
                    int slot = random.nextInt(objects);
                    if (pool[slot] == null || random.nextInt(40) == 0) {
                        pool[slot] = new Object();
                        made.add(pool[slot]);
                    }
                    values[k] = pool[slot];
                }
                final int site = random.nextInt(4);
                log.append(event).append(' ');
                Callable<Void> call = new Callable<Void>() {
                    @Override
                    public Void call() {
                        take(settling, event, values, site);
                        take(visiting, event, values, site);
                        return null;
                    }
                };
                if (random.nextInt(elsewhere) == 0) {
                    other.submit(call).get();
                } else {
                    call.call();
                }
                events++;
                if (settling.failure == null ? visiting.failure != null : !settling.failure.equals(visiting.failure)) {
                    System.out.println("DISAGREE seed " + (seed + run) + "\n" + settling.failure + "\n" + visiting.failure + "\n"
                            + text + log);
                    System.exit(3);
                }
            }
            failures += visiting.failure == null ? 0 : 1;
        }
        other.shutdown();
        System.out.println("events=" + events + " failures=" + failures + " of " + runs);
    }

    /** As AuditMonitor.step, which would end the program. */
    static void take(AuditMonitor monitor, int event, Object[] values, int site) {
        synchronized (monitor.lock) {
            monitor.take(event, values[0], values[1], values[2], values[3], site);
            monitor.findings = null;
            monitor.dropEmptied();
        }
    }
}
