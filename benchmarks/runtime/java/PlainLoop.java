import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The loop of test/runtime/java/Loop.java without any monitor. Argument: rounds. */
public class PlainLoop {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<Integer>();
        for (int i = 0; i < 4; i++) {
            list.add(i);
        }
        long sum = 0;
        int rounds = Integer.parseInt(args[0]);
        for (int round = 0; round < rounds; round++) {
            Iterator<Integer> it = list.iterator();
            while (it.hasNext()) {
                sum += it.next();
            }
        }
        System.out.println(sum);
    }
}
