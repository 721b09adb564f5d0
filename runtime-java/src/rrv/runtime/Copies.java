package rrv.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Several copies of the runtime in one JVM (class loaders that do not see each other's classes): the first
 * one leads, and all monitors, sites and reports are its. The others hand it their units and their events.
 * Copies share no class but those of java.base, so they speak through its interfaces and method handles.
 *
 * <p>They find the leader as a thread group of the root group: the only place of a JVM that needs no module
 * but java.base, holds an object of any class and shows it to nobody who does not look for it (system
 * properties with values that are no strings break Properties.list).
 */
final class Copies {
    /** Also the lock of the search: equal constant strings are one object in every class loader. */
    private static final String NAME = "rrv runtime, protocol ";

    /** Requests to the leader. */
    static final String REGISTER = "register";
    static final String SITE = "site";
    static final String REPORT = "report";
    static final String LISTEN = "listen";
    /** See {@link Ignoring}. */
    static final String ENTER = "enter";
    static final String LEAVE = "leave";
    /** See {@link ControlFlow}: the text of the flow and what to do. */
    static final String CONTROL_FLOW = "controlFlow";

    /** The leading copy; null when this one leads. */
    static final BiFunction<String, Object[], Object> LEADER = find();

    private static final Class<?>[] EVENT_ARGUMENTS = {int.class, Object.class, Object.class, Object.class, Object.class};

    private Copies() {
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<String, Object[], Object> find() {
        try {
            ThreadGroup root = Thread.currentThread().getThreadGroup();
            while (root.getParent() != null) {
                root = root.getParent();
            }
            synchronized (NAME) {
                ThreadGroup[] groups = new ThreadGroup[root.activeGroupCount() + 16];
                int count = root.enumerate(groups, false);
                for (int index = 0; index < count; index++) {
                    String name = groups[index].getName();
                    if (name == null || !name.startsWith(NAME) || !(groups[index] instanceof BiFunction)) {
                        continue;
                    }
                    if (name.equals(NAME + PropertyDefinition.PROTOCOL)) {
                        return (BiFunction<String, Object[], Object>) groups[index];
                    }
                    Reporter.warn("a runtime of protocol " + name.substring(NAME.length()) + " and one of protocol "
                            + PropertyDefinition.PROTOCOL + " run together: each has its own monitors and report");
                }
                MeetingPoint.mine = new MeetingPoint(root);
            }
        } catch (Throwable error) {
            // A security manager keeps the root group from us: this copy stands alone.
            Reporter.internalError(error);
        }
        return null;
    }

    /** The leader's side. Nothing of its type is known to the other copies. */
    private static final class MeetingPoint extends ThreadGroup implements BiFunction<String, Object[], Object> {
        /** Since Java 19 a group without threads is held weakly by its parent. */
        static MeetingPoint mine;

        MeetingPoint(ThreadGroup root) {
            super(root, NAME + PropertyDefinition.PROTOCOL);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Object apply(String request, Object[] arguments) {
            if (request.equals(REGISTER)) {
                // Copies of earlier rrvs have fewer arguments.
                return takeIn((String) arguments[0], (Integer) arguments[1], (IntFunction<String>) arguments[2],
                        (IntFunction<Function<Object[], Object[]>>) arguments[3],
                        arguments.length > 4 ? (IntConsumer) arguments[4] : null,
                        arguments.length > 5 ? (String) arguments[5] : null,
                        arguments.length > 6 ? (String) arguments[6] : null,
                        arguments.length > 7 ? (ClassLoader) arguments[7] : null);
            }
            if (request.equals(ENTER)) {
                return Guard.enter();
            }
            if (request.equals(LEAVE)) {
                Guard.leave();
                return null;
            }
            if (request.equals(CONTROL_FLOW)) {
                return ControlFlow.here((String) arguments[0], (Integer) arguments[1]);
            }
            if (request.equals(SITE)) {
                return Units.site((Integer) arguments[0]);
            }
            if (request.equals(REPORT)) {
                return Monitoring.report();
            }
            if (request.equals(LISTEN)) {
                final Consumer<Object[]> listener = (Consumer<Object[]>) arguments[0];
                final ViolationListener adapter = new ViolationListener() {
                    @Override
                    public void violation(Violation violation) {
                        listener.accept(violation.parts());
                    }
                };
                Reporter.addListener(adapter);
                return new Runnable() {
                    @Override
                    public void run() {
                        Reporter.removeListener(adapter);
                    }
                };
            }
            throw new IllegalArgumentException(request);
        }
    }

    /**
     * Registers a unit of another copy; answers its base and, per property, the handles of {@link #handles},
     * null where it has no monitor.
     */
    private static Object[] takeIn(final String text, int properties, final IntFunction<String> sites,
            final IntFunction<Function<Object[], Object[]>> bodies, final IntConsumer endProgram,
            String name, final String run, ClassLoader loader) {
        Registration registration = Units.registerHere(new Unit() {
            @Override
            protected String[] definition() {
                return new String[] {text};
            }

            @Override
            protected String run() {
                return run;
            }

            @Override
            protected String site(int index) {
                return sites.apply(index);
            }

            @Override
            protected SliceBody newBody(int property) {
                Function<Object[], Object[]> body = bodies.apply(property);
                return body == null ? null : new ForeignBody(body);
            }

            @Override
            protected void endProgram(int property) {
                if (endProgram != null) {
                    endProgram.accept(property);
                }
            }
        }, name, loader);
        MethodHandle[][] handles = new MethodHandle[properties][];
        for (int property = 0; property < properties; property++) {
            PropertyMonitor monitor = registration.monitor(property);
            handles[property] = monitor == InactiveMonitor.INSTANCE ? null : handles(monitor);
        }
        return new Object[] {registration.base, handles};
    }

    /**
     * `event` with no to four values, `advice`, and `eventIfBound` with one and two values, bound to the
     * monitor.
     */
    private static MethodHandle[] handles(PropertyMonitor monitor) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle[] handles = new MethodHandle[8];
            for (int values = 0; values <= 4; values++) {
                handles[values] = lookup.findVirtual(PropertyMonitor.class, "event", eventType(values)).bindTo(monitor);
            }
            handles[5] = lookup.findVirtual(PropertyMonitor.class, "advice",
                    MethodType.methodType(void.class, int.class, Object[].class, int.class)).bindTo(monitor);
            for (int values = 1; values <= 2; values++) {
                handles[5 + values] = lookup.findVirtual(PropertyMonitor.class, "eventIfBound", eventType(values))
                        .bindTo(monitor);
            }
            return handles;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of `event` with that many values. */
    private static MethodType eventType(int values) {
        return MethodType.methodType(void.class, java.util.Arrays.copyOf(EVENT_ARGUMENTS, values + 1))
                .appendParameterTypes(int.class);
    }

    /** A unit of this copy, registered with the leader. */
    static Registration registerThere(final Unit unit) {
        StringBuilder text = new StringBuilder();
        for (String part : unit.definition()) {
            text.append(part);
        }
        PropertyDefinition.UnitText parsed = PropertyDefinition.parse(text.toString());
        final PropertyMonitor[] monitors = new PropertyMonitor[parsed.properties.size()];
        Object[] answer = (Object[]) LEADER.apply(REGISTER, new Object[] {text.toString(), monitors.length,
            new IntFunction<String>() {
                @Override
                public String apply(int index) {
                    return unit.site(index);
                }
            },
            new IntFunction<Function<Object[], Object[]>>() {
                @Override
                public Function<Object[], Object[]> apply(int property) {
                    SliceBody body = unit.newBody(property);
                    return body == null ? null : new ForeignBody.Access(body, monitors[property]);
                }
            },
            new IntConsumer() {
                @Override
                public void accept(int property) {
                    unit.endProgram(property);
                }
            },
            unit.getClass().getName(), unit.run(), unit.getClass().getClassLoader()});
        MethodHandle[][] handles = (MethodHandle[][]) answer[1];
        for (int property = 0; property < monitors.length; property++) {
            // No expression of two types: to verify that, the JVM would load them with this class.
            if (handles[property] == null) {
                monitors[property] = InactiveMonitor.INSTANCE;
            } else {
                monitors[property] = new RemoteMonitor(parsed.properties.get(property), handles[property]);
            }
        }
        return new Registration(monitors, (Integer) answer[0]);
    }

    /** Adds a listener of this copy to the leader; the answer removes it. */
    static Runnable listenThere(final ViolationListener listener) {
        return (Runnable) LEADER.apply(LISTEN, new Object[] {new Consumer<Object[]>() {
            @Override
            public void accept(Object[] parts) {
                listener.violation(Violation.of(parts));
            }
        }});
    }
}
