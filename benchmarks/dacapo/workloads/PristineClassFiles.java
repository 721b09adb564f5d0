import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads classes from this JVM's class path, but hands out class files as resources from the jars that the
 * system property workload.originals names. For a program that reads class files which are its own: what it
 * reads then does not depend on what was woven into it.
 */
final class PristineClassFiles extends URLClassLoader {
    private final URLClassLoader originals;

    PristineClassFiles() throws MalformedURLException {
        super(urls(System.getProperty("java.class.path")), ClassLoader.getSystemClassLoader().getParent());
        originals = new URLClassLoader(urls(System.getProperty("workload.originals")), null);
    }

    @Override
    public URL getResource(String name) {
        URL original = name.endsWith(".class") ? originals.findResource(name) : null;
        return original == null ? super.getResource(name) : original;
    }

    private static URL[] urls(String path) throws MalformedURLException {
        List<URL> urls = new ArrayList<URL>();
        for (String entry : path.split(File.pathSeparator)) urls.add(new File(entry).toURI().toURL());
        return urls.toArray(new URL[0]);
    }
}
