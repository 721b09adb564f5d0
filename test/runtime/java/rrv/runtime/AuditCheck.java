package rrv.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Audited random properties and traces of two threads: an AuditMonitor that settles every list and one that settles none must fail
 * at the same event, with the same trace; where no event is late, at that of {@link BruteForceAudit}. Arguments: first seed, number of properties.
 */
public final class AuditCheck {
    /** At least so many steps of a trace. */
    private static final int KEPT = 32;

    /** All events again and again: so many that they do not fit the bits of a long. */
    private static final String MANY_TIMES = new String(new char[SettledSlices.MAX_EVENTS + 1]).replace("\0", "$1");

    private AuditCheck() {
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        ExecutorService other = Executors.newSingleThreadExecutor();
        long events = 0;
        int failures = 0;
        int known = 0;
        for (int run = 0; run < runs; run++) {
            final Random random = new Random(seed + run);
            String text = RandomProperty.text(random, RandomProperty.SHAPES[run % RandomProperty.SHAPES.length]);
            // Where the handler of the other category runs, the monitors disagree.
            text = text.replaceAll("(handler\tother\t\\S+\t\\S+\t)-", "$1java").replace("\nend\n", "\naudit\tconfined\nend\n");
            if (run % 50 == 0) {
                text = text.replaceAll("((?:event\t.*\n)+)", MANY_TIMES);
            }
            PropertyDefinition definition = PropertyDefinition.parse(text).properties.get(0);
            if (!definition.audit) {
                throw new AssertionError(text);
            }
            Automaton automaton = new Automaton(definition);
            final AuditMonitor settling = new AuditMonitor(definition, automaton, new MonitoredObjects(), 1);
            final AuditMonitor visiting = new AuditMonitor(definition, automaton, new MonitoredObjects(), Integer.MAX_VALUE);
            BruteForceAudit model = BruteForceAudit.knows(automaton) ? new BruteForceAudit(definition, automaton) : null;
            int objects = 1 + random.nextInt(4);
            Object[] pool = new Object[objects];
            int[] ids = new int[objects];
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
                int[] numbers = new int[4];
                for (int k = 0; k < definition.events[event].binds.length; k++) {
                    int slot = random.nextInt(objects);
                    if (pool[slot] == null || random.nextInt(40) == 0) {
                        pool[slot] = new Object();
                        made.add(pool[slot]);
                        ids[slot] = made.size();
                    }
                    values[k] = pool[slot];
                    numbers[definition.events[event].binds[k]] = ids[slot];
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
                boolean isElsewhere = random.nextInt(elsewhere) == 0;
                if (isElsewhere) {
                    other.submit(call).get();
                } else {
                    call.call();
                }
                events++;
                Set<String> traces = model == null ? null : model.failures(event, isElsewhere ? 2 : 1, numbers);
                if (traces != null && !(visiting.failure == null ? traces.isEmpty() : isOne(visiting.failure, traces))) {
                    System.out.println("DISAGREE seed " + (seed + run) + ": by definition " + traces + "\n" + visiting.failure + "\n"
                            + text + log);
                    System.exit(3);
                }
                if (settling.failure == null ? visiting.failure != null : !settling.failure.equals(visiting.failure)) {
                    System.out.println("DISAGREE seed " + (seed + run) + "\n" + settling.failure + "\n" + visiting.failure + "\n"
                            + text + log);
                    System.exit(3);
                }
            }
            known += model == null ? 0 : 1;
            failures += visiting.failure == null ? 0 : 1;
        }
        other.shutdown();
        System.out.println("events=" + events + " failures=" + failures + " of " + runs + ", known=" + known);
    }

    /** Whether an audit says that it failed with one of these traces; of long ones it keeps the end. */
    private static boolean isOne(String failure, Set<String> traces) {
        StringBuilder said = new StringBuilder();
        Matcher step = Pattern.compile("\n  (kept|removed) +(\\S+) at ").matcher(failure);
        while (step.find()) {
            said.append(step.group(1)).append(' ').append(step.group(2)).append('\n');
        }
        boolean result = false;
        for (String trace : traces) {
            result |= trace.contentEquals(said) || said.toString().split("\n").length >= KEPT && trace.endsWith("\n" + said);
        }
        return result;
    }

    /** As AuditMonitor.step, which would end the program. */
    static void take(AuditMonitor monitor, int event, Object[] values, int site) {
        synchronized (monitor.lock) {
            monitor.thread = ThreadIds.current();
            monitor.take(event, values[0], values[1], values[2], values[3], site, ++monitor.clock);
            monitor.findings = null;
            monitor.dropEmptied();
        }
    }
}
