package rrv.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * What monitors of random properties hold about objects that are gone: half of the objects live to the end, the others are replaced
 * all the time, and three times as many of those must leave nothing more behind. And they must find the same, though they have lost what is
 * gone. Only properties whose slices can not report any more once one of their objects is gone. Arguments: first seed, number of properties.
 */
public final class LeftCheck {
    private static final int OBJECTS = 5;
    private static final int LIVING = 2;
    private static final int EVENTS = 400;
    /** Slices of living objects come late, lists keep a few dropped records, and a monitor the keys of its last event. */
    private static final int ROOM = 30;

    private static int found;

    private final Random random;
    private final PropertyDefinition definition;
    private final Automaton automaton;
    /** The monitors of the property, each with a table of its own. */
    private final PropertyMonitor[] monitors;
    private final MonitoredObjects[] tables;
    private final Object[] pool = new Object[OBJECTS];
    private int nextValue = OBJECTS;

    private LeftCheck(Random random, PropertyDefinition definition, Automaton automaton) {
        this.random = random;
        this.definition = definition;
        this.automaton = automaton;
        boolean isOne = OneBodyMonitor.fits(definition, automaton);
        tables = new MonitoredObjects[isOne ? 5 : 4];
        for (int index = 0; index < tables.length; index++) {
            tables[index] = new MonitoredObjects();
        }
        monitors = new PropertyMonitor[tables.length];
        monitors[0] = Monitors.create(definition, null, null, tables[0]);
        monitors[1] = Monitors.create(definition, null, "general", tables[1]);
        monitors[2] = new AuditMonitor(definition, automaton, tables[2], 1);
        monitors[3] = new BodyMonitor(definition, automaton, ModelCheck.ACCEPTING, tables[3]);
        if (isOne) {
            monitors[4] = new OneBodyMonitor(definition, automaton, ModelCheck.ACCEPTING, tables[4]);
        }
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int runs = Integer.parseInt(args[1]);
        Registry.register(new LineUnit());
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                found++;
            }
        });
        Map<String, Integer> checked = new TreeMap<String, Integer>();
        for (int run = 0; run < runs; run++) {
            Random random = new Random(seed + run);
            String shape = RandomProperty.SHAPES[run % RandomProperty.SHAPES.length];
            String text = RandomProperty.text(random, shape);
            PropertyDefinition definition = PropertyDefinition.parse(text).properties.get(0);
            Automaton automaton = new Automaton(definition);
            if (needsAllObjects(definition, automaton)) {
                LeftCheck check = new LeftCheck(random, definition, automaton);
                String wrong = check.run();
                if (wrong != null) {
                    System.out.println("seed " + (seed + run) + ", " + shape + ": " + wrong + "\n" + text);
                    System.exit(3);
                }
                String name = check.monitors[0].getClass().getSimpleName();
                checked.put(name, checked.containsKey(name) ? checked.get(name) + 1 : 1);
            }
        }
        System.out.println("checked=" + checked);
    }

    /** Whether a slice that has lost an object can not report, and each slice and each event that is noted has one. */
    private static boolean needsAllObjects(PropertyDefinition definition, Automaton automaton) {
        int objects = 0;
        for (int parameter = 0; parameter < definition.parameters.length; parameter++) {
            objects |= definition.byValue[parameter] ? 0 : 1 << parameter;
        }
        boolean result = true;
        for (int event = 0; event < automaton.eventCount; event++) {
            boolean isNoted = automaton.starts[event] || automaton.stamped[event];
            result &= (automaton.masks[event] & objects) != 0 || !isNoted;
        }
        for (int domain = 0; domain <= automaton.full; domain++) {
            for (int state = 0; state < automaton.stateCount; state++) {
                for (int parameter = 0; parameter < definition.parameters.length && automaton.reachable[domain][state]; parameter++) {
                    result &= ((domain & objects) >>> parameter & 1) == 0 || !automaton.alive(state, 1 << parameter);
                }
            }
        }
        return result && objects != 0;
    }

    private String run() throws Exception {
        int[] once = left();
        left();
        int[] again = left();
        for (int index = 0; index < monitors.length; index++) {
            if (again[index] > once[index] + ROOM) {
                return monitors[index].getClass().getSimpleName() + " held " + once[index] + ", then " + again[index];
            }
        }
        Arrays.fill(pool, null);
        int[] none = counts();
        for (int index = 0; index < monitors.length; index++) {
            if (none[index] > ROOM) {
                return monitors[index].getClass().getSimpleName() + " holds " + none[index] + " of nothing";
            }
        }
        return null;
    }

    /** After many events on objects of which only the first ones live. */
    private int[] left() throws Exception {
        for (int step = 0; step < EVENTS; step++) {
            int event = random.nextInt(definition.events.length);
            Object[] arguments = arguments(definition.events[event].binds);
            int site = random.nextInt(4);
            int expected = -1;
            for (PropertyMonitor monitor : monitors) {
                found = 0;
                ModelCheck.call(monitor, event, arguments, site);
                if (expected >= 0 && found != expected) {
                    throw new IllegalStateException(monitor.getClass().getSimpleName() + " reports " + found + ", not " + expected);
                }
                expected = found;
            }
            if (step == EVENTS / 2) {
                counts();
            }
        }
        Arrays.fill(pool, LIVING, OBJECTS, null);
        return counts();
    }

    private Object[] arguments(int[] binds) {
        Object[] result = new Object[binds.length];
        boolean someMortal = false;
        for (int index = 0; index < result.length; index++) {
            if (!definition.byValue[binds[index]]) {
                int slot = random.nextInt(OBJECTS);
                if (pool[slot] == null || slot >= LIVING && random.nextInt(4) == 0) {
                    pool[slot] = new Object();
                }
                someMortal |= slot >= LIVING;
                result[index] = pool[slot];
            }
        }
        for (int index = 0; index < result.length; index++) {
            if (definition.byValue[binds[index]]) {
                // A value is there as long as one of the objects that it came with.
                result[index] = someMortal ? nextValue++ : random.nextInt(LIVING);
            }
        }
        return result;
    }

    private int[] counts() throws Exception {
        ModelCheck.collectGarbage();
        int[] result = new int[monitors.length];
        for (int index = 0; index < monitors.length; index++) {
            tables[index].clean();
            monitors[index].clean();
            result[index] = held(monitors[index], tables[index]);
        }
        return result;
    }

    /** How many objects they hold that stand for objects of the program and slices. */
    private static int held(Object... roots) throws Exception {
        int count = 0;
        Map<Object, Boolean> seen = new IdentityHashMap<Object, Boolean>();
        Deque<Object> work = new ArrayDeque<Object>(Arrays.asList(roots));
        while (!work.isEmpty()) {
            Object object = work.pop();
            if (seen.put(object, true) != null) {
                continue;
            }
            if (object instanceof KeyNode || object instanceof BindingRecord || object instanceof RecordList
                    || object instanceof OwnerNode || object instanceof LeafNode || object instanceof SliceBody) {
                count++;
            }
            if (object instanceof Object[]) {
                push(work, Arrays.asList((Object[]) object));
            } else if (object instanceof Collection) {
                push(work, (Collection<?>) object);
            } else if (object instanceof Map) {
                count += ((Map<?, ?>) object).size();
                push(work, ((Map<?, ?>) object).values());
                push(work, (Set<?>) ((Map<?, ?>) object).keySet());
            } else if (object.getClass().getName().startsWith("rrv.runtime.") && !object.getClass().getSimpleName().equals("Recent")) {
                pushFields(work, object);
            }
        }
        return count;
    }

    private static void pushFields(Deque<Object> work, Object object) throws Exception {
        for (Class<?> type = object.getClass(); type.getName().startsWith("rrv.runtime."); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    push(work, Arrays.asList(field.get(object)));
                }
            }
        }
    }

    private static void push(Deque<Object> work, Collection<?> objects) {
        for (Object object : objects) {
            if (object != null) {
                work.push(object);
            }
        }
    }
}
