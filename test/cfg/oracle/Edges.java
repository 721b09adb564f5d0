import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.tree.AbstractInsnNode;
import jdk.internal.org.objectweb.asm.tree.ClassNode;
import jdk.internal.org.objectweb.asm.tree.MethodNode;
import jdk.internal.org.objectweb.asm.tree.TryCatchBlockNode;
import jdk.internal.org.objectweb.asm.tree.analysis.Analyzer;
import jdk.internal.org.objectweb.asm.tree.analysis.BasicInterpreter;
import jdk.internal.org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Prints, for each method of a module, the control-flow edges that the JDK's copy of ASM finds between reachable
 * instructions: a hash of them, or all of them for the method named by the second argument. Arguments: module [method].
 */
public class Edges {
  public static void main(String[] arguments) throws Exception {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", arguments[0]);
    String wanted = arguments.length > 1 ? arguments[1] : null;
    List<Path> files;
    try (var walk = Files.walk(root)) {
      files = walk.filter(file -> file.toString().endsWith(".class")).sorted().collect(Collectors.toList());
    }
    StringBuilder out = new StringBuilder();
    for (Path file : files) {
      ClassNode node = new ClassNode();
      new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.SKIP_DEBUG);
      for (MethodNode method : node.methods) {
        if (method.instructions.size() == 0) continue;
        String name = node.name + "." + method.name + method.desc;
        if (wanted != null && !wanted.equals(name)) continue;
        String edges = String.join(" ", edgesOf(node.name, method));
        out.append(name).append('\t').append(wanted == null ? String.valueOf(edges.hashCode()) : edges).append('\n');
      }
    }
    System.out.print(out);
  }

  private static TreeSet<String> edgesOf(String owner, MethodNode method) throws Exception {
    int size = method.instructions.size();
    int[] number = new int[size + 1];
    boolean[] real = new boolean[size];
    int count = 0;
    for (int index = 0; index < size; index++) {
      number[index] = count;
      AbstractInsnNode instruction = method.instructions.get(index);
      real[index] = instruction.getOpcode() >= 0;
      if (real[index]) count++;
    }
    TreeSet<String> edges = new TreeSet<>();
    boolean[] caught = new boolean[size];
    new Analyzer<BasicValue>(new BasicInterpreter()) {
      @Override
      protected void newControlFlowEdge(int from, int to) {
        if (real[from]) edges.add(number[from] + ">" + number[to]);
      }

      @Override
      protected boolean newControlFlowExceptionEdge(int from, TryCatchBlockNode block) {
        boolean catchesAll = block.type == null || block.type.equals("java/lang/Throwable");
        if (real[from] && !caught[from]) edges.add(number[from] + "!" + number[method.instructions.indexOf(block.handler)]);
        // The loop over the blocks of an instruction starts again whenever it is visited again.
        if (catchesAll && real[from]) caught[from] = true;
        return true;
      }
    }.analyze(owner, method);
    return edges;
  }
}
