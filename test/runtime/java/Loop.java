import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import rrv.runtime.PropertyMonitor;
import rrv.runtime.Registration;
import rrv.runtime.Registry;

/** Arguments: definition, rounds. Each round makes an iterator, asks it five times and advances it four times. */
public class Loop {
    public static void main(String[] args) throws Exception {
        Registration registration = Registry.register(new FileUnit(args[0]));
        PropertyMonitor iterator = registration.monitor(0);
        PropertyMonitor listIterator = registration.monitor(1);
        PropertyMonitor map = registration.monitor(2);
        PropertyMonitor hasNext = registration.monitor(3);
        int base = registration.base;
        List<Integer> list = new ArrayList<Integer>();
        for (int i = 0; i < 4; i++) {
            list.add(i);
        }
        long sum = 0;
        int rounds = Integer.parseInt(args[1]);
        for (int round = 0; round < rounds; round++) {
            Iterator<Integer> it = list.iterator();
            iterator.event(0, list, it, base + 1);
            listIterator.event(0, list, it, base + 1);
            map.event(1, list, it, base + 1);
            while (true) {
                boolean more = it.hasNext();
                hasNext.event(0, it, base + 2);
                if (!more) {
                    break;
                }
                iterator.event(2, it, base + 3);
                listIterator.event(2, it, base + 3);
                map.event(3, it, base + 3);
                hasNext.event(1, it, base + 3);
                sum += it.next();
            }
        }
        System.out.println(sum);
    }
}
