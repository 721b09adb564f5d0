package oracle;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the four naive monitors share: counters per event name, and per call site the set of slices that violated there. */
abstract class Monitor {
    private final String property;
    private final Map<String, Long> events = new LinkedHashMap<String, Long>();
    private final Map<Site, Map<Object, Boolean>> violations = new LinkedHashMap<Site, Map<Object, Boolean>>();

    Monitor(String property, String... eventNames) {
        this.property = property;
        for (String name : eventNames) events.put(name, 0L);
    }

    final void count(String event) {
        events.put(event, events.get(event) + 1);
    }

    /** A slice that violates twice at one site counts once there. */
    final void violation(Object slice, Site site) {
        Map<Object, Boolean> slices = violations.get(site);
        if (slices == null) violations.put(site, slices = new IdentityHashMap<Object, Boolean>());
        slices.put(slice, true);
    }

    final void write(StringBuilder out) {
        out.append("{\"name\":\"").append(property).append("\",\"events\":{");
        String comma = "";
        for (Map.Entry<String, Long> entry : events.entrySet()) {
            out.append(comma).append('"').append(entry.getKey()).append("\":").append(entry.getValue());
            comma = ",";
        }
        out.append("},\"violations\":[");
        comma = "\n";
        for (Map.Entry<Site, Map<Object, Boolean>> entry : violations.entrySet()) {
            Site site = entry.getKey();
            out.append(comma).append("{\"count\":").append(entry.getValue().size()).append(",\"site\":{\"class\":\"")
                .append(site.className()).append("\",\"method\":\"").append(site.method()).append("\",\"line\":")
                .append(site.line()).append("}}");
            comma = ",\n";
        }
        out.append("]}");
    }
}
