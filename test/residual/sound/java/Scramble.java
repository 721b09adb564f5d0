import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites the classes of a folder, in place, to byte code that does the same and that no compiler of Java writes: blocks in any order, loops
 * that are entered at two places, values that go by way of locals which hold many types, and by way of the stack.
 *
 * <p>{@code java Scramble FOLDER CLASS...}: which classes, by internal name, in a way that depends on their names. A class {@code Coin} is added.
 */
public final class Scramble {
    private final Random random;
    private final ClassLoader loader;

    private Scramble(Random random, ClassLoader loader) {
        this.random = random;
        this.loader = loader;
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
        for (int index = 1; index < args.length; index++) {
            Path file = folder.resolve(args[index] + ".class");
            byte[] before = Files.readAllBytes(file);
            Random random = new Random(args[index].hashCode());
            Files.write(file, new Scramble(random, loader).scrambled(before));
        }
        Files.write(folder.resolve("Coin.class"), coin(Files.exists(folder.resolve("R.class"))));
    }

    /**
     * {@code class Coin { static int state; static boolean toss(int place) { return (((state += 12345) ^ place) * 0x9E3779B1 >>> 31) != 0; } }}, with
     * {@code R.fuel}, where programs have it, instead of what is counted: it begins anew with each program, however the one before it ended.
     */
    private static byte[] coin(boolean hasFuel) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_SUPER, "Coin", null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_STATIC, "state", "I", null, null);
        MethodVisitor toss = writer.visitMethod(Opcodes.ACC_STATIC, "toss", "(I)Z", null, null);
        toss.visitCode();
        if (hasFuel) toss.visitFieldInsn(Opcodes.GETSTATIC, "R", "fuel", "I");
        else {
            toss.visitFieldInsn(Opcodes.GETSTATIC, "Coin", "state", "I");
            toss.visitLdcInsn(12345);
            toss.visitInsn(Opcodes.IADD);
            toss.visitInsn(Opcodes.DUP);
            toss.visitFieldInsn(Opcodes.PUTSTATIC, "Coin", "state", "I");
        }
        toss.visitVarInsn(Opcodes.ILOAD, 0);
        toss.visitInsn(Opcodes.IXOR);
        toss.visitLdcInsn(0x9E3779B1);
        toss.visitInsn(Opcodes.IMUL);
        toss.visitIntInsn(Opcodes.BIPUSH, 31);
        toss.visitInsn(Opcodes.IUSHR);
        toss.visitInsn(Opcodes.IRETURN);
        toss.visitMaxs(0, 0);
        toss.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private byte[] scrambled(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        for (MethodNode method : node.methods) {
            if (method.instructions.size() == 0) continue;
            detour(method);
            new Blocks(method).shuffle();
        }
        ClassWriter writer =
                new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
                    @Override
                    protected ClassLoader getClassLoader() {
                        return loader;
                    }
                };
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Ways by other locals and by the stack for the references that an instruction pushes, and nothing but them. */
    private void detour(MethodNode method) {
        int first = method.maxLocals;
        boolean isConstructor = method.name.equals("<init>");
        for (AbstractInsnNode at : method.instructions.toArray()) {
            int opcode = at.getOpcode();
            if (opcode == -1) continue;
            if (at instanceof JumpInsnNode jump && (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) && random.nextInt(3) == 0)
                method.instructions.insertBefore(at, new InsnNode(Opcodes.SWAP));
            if (!pushesReference(at) || isConstructor && opcode == Opcodes.ALOAD && ((VarInsnNode) at).var == 0) continue;
            int spare = first + random.nextInt(3);
            InsnList after = new InsnList();
            switch (random.nextInt(9)) {
                case 0:
                    after.add(new VarInsnNode(Opcodes.ASTORE, spare));
                    after.add(new VarInsnNode(Opcodes.ALOAD, spare));
                    break;
                case 1:
                    after.add(new InsnNode(Opcodes.DUP));
                    after.add(new VarInsnNode(Opcodes.ASTORE, spare));
                    break;
                case 2:
                    after.add(new InsnNode(Opcodes.DUP));
                    after.add(new InsnNode(Opcodes.DUP));
                    after.add(new InsnNode(Opcodes.POP2));
                    break;
                case 3:
                    after.add(new InsnNode(Opcodes.DUP));
                    after.add(new TypeInsnNode(Opcodes.INSTANCEOF, random.nextBoolean() ? "java/util/List" : "java/lang/Iterable"));
                    after.add(new InsnNode(Opcodes.POP));
                    break;
                case 4:
                    after.add(new InsnNode(Opcodes.ACONST_NULL));
                    after.add(new InsnNode(Opcodes.SWAP));
                    after.add(new InsnNode(Opcodes.DUP_X1));
                    after.add(new InsnNode(Opcodes.POP2));
                    // null and the value are gone, the value below them stays.
                    break;
                default:
            }
            if (after.size() > 0) method.instructions.insert(at, after);
        }
        method.maxLocals = first + 3;
    }

    private static boolean pushesReference(AbstractInsnNode at) {
        switch (at.getOpcode()) {
            case Opcodes.ALOAD:
            case Opcodes.CHECKCAST:
            case Opcodes.AALOAD:
                return true;
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKEINTERFACE:
            case Opcodes.INVOKESTATIC:
                int sort = Type.getReturnType(((MethodInsnNode) at).desc).getSort();
                return sort == Type.OBJECT || sort == Type.ARRAY;
            default:
                return false;
        }
    }

    /** A method in blocks; each ends in a jump, a return or a throw, so that their order does not matter. */
    private final class Blocks {
        private final MethodNode method;
        private final List<Block> blocks = new ArrayList<>();
        private final Map<LabelNode, Block> byLabel = new HashMap<>();

        private final class Block {
            final LabelNode label;
            final List<AbstractInsnNode> instructions = new ArrayList<>();
            /** By position in the exception table. */
            final List<TryCatchBlockNode> handlers = new ArrayList<>();
            LabelNode next;
            Block copy;

            Block(LabelNode label) {
                this.label = label;
            }
        }

        Blocks(MethodNode method) {
            this.method = method;
            split();
        }

        private void split() {
            Set<LabelNode> begins = new HashSet<>();
            for (AbstractInsnNode at : method.instructions.toArray()) {
                if (at instanceof JumpInsnNode jump) begins.add(jump.label);
                if (at instanceof TableSwitchInsnNode table) {
                    begins.addAll(table.labels);
                    begins.add(table.dflt);
                }
                if (at instanceof LookupSwitchInsnNode lookup) {
                    begins.addAll(lookup.labels);
                    begins.add(lookup.dflt);
                }
            }
            Map<LabelNode, List<TryCatchBlockNode>> starts = new HashMap<>();
            Map<LabelNode, List<TryCatchBlockNode>> ends = new HashMap<>();
            for (TryCatchBlockNode one : method.tryCatchBlocks) {
                begins.add(one.handler);
                begins.add(one.start);
                begins.add(one.end);
                starts.computeIfAbsent(one.start, key -> new ArrayList<>()).add(one);
                ends.computeIfAbsent(one.end, key -> new ArrayList<>()).add(one);
            }
            Set<TryCatchBlockNode> open = new HashSet<>();
            Block current = null;
            for (AbstractInsnNode at : method.instructions.toArray()) {
                if (at instanceof FrameNode) continue;
                boolean isEntered = at instanceof LabelNode && begins.contains(at);
                if (at instanceof LabelNode label) {
                    for (TryCatchBlockNode one : ends.getOrDefault(label, List.of())) open.remove(one);
                    open.addAll(starts.getOrDefault(label, List.of()));
                }
                if (current == null || isEntered || at.getOpcode() >= 0 && current.instructions.size() > 2 && random.nextInt(12) == 0) {
                    Block next = new Block(isEntered ? (LabelNode) at : new LabelNode());
                    if (current != null) current.next = next.label;
                    current = next;
                    for (TryCatchBlockNode one : method.tryCatchBlocks) if (open.contains(one)) next.handlers.add(one);
                    blocks.add(next);
                    byLabel.put(next.label, next);
                    if (isEntered) continue;
                }
                current.instructions.add(at);
                if (isEnd(at)) current = null;
                else if (at instanceof JumpInsnNode) {
                    Block next = new Block(new LabelNode());
                    current.next = next.label;
                    current = next;
                    for (TryCatchBlockNode one : method.tryCatchBlocks) if (open.contains(one)) next.handlers.add(one);
                    blocks.add(next);
                    byLabel.put(next.label, next);
                }
            }
        }

        private static boolean isEnd(AbstractInsnNode at) {
            int opcode = at.getOpcode();
            return opcode == Opcodes.GOTO
                    || opcode == Opcodes.ATHROW
                    || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                    || opcode == Opcodes.TABLESWITCH
                    || opcode == Opcodes.LOOKUPSWITCH;
        }

        void shuffle() {
            List<Block> copies = new ArrayList<>();
            for (Block block : blocks) if (random.nextInt(4) == 0 && isCopied(block)) copies.add(copyOf(block));
            List<Block> all = new ArrayList<>(blocks);
            all.addAll(copies);
            Block entry = all.remove(0);
            Collections.shuffle(all, random);
            all.add(0, entry);
            InsnList out = new InsnList();
            List<TryCatchBlockNode> table = new ArrayList<>();
            Map<TryCatchBlockNode, List<TryCatchBlockNode>> ranges = new HashMap<>();
            for (Block block : all) {
                out.add(block.label);
                AbstractInsnNode last = null;
                for (AbstractInsnNode at : block.instructions) {
                    last = at;
                    if (at.getOpcode() != Opcodes.GOTO) out.add(at);
                }
                // Behind the last instruction there may be labels, which nothing goes to.
                if (block.next != null && (last == null || !isEnd(last))) jumpTo(block.next, out);
                else if (last.getOpcode() == Opcodes.GOTO) jumpTo(((JumpInsnNode) last).label, out);
                LabelNode end = new LabelNode();
                out.add(end);
                if (block.instructions.stream().anyMatch(at -> at.getOpcode() >= 0))
                    for (TryCatchBlockNode one : block.handlers)
                        ranges.computeIfAbsent(one, key -> new ArrayList<>())
                                .add(new TryCatchBlockNode(block.label, end, copied(one.handler), one.type));
            }
            for (TryCatchBlockNode one : method.tryCatchBlocks) table.addAll(ranges.getOrDefault(one, List.of()));
            method.instructions = out;
            method.tryCatchBlocks = table;
            method.localVariables = null;
            method.visibleLocalVariableAnnotations = null;
            method.invisibleLocalVariableAnnotations = null;
            method.maxStack += 8;
        }

        /** Objects that are not initialized are of one place alone. */
        private boolean isCopied(Block block) {
            return block.instructions.stream().noneMatch(at -> at.getOpcode() == Opcodes.NEW) && block != blocks.get(0);
        }

        private Block copyOf(Block block) {
            Block copy = new Block(new LabelNode());
            Map<LabelNode, LabelNode> labels = new HashMap<>();
            for (AbstractInsnNode at : block.instructions) if (at instanceof LabelNode label) labels.put(label, new LabelNode());
            Map<LabelNode, LabelNode> all =
                    new HashMap<>() {
                        @Override
                        public LabelNode get(Object key) {
                            return labels.getOrDefault(key, (LabelNode) key);
                        }
                    };
            for (AbstractInsnNode at : block.instructions) copy.instructions.add(at.clone(all));
            copy.handlers.addAll(block.handlers);
            copy.next = block.next;
            block.copy = copy;
            return copy;
        }

        /** The block or its copy, if it has one, as the coin falls. */
        private void jumpTo(LabelNode label, InsnList out) {
            Block block = byLabel.get(label);
            if (block != null && block.copy != null) {
                out.add(new LdcInsnNode(random.nextInt()));
                out.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "Coin", "toss", "(I)Z", false));
                out.add(new JumpInsnNode(Opcodes.IFEQ, block.copy.label));
            }
            out.add(new JumpInsnNode(Opcodes.GOTO, label));
        }

        private LabelNode copied(LabelNode label) {
            Block block = byLabel.get(label);
            return block != null && block.copy != null && random.nextBoolean() ? block.copy.label : label;
        }
    }
}
