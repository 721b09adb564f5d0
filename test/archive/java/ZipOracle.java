import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

/** What java.util.zip sees in an archive, and archives that it writes: the judge of src/archive. */
public class ZipOracle {
  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "list" -> list(new File(args[1]));
      case "many" -> many(new File(args[1]), Integer.parseInt(args[2]));
      case "mixed" -> mixed(new File(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** One line per entry as ZipFile sees it, then one per entry as ZipInputStream sees it. */
  private static void list(File file) throws IOException {
    StringBuilder out = new StringBuilder();
    try (ZipFile zip = new ZipFile(file)) {
      out.append("comment ").append(zip.getComment()).append('\n');
      for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); ) {
        ZipEntry entry = e.nextElement();
        byte[] data = zip.getInputStream(entry).readAllBytes();
        out.append(describe(entry, data)).append(" comment ").append(entry.getComment()).append('\n');
      }
    }
    try (ZipInputStream stream = new ZipInputStream(new FileInputStream(file))) {
      for (ZipEntry entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
        byte[] data = stream.readAllBytes();
        out.append("stream ").append(entry.getName()).append(' ').append(data.length).append('\n');
      }
    } catch (ZipException e) {
      // Only its class: a prefix makes the stream end at once.
      out.append("stream ").append(e.getMessage()).append('\n');
    }
    System.out.print(out);
  }

  private static String describe(ZipEntry entry, byte[] data) {
    CRC32 crc = new CRC32();
    crc.update(data);
    if (crc.getValue() != entry.getCrc() || data.length != entry.getSize()) throw new IllegalStateException(entry.getName());
    return String.join(" ", entry.getName(), String.valueOf(entry.getMethod()), String.valueOf(data.length),
        Long.toHexString(entry.getCrc()), String.valueOf(entry.getTime()),
        entry.getExtra() == null ? "-" : HexFormat.of().formatHex(entry.getExtra()));
  }

  private static void many(File file, int count) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
      for (int i = 0; i < count; i++) {
        out.putNextEntry(new ZipEntry("e" + i));
        out.write(i);
        out.closeEntry();
      }
    }
  }

  /** Stored and deflated entries, extra data, comments, times, a directory, names beyond ASCII. */
  private static void mixed(File file) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file))) {
      out.setComment("comment of the archive");
      put(out, "META-INF/", ZipEntry.STORED, new byte[0]);
      put(out, "a/Deflated.class", ZipEntry.DEFLATED, "deflated ".repeat(100).getBytes());
      put(out, "a/Stored.class", ZipEntry.STORED, "stored".getBytes());
      put(out, "ünïcode/日本.txt", ZipEntry.DEFLATED, "x".getBytes());
      put(out, "empty", ZipEntry.DEFLATED, new byte[0]);
    }
  }

  private static void put(ZipOutputStream out, String name, int method, byte[] data) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(method);
    entry.setTime(1_000_000_000_000L);
    entry.setComment("comment of " + name);
    if (!name.endsWith("/")) entry.setExtra(new byte[] {(byte) 0xfe, (byte) 0xca, 2, 0, 7, 8});
    if (method == ZipEntry.STORED) {
      CRC32 crc = new CRC32();
      crc.update(data);
      entry.setCrc(crc.getValue());
      entry.setSize(data.length);
    }
    out.putNextEntry(entry);
    out.write(data);
    out.closeEntry();
  }
}
