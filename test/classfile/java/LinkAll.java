import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Links every class of the running JDK's image, so that the virtual machine verifies it (asking for the declared
 * methods links), without initialising it. Prints each failure, and how many classes were linked.
 */
public class LinkAll {
  public static void main(String[] arguments) throws Exception {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules"))) {
      files.map(Path::toString).filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class")).forEach(names::add);
    }
    int linked = 0;
    for (String file : names) {
      String name = file.substring(file.indexOf('/', "/modules/".length()) + 1, file.length() - ".class".length());
      try {
        Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader()).getDeclaredMethods();
        linked++;
      } catch (Throwable e) {
        System.out.println(name + " " + e);
      }
    }
    System.out.println("linked " + linked);
  }
}
