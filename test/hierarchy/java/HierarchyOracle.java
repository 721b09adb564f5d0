import java.io.PrintStream;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

/** What the JVM itself says: super types of all classes of a module, and what methods resolve to. */
public class HierarchyOracle {
  public static void main(String[] args) throws Exception {
    try (PrintStream out = new PrintStream(new java.io.FileOutputStream(FileDescriptorOut.FD), false, "UTF-8")) {
      if (args[0].equals("supers")) supers(args[1], out);
      else for (String name : Arrays.copyOfRange(args, 1, args.length)) methods(Class.forName(name), out);
    }
  }

  private static final class FileDescriptorOut {
    static final java.io.FileDescriptor FD = java.io.FileDescriptor.out;
  }

  private static void supers(String module, PrintStream out) throws Exception {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class")).sorted()::iterator) {
        String name = root.relativize(file).toString().replaceAll("\\.class$", "");
        if (name.equals("module-info")) continue;
        try {
          Class<?> type = Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
          Set<String> all = new TreeSet<>();
          collect(type, all);
          out.println(name + " " + String.join(" ", all));
        } catch (LinkageError | ClassNotFoundException e) {
          // Some internal classes cannot be loaded on their own.
        }
      }
    }
  }

  private static void collect(Class<?> type, Set<String> all) {
    if (type == null || !all.add(type.getName().replace('.', '/'))) return;
    collect(type.getSuperclass(), all);
    if (type.isInterface()) collect(Object.class, all);
    for (Class<?> i : type.getInterfaces()) collect(i, all);
  }

  /** Each method that can be named on the type, resolved by the JVM (MethodHandleInfo says where to). */
  private static void methods(Class<?> type, PrintStream out) {
    Set<Method> all = new LinkedHashSet<>(Arrays.asList(type.getMethods()));
    for (Method m : all) {
      if (type.isInterface() && Modifier.isStatic(m.getModifiers()) && m.getDeclaringClass() != type) continue;
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType mt = MethodType.methodType(m.getReturnType(), m.getParameterTypes());
        MethodHandle handle = Modifier.isStatic(m.getModifiers())
            ? lookup.findStatic(type, m.getName(), mt)
            : lookup.findVirtual(type, m.getName(), mt);
        MethodHandleInfo info = lookup.revealDirect(handle);
        // Of inherited abstract interface methods it names the type that was asked, which declares none: no answer.
        Method resolved = info.getDeclaringClass().getDeclaredMethod(m.getName(), m.getParameterTypes());
        // Method handles take Object's method even where the interface declares it again.
        if (type.isInterface() && info.getDeclaringClass() == Object.class) continue;
        if (resolved.getReturnType() != m.getReturnType()) continue;
        out.println(type.getName().replace('.', '/') + " " + m.getName() + " " + mt.toMethodDescriptorString() + " "
            + info.getDeclaringClass().getName().replace('.', '/') + " " + resolved.getModifiers());
      } catch (ReflectiveOperationException | IllegalArgumentException | SecurityException e) {
        // Not accessible from here, or no answer.
      }
    }
  }
}
