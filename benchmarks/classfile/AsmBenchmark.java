import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What main.ts measures of rrv, done with ASM: reading, visiting all code, and an event around every call. */
public class AsmBenchmark {
  private static final int API = Opcodes.ASM9;

  public static void main(String[] arguments) throws Exception {
    List<byte[]> classes = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(Path.of(arguments[0]))))) {
      while (in.available() > 0) classes.add(in.readNBytes(in.readInt()));
    }
    for (int round = 1; round <= Integer.parseInt(arguments[1]); round++) {
      measure("read", round, classes, bytes -> new ClassReader(bytes).getItemCount());
      measure("decode", round, classes, AsmBenchmark::decode);
      measure("edit", round, classes, AsmBenchmark::edit);
    }
  }

  private static void measure(String what, int round, List<byte[]> classes, ToIntFunction<byte[]> task) {
    OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    long start = System.nanoTime();
    long result = 0;
    for (byte[] bytes : classes) result += task.applyAsInt(bytes);
    double wall = (System.nanoTime() - start) / 1e9;
    if (result == 0) throw new IllegalStateException(what);
    System.out.println(what + " " + round + " " + wall + " " + (system.getProcessCpuTime() - cpu) / 1e9);
  }

  private static int decode(byte[] bytes) {
    int[] calls = new int[1];
    new ClassReader(bytes).accept(
        new ClassVisitor(API) {
          @Override
          public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(API) {
              @Override
              public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                calls[0]++;
              }
            };
          }
        },
        0);
    return calls[0];
  }

  private static int edit(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(API, writer) {
          private int site;

          @Override
          public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(API, super.visitMethod(access, name, descriptor, signature, exceptions)) {
              private void event() {
                super.visitIntInsn(Opcodes.SIPUSH, site++ & 0x7fff);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "rrv/Events", "e", "(I)V", false);
              }

              @Override
              public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                event();
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                event();
              }

              @Override
              public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... constants) {
                event();
                super.visitInvokeDynamicInsn(name, descriptor, handle, constants);
                event();
              }

              @Override
              public void visitMaxs(int maxStack, int maxLocals) {
                super.visitMaxs(maxStack + 1, maxLocals);
              }
            };
          }
        },
        0);
    try {
      return writer.toByteArray().length;
    } catch (MethodTooLargeException e) {
      return 0;
    }
  }
}
