import java.io.IOException;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.CRC32;

/** Every class of the JDK that runs this, as its own jrt file system reads it: module, name, size, CRC. */
public class ImageOracle {
  public static void main(String[] args) throws IOException {
    FileSystem jrt = args.length == 0
        ? FileSystems.getFileSystem(URI.create("jrt:/"))
        : FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", args[0]));
    StringBuilder out = new StringBuilder();
    try (Stream<Path> files = Files.walk(jrt.getPath("/modules"))) {
      for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class")).sorted()::iterator) {
        byte[] bytes = Files.readAllBytes(file);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        out.append(file.toString().substring("/modules".length())).append(' ').append(bytes.length).append(' ')
            .append(crc.getValue()).append('\n');
      }
    }
    System.out.print(out);
  }
}
