package calls;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts calls of Tracer at the beginning and the normal ends of methods, and before instructions that may run others. `new` has none: frames
 * name it by its offset. It runs class initialisers alone, of which no instruction is noted.
 */
public final class CallWeaver implements ClassFileTransformer {
    private static final ClassLoader platform = ClassLoader.getPlatformClassLoader();

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        if (module.isNamed() || loader == null || loader == platform || name == null) return null;
        if (loader == CallWeaver.class.getClassLoader() || name.startsWith("calls/")) return null;
        try {
            return woven(new ClassReader(bytes), new HashSet<>());
        } catch (Throwable failed) {
            // The JVM would go on in silence: the check counts these lines.
            System.err.println("calls: not traced: " + name + ": " + failed);
            return null;
        }
    }

    /** Methods without room stay as they are: what they call is not known. */
    private static byte[] woven(ClassReader reader, Set<String> large) {
        ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        for (MethodNode method : type.methods)
            if (method.instructions.size() > 0 && !large.contains(method.name + method.desc))
                weave(method, type.name + ' ' + method.name + ' ' + method.desc);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        try {
            return writer.toByteArray();
        } catch (MethodTooLargeException method) {
            if (!large.add(method.getMethodName() + method.getDescriptor())) throw method;
            return woven(reader, large);
        }
    }

    private static void weave(MethodNode method, String text) {
        int local = method.maxLocals;
        int index = -1;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof FrameNode) withLocal((FrameNode) instruction, local);
            if (instruction.getOpcode() < 0) continue;
            index++;
            if (mayRun(instruction))
                method.instructions.insertBefore(instruction, call(Tracer.site(text + ' ' + index), "at", "(I)V"));
            if (instruction.getOpcode() >= Opcodes.IRETURN && instruction.getOpcode() <= Opcodes.RETURN) {
                InsnList exit = new InsnList();
                exit.add(new VarInsnNode(Opcodes.ILOAD, local));
                exit.add(tracer("exit", "(I)V"));
                method.instructions.insertBefore(instruction, exit);
            }
        }
        InsnList enter = call(Tracer.method(text), "enter", "(I)I");
        enter.add(new VarInsnNode(Opcodes.ISTORE, local));
        method.instructions.insert(enter);
    }

    private static boolean mayRun(AbstractInsnNode instruction) {
        switch (instruction.getOpcode()) {
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKESPECIAL:
            case Opcodes.INVOKESTATIC:
            case Opcodes.INVOKEINTERFACE:
            case Opcodes.INVOKEDYNAMIC:
            case Opcodes.GETSTATIC:
            case Opcodes.PUTSTATIC:
                return true;
            case Opcodes.LDC:
                return ((LdcInsnNode) instruction).cst instanceof ConstantDynamic;
            default:
                return false;
        }
    }

    private static InsnList call(int number, String name, String descriptor) {
        InsnList list = new InsnList();
        list.add(new LdcInsnNode(number));
        list.add(tracer(name, descriptor));
        return list;
    }

    private static MethodInsnNode tracer(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, "calls/Tracer", name, descriptor, false);
    }

    /** The frame has the new local as well. */
    private static void withLocal(FrameNode frame, int local) {
        List<Object> locals = new ArrayList<>(frame.local == null ? Collections.emptyList() : frame.local);
        int words = 0;
        for (Object one : locals) words += one == Opcodes.LONG || one == Opcodes.DOUBLE ? 2 : 1;
        for (; words < local; words++) locals.add(Opcodes.TOP);
        locals.add(Opcodes.INTEGER);
        frame.local = locals;
    }
}
