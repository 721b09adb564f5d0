package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import java.util.TreeSet;

/**
 * Runs event sequences through the monitors of a definition text. Input: `trace <property> <event>..` lines after the
 * definition; every event binds no parameter, or a fresh object per trace. Output: per trace, the categories that each
 * event reported, by every engine that takes the property.
 */
public final class SuiteDriver {
    private static final TreeSet<String> FOUND = new TreeSet<String>();

    private SuiteDriver() {
    }

    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        List<String> lines = Files.readAllLines(Paths.get(args[0]), StandardCharsets.UTF_8);
        for (String line : lines) {
            if (!line.startsWith("trace ")) {
                text.append(line).append('\n');
            }
        }
        PropertyDefinition.UnitText unit = PropertyDefinition.parse(text.toString());
        Monitoring.addListener(new ViolationListener() {
            @Override
            public void violation(Violation violation) {
                FOUND.add(violation.category);
            }
        });
        StringBuilder out = new StringBuilder();
        for (String line : lines) {
            if (!line.startsWith("trace ")) {
                continue;
            }
            String[] parts = line.split(" ");
            PropertyDefinition definition = unit.properties.get(Integer.parseInt(parts[1]));
            for (String engine : new String[] {"general", "fastest"}) {
                PropertyMonitor monitor = Monitors.create(definition, null, engine, new MonitoredObjects());
                Object object = new Object();
                out.append(definition.parameters.length).append(monitor.getClass().getSimpleName());
                for (int index = 2; index < parts.length; index++) {
                    int event = Integer.parseInt(parts[index]);
                    FOUND.clear();
                    if (definition.parameters.length == 0) {
                        monitor.event(event, index);
                    } else {
                        monitor.event(event, object, index);
                    }
                    out.append(' ').append(FOUND.isEmpty() ? "-" : String.join("+", FOUND));
                }
                out.append('\n');
            }
        }
        System.out.print(out);
    }
}
