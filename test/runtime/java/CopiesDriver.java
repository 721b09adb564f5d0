import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Two sibling class loaders with a runtime each, a third one within the first that prefers its own classes, and a fourth that does not.
 * Arguments: definition, definition with Java code.
 */
public class CopiesDriver {
    /** As those of application servers: its own classes before its parent's. */
    static final class ChildFirst extends URLClassLoader {
        ChildFirst(URL[] urls, ClassLoader parent) {
            super(urls, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try {
                return findClass(name);
            } catch (ClassNotFoundException e) {
                return super.loadClass(name, resolve);
            }
        }
    }

    @SuppressWarnings("unchecked")
    static Function<Object[], Object> worker(ClassLoader loader) throws Exception {
        return (Function<Object[], Object>) loader.loadClass("CopyWorker").getConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        URL[] urls = {new File(System.getProperty("java.class.path")).toURI().toURL()};
        URLClassLoader first = new URLClassLoader(urls, null);
        URLClassLoader second = new URLClassLoader(urls, null);
        ClassLoader nested = new ChildFirst(urls, first);
        ClassLoader plain = new URLClassLoader(urls, first);
        List<Function<Object[], Object>> workers = new ArrayList<Function<Object[], Object>>();
        String[] names = {"First", "Second", "Nested", "Plain"};
        for (ClassLoader loader : new ClassLoader[] {first, second, nested, plain}) {
            Function<Object[], Object> worker = worker(loader);
            worker.apply(new Object[] {"start", names[workers.size()], args[0]});
            workers.add(worker);
        }
        // SafeIterator: made by the first, updated by the second, used by the third.
        Object list = new Object();
        Object iterator = new Object();
        workers.get(0).apply(new Object[] {"event", 0, 0, 1, list, iterator});
        workers.get(3).apply(new Object[] {"event", 0, 2, 2, iterator});
        workers.get(1).apply(new Object[] {"event", 0, 1, 3, list});
        System.out.println(workers.get(2).apply(new Object[] {"event", 0, 2, 4, iterator}));
        // No slice has objects of these classes: not counted, also where the leader decides that.
        for (Function<Object[], Object> worker : workers) {
            worker.apply(new Object[] {"ifBound", 0, 2, 8, worker});
            worker.apply(new Object[] {"ifBound", 2, 1, 8, names, list});
        }
        // SafeHasNext: asked in one copy, advanced in another; then a violation of each.
        workers.get(0).apply(new Object[] {"event", 3, 0, 5, iterator});
        workers.get(1).apply(new Object[] {"event", 3, 1, 6, iterator});
        for (Function<Object[], Object> worker : workers) {
            System.out.println(worker.apply(new Object[] {"event", 3, 1, 7, iterator}));
        }
        for (Function<Object[], Object> worker : workers) {
            System.out.println(worker.apply(new Object[] {"told"}));
        }
        // The leader's jar may be gone when the report is written.
        first.close();
        // Java code of a property: the second copy's bodies, events of both.
        Function<Object[], Object> bodies = worker(new ChildFirst(urls, second));
        Function<Object[], Object> more = worker(new URLClassLoader(urls, null));
        bodies.apply(new Object[] {"bodies", args[1]});
        more.apply(new Object[] {"bodies", args[1]});
        Object stream = new Object();
        bodies.apply(new Object[] {"advice", 0, 1, new Object[] {stream, 1}});
        more.apply(new Object[] {"advice", 1, 2, new Object[] {stream}});
        bodies.apply(new Object[] {"advice", 1, 3, new Object[] {stream}});
        more.apply(new Object[] {"advice", 2, 4, new Object[] {stream}});
        System.out.println(more.apply(new Object[] {"advice", 3, 4, new Object[] {stream}}));
        System.out.println(bodies.apply(new Object[] {"report"}).equals(workers.get(0).apply(new Object[] {"report"})));
        // What a program may list is as it was.
        ByteArrayOutputStream sink = new ByteArrayOutputStream();
        System.getProperties().list(new PrintStream(sink));
        System.getProperties().store(sink, "");
        second.close();
    }
}
