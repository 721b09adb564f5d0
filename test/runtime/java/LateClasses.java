import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;

/**
 * Runs a main class in a class loader that names on stdout each class which an event or the report at the end
 * asks it for. Arguments: main class, its arguments.
 */
public class LateClasses extends URLClassLoader {
    LateClasses(URL[] urls) {
        super(urls, ClassLoader.getSystemClassLoader().getParent());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isInEvent(new Throwable().getStackTrace())) {
            System.out.println("late: " + name);
        }
        return super.loadClass(name, resolve);
    }

    private static boolean isInEvent(StackTraceElement[] frames) {
        boolean inRuntime = false;
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().startsWith("rrv.runtime.")) {
                inRuntime = true;
                boolean early = frame.getClassName().equals("rrv.runtime.Registry") && frame.getMethodName().equals("<clinit>");
                if (early || frame.getMethodName().equals("register")) {
                    return false;
                }
            }
        }
        return inRuntime;
    }

    public static void main(String[] args) throws Exception {
        String[] paths = System.getProperty("java.class.path").split(File.pathSeparator);
        URL[] urls = new URL[paths.length];
        for (int index = 0; index < paths.length; index++) {
            urls[index] = new File(paths[index]).toURI().toURL();
        }
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        new LateClasses(urls).loadClass(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    }
}
