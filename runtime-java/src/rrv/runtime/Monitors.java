package rrv.runtime;

/** Makes the monitor of a property. */
final class Monitors {
    private Monitors() {
    }

    /** The fastest monitor that is exact for the property. */
    static PropertyMonitor create(PropertyDefinition definition, Units.BodySource bodies, String engine, MonitoredObjects objects) {
        if (definition.claims != null) {
            return new ReflectionMonitor(definition);
        }
        Automaton automaton = automatonOf(definition);
        if (definition.audit) {
            return bodies == null && definition.grammar == null ? new AuditMonitor(definition, automaton, objects)
                    : new AuditBodyMonitor(definition, sideOf(definition, automaton, bodies, engine, objects),
                            sideOf(definition, automaton, bodies, engine, objects));
        }
        if (bodies != null) {
            return ofBodies(definition, automaton, bodies, engine, objects);
        }
        if (definition.grammar != null) {
            return new GeneralMonitor(definition, automaton, objects);
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

    private static Automaton automatonOf(PropertyDefinition definition) {
        return definition.grammar == null ? new Automaton(definition) : new GrammarAutomaton(definition);
    }

    /** One of the two monitors of an audit without a product. */
    private static PropertyMonitor sideOf(PropertyDefinition definition, Automaton automaton, Units.BodySource bodies, String engine,
            MonitoredObjects objects) {
        return bodies == null ? new AuditedSide(definition, automaton, objects)
                : ofBodies(definition, automaton, bodies, engine, objects);
    }

    private static PropertyMonitor ofBodies(PropertyDefinition definition, Automaton automaton, Units.BodySource bodies, String engine,
            MonitoredObjects objects) {
        return !Settings.GENERAL.equals(engine) && definition.grammar == null && OneBodyMonitor.fits(definition, automaton)
                ? new OneBodyMonitor(definition, automaton, bodies, objects)
                : new BodyMonitor(definition, automaton, bodies, objects);
    }
}
