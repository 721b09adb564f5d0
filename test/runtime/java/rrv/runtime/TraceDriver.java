package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@link BruteForceSlicer} reports of traces. Input: a definition text, then lines `trace PROPERTY` and, for each event of
 * the trace, `EVENT PLACE VALUE..` with a number for each parameter that it binds; the place - is one of its own. Output: for each event, `CATEGORY*SLICES` by
 * category, or `-`.
 */
public final class TraceDriver {
    private static final int FIRST_OWN_PLACE = 1000;

    private TraceDriver() {
    }

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Paths.get(args[0]), StandardCharsets.UTF_8);
        int first = 0;
        StringBuilder text = new StringBuilder();
        while (first < lines.size() && !lines.get(first).startsWith("trace ")) {
            text.append(lines.get(first++)).append('\n');
        }
        List<PropertyDefinition> properties = PropertyDefinition.parse(text.toString()).properties;
        PropertyDefinition definition = null;
        BruteForceSlicer slicer = null;
        StringBuilder out = new StringBuilder();
        for (String line : lines.subList(first, lines.size())) {
            String[] parts = line.split(" ");
            if (parts[0].equals("trace")) {
                definition = properties.get(Integer.parseInt(parts[1]));
                slicer = new BruteForceSlicer(definition);
                continue;
            }
            int event = Integer.parseInt(parts[0]);
            int[] values = new int[definition.parameters.length];
            int[] binds = definition.events[event].binds;
            for (int index = 0; index < binds.length; index++) {
                values[binds[index]] = Integer.parseInt(parts[index + 2]);
            }
            int place = parts[1].equals("-") ? FIRST_OWN_PLACE + out.length() : Integer.parseInt(parts[1]);
            Map<String, Integer> found = new TreeMap<String, Integer>(slicer.event(event, values, place));
            StringBuilder said = new StringBuilder();
            for (Map.Entry<String, Integer> each : found.entrySet()) {
                said.append(said.length() == 0 ? "" : " ").append(each.getKey().split(" ")[1]).append('*').append(each.getValue());
            }
            out.append(said.length() == 0 ? "-" : said).append('\n');
        }
        System.out.print(out);
    }
}
