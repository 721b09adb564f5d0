package library;

import java.util.Enumeration;
import java.util.List;
import java.util.Vector;

final class SafeEnum {
    static final class Violates {
        public static void main(String[] arguments) {
            Vector<String> names = new Vector<>(List.of("a", "b", "c"));
            Enumeration<String> all = names.elements();
            while (all.hasMoreElements()) {
                String name = all.nextElement(); // SafeEnum: 1
                names.removeElement(name);
            }
            System.out.println(names);
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Vector<String> names = new Vector<>(List.of("a", "b"));
            Enumeration<String> all = names.elements();
            while (all.hasMoreElements()) System.out.println(all.nextElement());
            names.add("c");
            Enumeration<String> again = names.elements();
            if (again.hasMoreElements()) System.out.println(again.nextElement());
        }
    }
}
