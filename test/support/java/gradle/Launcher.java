import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts Gradle from the jars beside this one. Not as the class path of the JVM, which would ask the jar that has all of
 * Gradle's libraries for file systems while it starts.
 */
public final class Launcher {
    private Launcher() {
    }

    public static void main(String[] args) throws Exception {
        File own = new File(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<URL> jars = new ArrayList<>();
        for (File jar : own.getParentFile().listFiles()) {
            jars.add(jar.toURI().toURL());
        }
        ClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        loader.loadClass("org.gradle.launcher.GradleMain").getMethod("main", String[].class).invoke(null, (Object) args);
    }
}
