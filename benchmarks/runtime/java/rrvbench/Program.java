package rrvbench;

import rrvbench.Things.Bag;
import rrvbench.Things.Cursor;
import rrvbench.Things.Table;

/** The monitored program; a JVM loads one subclass only, so calls are not virtual once compiled. */
abstract class Program {
    abstract boolean hasMore(Cursor i);

    abstract void advance(Cursor i);

    abstract Cursor cursor(Bag c);

    abstract void add(Bag c);

    abstract Bag view(Table m);

    abstract void put(Table m);

    abstract Table descending(Table m);

    static Program of(String monitor, String property) throws Exception {
        String name = monitor.equals("aspectj") ? "rrvbench.Woven" + property
                : "rrvbench." + monitor.substring(0, 1).toUpperCase() + monitor.substring(1) + "Program";
        java.lang.reflect.Constructor<?> constructor = Class.forName(name).getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        return (Program) constructor.newInstance(property);
    }
}
