package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Ten events on each of many iterators that die at once; then every slice must be given up. */
public final class ShortLived {
    private ShortLived() {
    }

    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        List<PropertyDefinition> properties = PropertyDefinition.parse(text).properties;
        MonitoredObjects objects = new MonitoredObjects();
        PropertyMonitor iterator = Monitors.create(properties.get(0), null, null, objects);
        PropertyMonitor hasNext = Monitors.create(properties.get(3), null, null, objects);
        play(iterator, hasNext, Integer.parseInt(args[1]));
        ModelCheck.collectGarbage();
        long events = 0;
        long created = 0;
        long live = 0;
        long lost = 0;
        for (PropertyMonitor monitor : new PropertyMonitor[] {iterator, hasNext}) {
            long[] counts = new long[monitor.definition.events.length];
            monitor.addCounts(counts);
            for (long count : counts) {
                events += count;
            }
            monitor.clean();
            created += monitor.created();
            live += monitor.created() - monitor.collected();
            lost += monitor.lost.get();
        }
        System.out.print("events=" + events + " created=" + created + " live=" + live + " lost=" + lost + "\n");
    }

    private static void play(PropertyMonitor iterator, PropertyMonitor hasNext, int iterators) {
        List<Object> list = new ArrayList<Object>();
        for (int i = 0; i < iterators; i++) {
            if (i % 100 == 0) {
                list = new ArrayList<Object>();
            }
            Iterator<Object> one = list.iterator();
            iterator.event(0, list, one, 1);
            for (int k = 0; k < 3; k++) {
                hasNext.event(0, one, 2);
                hasNext.event(1, one, 3);
                iterator.event(2, one, 3);
            }
        }
    }
}
