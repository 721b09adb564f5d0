package rrv.runtime;

import java.lang.ref.WeakReference;

/**
 * All classes of the runtime, loaded before the first event. What an event loads, it may load at the end of
 * the stack, where a class that fails to be initialised is lost for good, or with a lock of the runtime held,
 * while another thread has the class loader's and waits for an event; and the copy that leads must go on when
 * its class loader is closed (an application was undeployed).
 */
final class RuntimeClasses {
    /** test/runtime/classes.test.ts holds them against the jar. */
    private static final String[] NAMES = {
        "AuditBodyMonitor", "AuditMonitor", "AuditedSlice", "Automaton", "BindingIndex$1", "BindingIndex",
        "BindingRecord", "BodyCall", "BodyMonitor$Candidate", "BodyMonitor", "BoundClasses$1", "BoundClasses",
        "Column", "ControlFlow", "Copies$1", "Copies$2", "Copies$3", "Copies$4", "Copies$5",
        "Copies$MeetingPoint", "Copies$MeetingPoint$1", "Copies$MeetingPoint$2", "Copies", "DeferredSlice",
        "Finding", "ForeignBody$Access", "ForeignBody", "GeneralMonitor", "Guard", "HashIndex",
        "Identity$Cleared", "Identity$Collections", "Identity", "Ignoring", "InactiveMonitor",
        "InstanceTest$1", "InstanceTest", "IntColumn", "JoinCheck", "Json", "Key", "KeyNode", "LeafNode",
        "LeafPart", "LinkColumn", "LongColumn", "MonitoredObjects", "Monitoring", "ObjectStripe",
        "OneBodyMonitor", "OneParameterMonitor", "OwnThread$1", "OwnThread", "OwnedMonitor", "OwnerNode",
        "OwnerPart", "OwnerTables$MiddlePart", "OwnerTables", "PairNode", "Partition", "PlainCollections$1",
        "PlainCollections$Named", "PlainCollections", "Privileged$Now$1", "Privileged$Now", "Privileged",
        "PropertyDefinition$Event", "PropertyDefinition$Handler", "PropertyDefinition$UnitText",
        "PropertyDefinition", "PropertyMonitor", "RecordList", "RecordTable", "Registration", "Registry",
        "RemoteMonitor", "ReportFile", "ReportPace", "ReportText", "Reporter$1", "Reporter$2", "Reporter$3",
        "Reporter$4", "Reporter$5", "Reporter$6", "Reporter$7", "Reporter", "ReportedSites", "Roles",
        "RuntimeClasses", "Settings$1", "Settings", "SettledSlices", "Shared", "SiteLines", "SliceBody",
        "SliceLifetimes", "SlicePart", "StampPart", "Stamps$Recent", "Stamps", "StandardError$1",
        "StandardError", "StatelessMonitor", "Stopped", "StripePart", "StripedMonitor", "TakesAdvice",
        "ThreadStart", "Transitions", "Unit", "Units$1", "Units$BodySource", "Units", "UnknownSettings",
        "Violation", "ViolationException", "ViolationListener", "ViolationSite$Key", "ViolationSite",
        "ViolationSites", "WeakTable",
    };

    private static volatile boolean loaded;

    private RuntimeClasses() {
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
            initialiseLibrary();
            loaded = true;
        } catch (Throwable error) {
            // At the end of a stack: the next unit tries again, and until then they are loaded as they are
            // needed.
            Reporter.internalError(error);
        }
    }

    /** What events and reports ask of the class library for the first time. */
    private static void initialiseLibrary() {
        Object object = Identity.maskNull(null);
        Identity.cleared(new WeakReference<Object>(object));
        Identity.Collections.count();
        BoundClasses.prepare(object);
        PlainCollections.contains(object);
        ViolationSites.userFrames(new Throwable().getStackTrace());
    }
}
