package rrv.runtime;

import java.lang.ref.WeakReference;

/**
 * All classes of the runtime and those that their code names, loaded before the first event. What an event
 * loads, it may load at the end of the stack, where a class that fails to be initialised is lost for good, or
 * with a lock of the runtime held, while another thread has the class loader's and waits for an event; and the
 * copy that leads must go on, and report at the end, when its class loader is closed: that of an application
 * which a container has stopped may find no class any more, not even one of java.lang. What it has found once
 * the JVM does not ask it again.
 */
final class RuntimeClasses {
    /** test/runtime/classes.test.ts holds them against the jar. */
    private static final String[] NAMES = {
        "AuditBodyMonitor", "AuditMonitor", "AuditedSide", "AuditedSlice", "Automaton", "AwaitedOwners$Batch",
        "AwaitedOwners$Older", "AwaitedOwners", "Backoff", "BindingIndex$1", "BindingIndex", "BindingRecord",
        "BodyCall", "BodyMonitor$Candidate", "BodyMonitor", "BoundClasses$1", "BoundClasses", "ClaimedReflection$Claim", "ClaimedReflection", "Column", "ControlFlow",
        "Copies$1", "Copies$2", "Copies$3", "Copies$4", "Copies$5", "Copies$MeetingPoint",
        "Copies$MeetingPoint$1", "Copies$MeetingPoint$2", "Copies", "DeferredSlice", "Deferral", "Finding",
        "ForeignBody$Access", "ForeignBody", "GeneralMonitor", "Grammar", "GrammarAutomaton$State", "GrammarAutomaton", "Guard", "HashIndex", "HeldSlice", "HistoryStep",
        "Identity$Cleared", "Identity$Collections", "Identity", "Ignoring", "InactiveMonitor", "InstanceTest$1",
        "InstanceTest", "IntColumn", "JoinCheck", "Json", "Key", "KeyNode", "LeafNode", "LeafPart",
        "Languages$Language", "Languages$Numbers", "Languages", "LinkColumn", "LongChain", "LongColumn", "MonitoredObjects", "Monitoring", "Monitors", "NamedClasses$Answers",
        "NamedClasses$Named", "NamedClasses", "ObjectStripe", "OneBodyMonitor", "OneParameterMonitor",
        "OpenSlices", "OwnCollections", "OwnThread$1", "OwnThread", "OwnedMonitor", "OwnerNode", "OwnerPart",
        "OwnerTables$MiddlePart", "OwnerTables", "PairNode", "Partition", "PlainCollections",
        "Privileged$Now$1", "Privileged$Now", "Privileged", "PropertyDefinition$Event",
        "PropertyDefinition$Handler", "PropertyDefinition$UnitText", "PropertyDefinition", "PropertyMonitor",
        "RecordList", "RecordTable", "ReflectionMonitor$1", "ReflectionMonitor$2", "ReflectionMonitor$Use", "ReflectionMonitor", "Registration", "Registry", "RemoteMonitor", "ReportFile", "ReportPace",
        "ReportReserve", "ReportText", "Reporter$1", "Reporter$2", "Reporter$3", "Reporter$4", "Reporter$5",
        "Reporter$6", "Reporter$7", "Reporter", "ReportedSites", "ReportingSlice", "Roles", "RuntimeClasses",
        "SeparateRuns$Part", "SeparateRuns", "Settings$1", "Settings", "SettledSlices", "Shared",
        "SharedIterators$1", "SharedIterators", "SiteLines", "SliceBody", "SliceHistory", "SliceHolder",
        "SliceLifetimes", "SlicePart", "StampPart", "Stamps$Recent", "Stamps", "StandardError$1",
        "StandardError", "StatelessMonitor", "Stopped", "StripePart", "StripedMonitor", "TakesAdvice",
        "ThreadIds$1", "ThreadIds", "ThreadStart", "Trace$1", "Trace$Line", "Trace", "TraceNames", "TracedObject",
        "TracingMonitor", "Transitions", "Unit", "Units$1", "Units$BodySource",
        "Units", "UnfinishedEvent", "UnfinishedJoin", "UnknownSettings", "UnmodifiableCollections", "Violation",
        "ViolationException", "ViolationListener", "ViolationSite$Key", "ViolationSite", "ViolationSites",
        "WatchedOwners", "WeakTable",
    };

    /** Classes of the class library in the constant pools of those. */
    private static final String[] LIBRARY = {
        "java.io.File", "java.io.FileDescriptor", "java.io.FileNotFoundException", "java.io.FileOutputStream",
        "java.io.IOException", "java.io.PrintStream", "java.lang.Boolean", "java.lang.Byte",
        "java.lang.CharSequence", "java.lang.Character", "java.lang.Class", "java.lang.ClassCastException",
        "java.lang.ClassLoader", "java.lang.ClassNotFoundException", "java.lang.ClassValue",
        "java.lang.CloneNotSupportedException", "java.lang.Cloneable", "java.lang.Double", "java.lang.Error",
        "java.lang.Exception", "java.lang.Float", "java.lang.IllegalArgumentException",
        "java.lang.IllegalStateException", "java.lang.Integer", "java.lang.InterruptedException",
        "java.lang.LinkageError", "java.lang.Long", "java.lang.Math", "java.lang.NoSuchFieldException",
        "java.lang.NumberFormatException", "java.lang.Object", "java.lang.OutOfMemoryError",
        "java.lang.ReflectiveOperationException", "java.lang.Runnable", "java.lang.Runtime",
        "java.lang.RuntimeException", "java.lang.SecurityException", "java.lang.Short",
        "java.lang.StackTraceElement", "java.lang.String", "java.lang.StringBuilder", "java.lang.System",
        "java.lang.Thread", "java.lang.ThreadGroup", "java.lang.ThreadLocal", "java.lang.Throwable",
        "java.lang.VirtualMachineError", "java.lang.Void", "java.lang.invoke.MethodHandle",
        "java.lang.invoke.MethodHandles", "java.lang.invoke.MethodHandles$Lookup",
        "java.lang.invoke.MethodType", "java.lang.ref.Reference", "java.lang.ref.WeakReference",
        "java.lang.reflect.Constructor", "java.lang.reflect.Field", "java.lang.reflect.Member",
        "java.lang.reflect.Method", "java.lang.reflect.Modifier", "java.lang.reflect.Proxy",
        "java.nio.charset.Charset", "java.nio.charset.StandardCharsets",
        "java.nio.file.AtomicMoveNotSupportedException", "java.nio.file.CopyOption",
        "java.nio.file.FileSystemLoopException", "java.nio.file.Files", "java.nio.file.LinkOption",
        "java.nio.file.Path", "java.nio.file.StandardCopyOption", "java.nio.file.attribute.FileAttribute",
        "java.security.AccessController", "java.security.PrivilegedAction", "java.util.ArrayDeque", "java.util.ArrayList",
        "java.util.Arrays", "java.util.Collection", "java.util.Collections", "java.util.HashMap",
        "java.util.HashSet", "java.util.IdentityHashMap", "java.util.Iterator", "java.util.LinkedHashMap",
        "java.util.List", "java.util.Locale", "java.util.Map", "java.util.Map$Entry", "java.util.Properties",
        "java.util.Set", "java.util.TreeSet", "java.util.concurrent.ConcurrentHashMap",
        "java.util.concurrent.CopyOnWriteArrayList", "java.util.concurrent.atomic.AtomicInteger",
        "java.util.concurrent.atomic.AtomicIntegerArray", "java.util.concurrent.atomic.AtomicLong",
        "java.util.concurrent.atomic.AtomicLongArray", "java.util.concurrent.atomic.AtomicReference",
        "java.util.concurrent.atomic.AtomicReferenceArray", "java.util.concurrent.locks.LockSupport",
        "java.util.function.BiFunction",
        "java.util.function.Consumer", "java.util.function.Function", "java.util.function.IntConsumer",
        "java.util.function.IntFunction", "java.util.function.Supplier", "java.util.regex.Matcher",
        "java.util.regex.Pattern",
    };

    private static volatile boolean loaded;

    private RuntimeClasses() {
    }

    /**
     * Whether they will still be found when a report, or the first unit with events, needs them: the class
     * loader of the application is never closed. A program without events starts the sooner.
     */
    static boolean comeLater() {
        try {
            return RuntimeClasses.class.getClassLoader() == ClassLoader.getSystemClassLoader();
        } catch (SecurityException e) {
            // A security manager shows it to code that it has loaded.
            return false;
        }
    }

    /** Holds no lock. */
    static void load() {
        if (loaded) {
            return;
        }
        try {
            for (String name : NAMES) {
                Class.forName("rrv.runtime." + name);
            }
            for (String name : LIBRARY) {
                findInLibrary(name);
            }
            findInLibrary(ReportFile.PROCESS);
            initialiseLibrary();
            loaded = true;
        } catch (Throwable error) {
            // At the end of a stack: the next unit tries again, and until then they are loaded as they are
            // needed.
            Reporter.internalError(error);
        }
    }

    private static void findInLibrary(String name) {
        try {
            Class.forName(name, false, RuntimeClasses.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            // This class library is without it, or this loader: its users see to that.
        }
    }

    /** What events and reports ask of the class library for the first time. */
    private static void initialiseLibrary() {
        Object object = Identity.maskNull(null);
        Identity.cleared(new WeakReference<Object>(object));
        Identity.Collections.count();
        BoundClasses.prepare(object);
        PlainCollections.contains(object);
        ThreadIds.current();
        SharedIterators.unlessShared(object, 1);
        ViolationSites.userFrames(new Throwable().getStackTrace());
    }
}
