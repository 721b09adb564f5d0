package rrv.runtime;

import java.io.File;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;

/** Loads all of the runtime: the copy that leads must go on when its class loader is closed (an application was undeployed). */
final class RuntimeClasses {
    private static final String ENDING = ".class";

    private RuntimeClasses() {
    }

    static void load() {
        try {
            for (String name : names()) {
                Class.forName("rrv.runtime." + name);
            }
        } catch (Throwable error) {
            // Neither a jar nor a folder, or not readable: classes are loaded as they are needed.
            Reporter.internalError(error);
        }
    }

    /** What lies beside this class, in a jar (nested ones too, by their own URL handler) or in a folder. */
    private static List<String> names() throws Exception {
        List<String> names = new ArrayList<String>();
        URL url = RuntimeClasses.class.getResource("RuntimeClasses.class");
        URLConnection connection = url.openConnection();
        if (connection instanceof JarURLConnection) {
            Enumeration<JarEntry> entries = ((JarURLConnection) connection).getJarFile().entries();
            String entryName = ((JarURLConnection) connection).getEntryName();
            String folder = entryName.substring(0, entryName.lastIndexOf('/') + 1);
            while (entries.hasMoreElements()) {
                String name = entries.nextElement().getName();
                if (name.startsWith(folder)) {
                    add(names, name.substring(folder.length()));
                }
            }
        } else if (url.getProtocol().equals("file")) {
            String[] files = new File(url.toURI()).getParentFile().list();
            for (String file : files == null ? new String[0] : files) {
                add(names, file);
            }
        }
        return names;
    }

    private static void add(List<String> names, String file) {
        if (file.endsWith(ENDING) && file.indexOf('/') < 0) {
            names.add(file.substring(0, file.length() - ENDING.length()));
        }
    }
}
