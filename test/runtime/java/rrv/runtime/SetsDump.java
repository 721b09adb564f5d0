package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Prints, as JSON, what {@link Automaton} computes for each property of a definition. Sets of domains are bit sets over domains. */
public final class SetsDump {
    private SetsDump() {
    }

    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        Json json = new Json();
        json.open('[');
        for (PropertyDefinition definition : PropertyDefinition.parse(text).properties) {
            Automaton automaton = new Automaton(definition);
            json.open('{').field("name", definition.name).field("initial", automaton.initial);
            numbers(json, "enabled", automaton.enabled);
            numbers(json, "late", automaton.lateDomains);
            numbers(json, "alive", automaton.alive);
            int[] starts = new int[automaton.eventCount];
            for (int event = 0; event < starts.length; event++) {
                starts[event] = automaton.starts[event] ? 1 : 0;
            }
            numbers(json, "starts", starts);
            int[] next = new int[automaton.cells.length];
            for (int cell = 0; cell < next.length; cell++) {
                next[cell] = automaton.cells[cell] >>> Automaton.ACTION_BITS;
            }
            numbers(json, "next", next);
            json.close('}');
        }
        System.out.print(json.close(']'));
    }

    private static void numbers(Json json, String key, int[] numbers) {
        json.field(key, java.util.Arrays.toString(numbers));
    }
}
