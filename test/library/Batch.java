package library;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Runs the main methods of several programs one after the other, so that one virtual machine serves them all. */
final class Batch {
    public static void main(String[] programs) throws ReflectiveOperationException {
        for (String program : programs) {
            System.out.println("== " + program);
            Method main = Class.forName(program).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            try {
                main.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException failure) {
                System.out.println("threw " + failure.getCause());
            }
        }
    }
}
