package rrv.maven;

import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.maven.plugin.Mojo;
import org.apache.maven.plugin.MojoExecution;

/**
 * A goal of Surefire or Failsafe, by its public methods: its class is one of the plugin, and differs from version to
 * version. What it is asked for are the values that Maven has found, so that no expression of a POM has to be
 * evaluated here.
 */
final class TestGoal {
    private static final String PLUGINS = "org.apache.maven.plugins";
    private static final Pattern NO_FORK = Pattern.compile("0+(\\.0*)?C?");

    private final Mojo mojo;

    TestGoal(Mojo mojo) {
        this.mojo = mojo;
    }

    /** Whether that is a goal that runs tests. */
    static boolean isOne(MojoExecution execution) {
        if (!PLUGINS.equals(execution.getGroupId())) {
            return false;
        }
        String goal = execution.getArtifactId() + ":" + execution.getGoal();
        return goal.equals("maven-surefire-plugin:test") || goal.equals("maven-failsafe-plugin:integration-test");
    }

    /** Whether there may be tests that it is to run. */
    boolean runsTests() {
        for (String skips : new String[] {"isSkip", "isSkipTests", "isSkipExec"}) {
            if ((Boolean) call(skips)) {
                return false;
            }
        }
        return testClasses().isDirectory() || !listOf("getDependenciesToScan").isEmpty();
    }

    /** Whether it runs the tests in Maven's own JVM. */
    boolean runsInMaven() {
        return NO_FORK.matcher(String.valueOf(callIfThere("getForkCount"))).matches()
                || "never".equals(callIfThere("getForkMode"));
    }

    File testClasses() {
        return (File) call("getTestClassesDirectory");
    }

    void setTestClasses(File directory) {
        call("setTestClassesDirectory", directory);
    }

    /** The directory of the program's classes, or its jar. */
    File mainClasses() {
        return (File) call(has("getMainBuildPath") ? "getMainBuildPath" : "getClassesDirectory");
    }

    void setMainClasses(File path) {
        call(has("setMainBuildPath", File.class) ? "setMainBuildPath" : "setClassesDirectory", path);
    }

    /** What else is on the class path of the tests, behind their dependencies. */
    List<String> additionalClassPath() {
        return listOf("getAdditionalClasspathElements");
    }

    void addToClassPath(String path) {
        List<String> all = new ArrayList<>(additionalClassPath());
        all.add(path);
        if (has("setAdditionalClasspathElements", List.class)) {
            call("setAdditionalClasspathElements", List.class, all);
        } else {
            call("setAdditionalClasspathElements", String[].class, all.toArray(new String[0]));
        }
    }

    /** Adds an option of the JVMs of the tests. */
    void addToArgLine(String option) {
        Object before = call("getArgLine");
        call("setArgLine", String.class, before == null ? option : before + " " + option);
    }

    /** Sets an environment variable of the JVMs of the tests. */
    void setEnvironment(String name, String value) {
        Map<String, String> all = new HashMap<>();
        Map<?, ?> before = (Map<?, ?>) call("getEnvironmentVariables");
        if (before != null) {
            before.forEach((key, old) -> all.put(String.valueOf(key), old == null ? null : String.valueOf(old)));
        }
        all.put(name, value);
        call("setEnvironmentVariables", Map.class, all);
    }

    /** Lists were arrays, or the other way round, in other versions; what a version does not have is empty. */
    private List<String> listOf(String getter) {
        Object value = callIfThere(getter);
        List<String> result = new ArrayList<>();
        if (value instanceof Collection) {
            ((Collection<?>) value).forEach(one -> result.add(String.valueOf(one)));
        } else if (value != null) {
            for (int i = 0; i < Array.getLength(value); i++) {
                result.add(String.valueOf(Array.get(value, i)));
            }
        }
        return result;
    }

    private boolean has(String name, Class<?>... types) {
        return Arrays.stream(mojo.getClass().getMethods())
                .anyMatch(method -> method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), types));
    }

    private Object callIfThere(String getter) {
        return has(getter) ? call(getter) : null;
    }

    private Object call(String getter) {
        return call(getter, new Class<?>[0]);
    }

    private void call(String setter, File value) {
        call(setter, File.class, value);
    }

    private void call(String setter, Class<?> type, Object value) {
        call(setter, new Class<?>[] {type}, value);
    }

    private Object call(String name, Class<?>[] types, Object... values) {
        try {
            Method method = mojo.getClass().getMethod(name, types);
            return method.invoke(mojo, values);
        } catch (NoSuchMethodException | IllegalAccessException exception) {
            throw new IllegalStateException("rrv does not know this version of Surefire: " + exception, exception);
        } catch (InvocationTargetException exception) {
            throw new IllegalStateException(exception.getCause());
        }
    }
}
