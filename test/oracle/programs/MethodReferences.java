import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Calls made through method references, which AspectJ does not see. */
public class MethodReferences {
    public static void main(String[] args) {
        List<String> list = new ArrayList<String>(Arrays.asList("a", "b"));
        Iterator<String> i = list.iterator();
        Supplier<String> next = i::next;
        Consumer<String> add = list::add;
        next.get();
        add.accept("c");
        try {
            next.get();
        } catch (RuntimeException expected) {
            list.clear();
        }
    }
}
