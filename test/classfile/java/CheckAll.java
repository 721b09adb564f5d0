import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * Has ASM check every class of a file (u4 length and bytes, again and again): its structure with the tree
 * API's data-flow verifier. Prints the name and first line of what it says about each that fails, and the
 * number of classes.
 */
public class CheckAll {
  public static void main(String[] arguments) throws Exception {
    List<byte[]> classes = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(Path.of(arguments[0]))))) {
      while (in.available() > 0) classes.add(in.readNBytes(in.readInt()));
    }
    classes.parallelStream().forEach(bytes -> {
      ClassReader reader = new ClassReader(bytes);
      StringWriter said = new StringWriter();
      try {
        CheckClassAdapter.verify(reader, CheckAll.class.getClassLoader(), false, new PrintWriter(said));
      } catch (Throwable e) {
        said.append(e.toString());
      }
      if (said.getBuffer().length() > 0)
        System.out.println(reader.getClassName() + " " + said.toString().lines().findFirst().get());
    });
    System.out.println("checked " + classes.size());
  }
}
