package calls;

import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/**
 * Traces the calls of a program. Arguments, with commas between: the file to write, the jar of Tracer, and the jars of CallWeaver
 * and ASM, which have a class loader of their own, as the program may have another ASM.
 */
public final class Agent {
    private Agent() {}

    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        String[] files = arguments.split(",");
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(files[1]));
        Class.forName("calls.Tracer", true, null).getMethod("writeTo", String.class).invoke(null, files[0]);
        List<URL> jars = new ArrayList<>();
        for (int at = 2; at < files.length; at++) jars.add(new File(files[at]).toURI().toURL());
        ClassLoader own = new URLClassLoader(jars.toArray(new URL[0]), null);
        Object weaver = Class.forName("calls.CallWeaver", true, own).getConstructor().newInstance();
        instrumentation.addTransformer((ClassFileTransformer) weaver);
    }
}
