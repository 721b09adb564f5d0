package rrv.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the units of all instrumented archives of this JVM meet; those of several copies of the runtime in
 * the leader ({@link Copies}).
 */
final class Units {
    /**
     * Makes bodies for new slices of a property with Java code. Only what {@link Guard} marks may ask: fields
     * may begin with what causes events.
     */
    interface BodySource {
        SliceBody newBody();
    }

    static final Settings SETTINGS = Settings.read();

    /** Compiled code knows it, unlike what is read from the settings. */
    static final boolean VIOLATIONS_THROW = SETTINGS.onViolation == Settings.THROW;

    /** Null until the first monitor is made. */
    private static volatile MonitoredObjects objects;
    private static final Map<String, PropertyMonitor> SHARED = new HashMap<String, PropertyMonitor>();
    /** By {@link PropertyDefinition#reportedAs}: where the last such monitor stands. */
    private static final Map<String, Integer> PLACES = new HashMap<String, Integer>();
    /**
     * In the order of reports; for a property that no unit has had events of yet, an inactive one. Written
     * under the class lock, replaced as a whole.
     */
    private static volatile PropertyMonitor[] monitors = new PropertyMonitor[0];
    private static volatile Unit[] units = new Unit[0];
    private static volatile int[] bases = new int[0];
    /** Per monitor the unit that it was made for, and the index of the property there. */
    private static volatile Unit[] owners = new Unit[0];
    private static volatile int[] indices = new int[0];
    private static int nextBase;
    /**
     * Of units with generated names, which are digests of what the unit says: the same unit in several class
     * loaders is one.
     */
    private static final Map<String, Integer> BASES = new HashMap<String, Integer>();
    private static volatile String analysis;
    private static volatile String version;

    /** The package of generated units. */
    private static final String GENERATED = "rrv.unit.";

    private Units() {
    }

    /** See {@link Registry#register}. */
    static Registration register(Unit unit) {
        if (!unit.isIdle() || !RuntimeClasses.comeLater()) {
            RuntimeClasses.load();
        }
        unit.bodyClasses();
        ClassLoader loader = unit.getClass().getClassLoader();
        String[] plain = unit.plainCollections();
        if (plain.length > 0) {
            PlainCollections.add(loader, plain);
        }
        String[] own = unit.ownCollections();
        if (own.length > 0) {
            OwnCollections.add(loader, own);
        }
        return Copies.LEADER != null ? Copies.registerThere(unit)
                : registerHere(unit, unit.getClass().getName(), loader);
    }

    /**
     * As {@link #register}, in this copy of the runtime whoever leads. The name is that of the unit's class,
     * null if not known.
     */
    static Registration registerHere(Unit unit, String name, ClassLoader loader) {
        try {
            if (!unit.isIdle()) {
                RuntimeClasses.load();
            }
            return registerNow(unit, name, loader);
        } catch (Throwable error) {
            return unmonitored(error);
        }
    }

    static Registration unmonitored(Throwable error) {
        Reporter.warn("this unit is not monitored: " + error);
        return new Registration(new PropertyMonitor[0], 0);
    }

    private static Registration registerNow(final Unit unit, String name, ClassLoader loader) {
        StringBuilder text = new StringBuilder();
        for (String part : unit.definition()) {
            text.append(part);
        }
        PropertyDefinition.UnitText parsed = PropertyDefinition.parse(text.toString());
        PropertyMonitor[] own = new PropertyMonitor[parsed.properties.size()];
        int base;
        synchronized (Units.class) {
            for (int index = 0; index < own.length; index++) {
                PropertyDefinition definition = parsed.properties.get(index);
                PropertyMonitor monitor = SHARED.get(definition.text);
                if (definition.idle) {
                    monitor = InactiveMonitor.INSTANCE;
                    report(new InactiveMonitor(definition), unit, index);
                } else if (monitor == null) {
                    final int property = index;
                    monitor = Monitors.create(definition, definition.code ? new BodySource() {
                        @Override
                        public SliceBody newBody() {
                            return unit.newBody(property);
                        }
                    } : null, SETTINGS.history > 0 ? Settings.GENERAL : SETTINGS.engine, objects());
                    report(monitor, unit, index);
                    monitor = definition.claims != null ? monitor : Trace.around(monitor, parsed);
                    SHARED.put(definition.text, monitor);
                }
                own[index] = monitor;
            }
            if (version != null && !version.equals(parsed.version)) {
                Reporter.warn("archives instrumented by rrv " + version + " and " + parsed.version
                        + " run together; the report names " + version);
            } else {
                version = parsed.version;
            }
            analysis = analysis == null || analysis.equals(parsed.analysis) ? parsed.analysis : "mixed";
            SeparateRuns.note(unit.run(), loader, parsed);
            Integer known = name == null ? null : BASES.get(name);
            base = known != null ? known : addSites(unit, parsed.sites);
            if (known == null && name != null && name.startsWith(GENERATED)) {
                BASES.put(name, base);
            }
        }
        Reporter.start();
        return new Registration(own, base);
    }

    private static MonitoredObjects objects() {
        if (objects == null) {
            objects = new MonitoredObjects();
        }
        return objects;
    }

    /**
     * Reports have it, in the place of an idle one that they name as this; an idle one only where there is
     * none.
     */
    private static void report(PropertyMonitor monitor, Unit unit, int index) {
        String name = monitor.definition.reportedAs();
        Integer known = PLACES.get(name);
        if (known != null && monitor.definition.idle) {
            return;
        }
        int place = known != null && monitors[known].definition.idle ? known : monitors.length;
        int length = Math.max(monitors.length, place + 1);
        PropertyMonitor[] all = Arrays.copyOf(monitors, length);
        Unit[] newOwners = Arrays.copyOf(owners, length);
        int[] newIndices = Arrays.copyOf(indices, length);
        all[place] = monitor;
        newOwners[place] = unit;
        newIndices[place] = index;
        PLACES.put(name, place);
        indices = newIndices;
        owners = newOwners;
        monitors = all;
    }

    /** Keeps the unit, and with it its class loader, to ask it for its sites. Answers its base. */
    private static int addSites(Unit unit, int sites) {
        int base = nextBase;
        if (sites > Integer.MAX_VALUE - base) {
            throw new IllegalStateException("too many sites in one JVM");
        }
        // Units without sites have bases of their own, too.
        nextBase = base + Math.max(1, sites);
        int[] newBases = Arrays.copyOf(bases, bases.length + 1);
        Unit[] newUnits = Arrays.copyOf(units, units.length + 1);
        newBases[bases.length] = base;
        newUnits[units.length] = unit;
        units = newUnits;
        bases = newBases;
        return base;
    }

    /** What an audit sees only at the end; null if no difference. */
    static String auditDifference() {
        for (PropertyMonitor monitor : monitors) {
            // Without an audit that class need not be there.
            String difference = monitor.definition.audit && monitor instanceof AuditBodyMonitor
                    ? ((AuditBodyMonitor) monitor).difference() : null;
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    /** The end of the program happens once for each monitor, whatever the number of units that share it. */
    static void endProgram() {
        Unit[] all = owners;
        for (int index = 0; index < all.length; index++) {
            try {
                all[index].endProgram(indices[index]);
            } catch (ViolationException thrown) {
                // It has been reported, and there is no program any more to throw it into.
            } catch (Throwable error) {
                Reporter.internalError(error);
            }
        }
    }

    /** Gives up what belongs to objects that are gone, in all monitors. */
    static void clean() {
        MonitoredObjects shared = objects;
        if (shared == null) {
            return;
        }
        shared.clean();
        for (PropertyMonitor monitor : monitors) {
            if (!(monitor instanceof StripedMonitor)) {
                monitor.clean();
            }
        }
    }

    static PropertyMonitor[] monitors() {
        return monitors;
    }

    /** What reflection reached, in the order in which it did; null: nobody notes it. */
    static List<ReflectionMonitor.Use> reflection() {
        List<ReflectionMonitor.Use> all = null;
        for (PropertyMonitor monitor : monitors) {
            if (monitor.definition.claims != null) {
                all = all == null ? new ArrayList<ReflectionMonitor.Use>() : all;
                all.addAll(((ReflectionMonitor) monitor).uses());
            }
        }
        return all;
    }

    /** Events that were not looked at because of an error inside the runtime. */
    static long lostEvents() {
        long lost = 0;
        for (PropertyMonitor monitor : monitors) {
            lost += monitor.lost.get() + monitor.ended();
        }
        return lost;
    }

    static String analysis() {
        return analysis == null ? "none" : analysis;
    }

    static String version() {
        return version == null ? "?" : version;
    }

    /** The parts of the site's description; asks the unit, whose code is generated by us. */
    static String[] site(int site) {
        if (Copies.LEADER != null) {
            return (String[]) Copies.LEADER.apply(Copies.SITE, new Object[] {site});
        }
        int[] starts = bases;
        int found = Arrays.binarySearch(starts, site);
        int index = found >= 0 ? found : -found - 2;
        if (index < 0) {
            return new String[0];
        }
        try {
            String text = units[index].site(site - starts[index]);
            if (text == null) {
                return new String[0];
            }
            String[] parts = PropertyDefinition.split(text, '\t').toArray(new String[0]);
            for (int part = 0; part < parts.length; part++) {
                parts[part] = PropertyDefinition.unescape(parts[part]);
            }
            return parts;
        } catch (Throwable error) {
            Stopped.passOn(error);
            return new String[0];
        }
    }
}
