package rrv.runtime;

import java.util.Arrays;
import java.util.HashMap;
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

    private static final MonitoredObjects OBJECTS = new MonitoredObjects();
    private static final Map<String, PropertyMonitor> SHARED = new HashMap<String, PropertyMonitor>();
    // Written under the class lock, replaced as a whole.
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
        RuntimeClasses.load();
        unit.bodyClasses();
        PlainCollections.add(unit.getClass().getClassLoader(), unit.plainCollections());
        OwnCollections.add(unit.getClass().getClassLoader(), unit.ownCollections());
        return Copies.LEADER != null ? Copies.registerThere(unit) : registerHere(unit, unit.getClass().getName());
    }

    /**
     * As {@link #register}, in this copy of the runtime whoever leads. The name is that of the unit's class,
     * null if not known.
     */
    static Registration registerHere(Unit unit, String name) {
        try {
            RuntimeClasses.load();
            return registerNow(unit, name);
        } catch (Throwable error) {
            return unmonitored(error);
        }
    }

    static Registration unmonitored(Throwable error) {
        Reporter.warn("this unit is not monitored: " + error);
        return new Registration(new PropertyMonitor[0], 0);
    }

    private static Registration registerNow(final Unit unit, String name) {
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
                if (monitor == null) {
                    final int property = index;
                    monitor = create(definition, definition.code ? new BodySource() {
                        @Override
                        public SliceBody newBody() {
                            return unit.newBody(property);
                        }
                    } : null, SETTINGS.engine, OBJECTS);
                    SHARED.put(definition.text, monitor);
                    PropertyMonitor[] all = Arrays.copyOf(monitors, monitors.length + 1);
                    all[all.length - 1] = monitor;
                    Unit[] newOwners = Arrays.copyOf(owners, all.length);
                    int[] newIndices = Arrays.copyOf(indices, all.length);
                    newOwners[all.length - 1] = unit;
                    newIndices[all.length - 1] = index;
                    indices = newIndices;
                    owners = newOwners;
                    monitors = all;
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
            Integer known = name == null ? null : BASES.get(name);
            base = known != null ? known : addSites(unit, parsed.sites);
            if (known == null && name != null && name.startsWith(GENERATED)) {
                BASES.put(name, base);
            }
        }
        Reporter.start();
        return new Registration(own, base);
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

    /** The fastest monitor that is exact for the property. */
    static PropertyMonitor create(PropertyDefinition definition, BodySource bodies, String engine, MonitoredObjects objects) {
        Automaton automaton = new Automaton(definition);
        if (definition.audit) {
            return bodies == null ? new AuditMonitor(definition, automaton, objects)
                    : new AuditBodyMonitor(definition, ofBodies(definition, automaton, bodies, engine, objects),
                            ofBodies(definition, automaton, bodies, engine, objects));
        }
        if (bodies != null) {
            return ofBodies(definition, automaton, bodies, engine, objects);
        }
        if (!Settings.GENERAL.equals(engine) && OneParameterMonitor.fits(definition, automaton)) {
            return new OneParameterMonitor(definition, automaton, objects);
        }
        Roles roles = Settings.GENERAL.equals(engine) ? null : Roles.find(definition, automaton);
        if (roles != null && OwnedMonitor.fits(automaton)) {
            return new OwnedMonitor(definition, automaton, roles, objects);
        }
        return new GeneralMonitor(definition, automaton, objects);
    }

    private static PropertyMonitor ofBodies(PropertyDefinition definition, Automaton automaton, BodySource bodies, String engine,
            MonitoredObjects objects) {
        return !Settings.GENERAL.equals(engine) && OneBodyMonitor.fits(definition, automaton)
                ? new OneBodyMonitor(definition, automaton, bodies, objects)
                : new BodyMonitor(definition, automaton, bodies, objects);
    }

    /** What an audit sees only at the end; null if no difference. */
    static String auditDifference() {
        for (PropertyMonitor monitor : monitors) {
            String difference = monitor instanceof AuditBodyMonitor ? ((AuditBodyMonitor) monitor).difference() : null;
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
        OBJECTS.clean();
        for (PropertyMonitor monitor : monitors) {
            if (!(monitor instanceof StripedMonitor)) {
                monitor.clean();
            }
        }
    }

    static PropertyMonitor[] monitors() {
        return monitors;
    }

    /** Events that were not looked at because of an error inside the runtime. */
    static long lostEvents() {
        long lost = 0;
        for (PropertyMonitor monitor : monitors) {
            lost += monitor.lost.get();
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
