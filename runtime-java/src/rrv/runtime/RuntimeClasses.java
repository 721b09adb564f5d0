package rrv.runtime;

/** Loads all of the runtime: the copy that leads must go on when its class loader is closed (an application was undeployed). */
final class RuntimeClasses {
    private static final String[] NAMES = {
        "AuditedSlice", "AuditedSlice$Confined", "AuditedSlice$Shared", "AuditedSlice$Step", "Automaton", "BodyCall",
        "Copies", "Copies$1", "Copies$2", "Copies$3", "Copies$4", "Copies$MeetingPoint", "Copies$MeetingPoint$1",
        "Copies$MeetingPoint$2", "Finding", "ForeignBody", "ForeignBody$Access", "GeneralMonitor", "GeneralMonitor$1",
        "GeneralMonitor$Candidate", "GeneralMonitor$Key", "GeneralMonitor$Record", "GeneralMonitor$RecordList", "Guard",
        "Identity", "Identity$Cleared", "Identity$Collections", "InactiveMonitor", "InstanceTest", "InstanceTest$1",
        "Json", "KeyNode", "LeafNode", "Monitoring", "OneParameterMonitor", "OneParameterMonitor$SliceStripe",
        "OwnedMonitor", "OwnedMonitor$LeafStripe", "OwnedMonitor$MiddleStripe", "OwnerNode", "PropertyDefinition",
        "PropertyDefinition$Event", "PropertyDefinition$Handler", "PropertyDefinition$UnitText", "PropertyMonitor",
        "Registration", "Registry", "Registry$1", "Registry$BodySource", "RemoteMonitor", "ReportFile", "Reporter",
        "Reporter$1", "Reporter$2", "Reporter$Entry", "Reporter$EntryKey", "Roles", "RuntimeClasses", "Settings",
        "Shared", "SliceBody", "SliceNode", "Stripe", "StripedMonitor", "ThreadStart", "Transitions", "Unit",
        "Violation", "ViolationException", "ViolationListener", "WeakTable",
    };

    private RuntimeClasses() {
    }

    static void load() {
        for (String name : NAMES) {
            try {
                Class.forName("rrv.runtime." + name);
            } catch (Throwable error) {
                Reporter.internalError(error);
            }
        }
    }
}
