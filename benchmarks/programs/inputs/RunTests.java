import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs the test classes of a jar whose entries match an expression, and prints what became of each test, sorted, without times. */
public class RunTests {
    public static void main(String[] arguments) throws Exception {
        List<String> names = new ArrayList<String>();
        try (JarFile jar = new JarFile(arguments[0])) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                String entry = entries.nextElement().getName();
                if (entry.matches(arguments[1])) {
                    names.add(entry.replace('/', '.').substring(0, entry.length() - ".class".length()));
                }
            }
        }
        Collections.sort(names);
        List<Class<?>> classes = new ArrayList<Class<?>>();
        for (String name : names) {
            Class<?> type = Class.forName(name);
            if (!Modifier.isAbstract(type.getModifiers())) {
                classes.add(type);
            }
        }
        final List<String> lines = new ArrayList<String>();
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            private final Set<String> failed = new HashSet<String>();

            @Override
            public void testFailure(Failure failure) {
                String test = failure.getDescription().getDisplayName();
                failed.add(test);
                lines.add("failed " + test + " " + failure.getException().getClass().getName());
            }

            @Override
            public void testFinished(Description description) {
                if (!failed.contains(description.getDisplayName())) {
                    lines.add("passed " + description.getDisplayName());
                }
            }
        });
        Result result = core.run(classes.toArray(new Class<?>[0]));
        Collections.sort(lines);
        for (String line : lines) {
            System.out.println(line);
        }
        System.out.println(result.getRunCount() + " run, " + result.getFailureCount() + " failed");
        System.exit(0);
    }
}
