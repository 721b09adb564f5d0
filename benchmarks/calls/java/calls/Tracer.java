package calls;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Notes which method ran from which instruction: the innermost frame of the program above it, and what of the class library lies
 * between. Woven code calls this, so it is in the bootstrap class loader.
 */
public final class Tracer {
    /** With frames of reflection and of method handles. */
    private static final StackWalker walker =
            StackWalker.getInstance(
                    Set.of(
                            StackWalker.Option.RETAIN_CLASS_REFERENCE,
                            StackWalker.Option.SHOW_HIDDEN_FRAMES));
    private static final ClassLoader platform = ClassLoader.getPlatformClassLoader();
    private static final int maxFrames = 40;

    /** By number, from 1: `class name descriptor`, and the same with the index of an instruction. */
    private static final List<String> methods = new ArrayList<>();
    private static final List<String> sites = new ArrayList<>();
    private static final Set<String> edges = new HashSet<>();
    private static final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    private Tracer() {}

    private static final class State {
        /** The instruction that runs in the innermost frame of the program; 0: none was begun. */
        int site;
        /** Code that this class runs is not traced. */
        boolean busy;
        final Pairs known = new Pairs();
    }

    /** A set of numbers that are not 0. */
    private static final class Pairs {
        private long[] table = new long[1024];
        private int count;

        /** Whether it is new. */
        boolean add(long pair) {
            int at = (int) (pair * 0x9E3779B97F4A7C15L >>> 40) & table.length - 1;
            for (; table[at] != 0; at = at + 1 & table.length - 1) if (table[at] == pair) return false;
            table[at] = pair;
            if (++count * 2 > table.length) grow();
            return true;
        }

        private void grow() {
            long[] old = table;
            table = new long[old.length * 2];
            count = 0;
            for (long pair : old) if (pair != 0) add(pair);
        }
    }

    /** Writes a line per edge when the JVM ends: instruction, method, and the frames between, innermost first. */
    public static void writeTo(String file) {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    try (PrintStream out = new PrintStream(file, StandardCharsets.UTF_8)) {
                                        synchronized (Tracer.class) {
                                            for (String edge : edges) out.print(edge + '\n');
                                        }
                                    } catch (IOException failed) {
                                        throw new UncheckedIOException(failed);
                                    }
                                }));
    }

    /** A number for a method (`class name descriptor`) that is woven. */
    public static synchronized int method(String text) {
        methods.add(text);
        return methods.size();
    }

    /** A number for an instruction (`class name descriptor index`). */
    public static synchronized int site(String text) {
        sites.add(text);
        return sites.size();
    }

    /** Called before an instruction that may run another method. */
    public static void at(int site) {
        states.get().site = site;
    }

    /** Called when a method begins. Returns what `exit` is given. */
    public static int enter(int method) {
        State state = states.get();
        int site = state.site;
        if (!state.busy && state.known.add((long) site << 32 | method)) {
            state.busy = true;
            try {
                note(site, method);
            } finally {
                state.busy = false;
            }
        }
        state.site = 0;
        return site;
    }

    /** Called when a method returns: what called it, and may call another one, is the same again. */
    public static void exit(int site) {
        states.get().site = site;
    }

    private static void note(int site, int method) {
        List<String> between = new ArrayList<>();
        String caller = walker.walk(frames -> callerAmong(frames.iterator(), between));
        synchronized (Tracer.class) {
            String callee = methods.get(method - 1);
            String known = site == 0 ? "" : sites.get(site - 1);
            // An exception may have left methods that never said so: then the instruction is not known. Nor is one that initialises a class.
            boolean isKnown = known.startsWith(caller + ' ') && !callee.contains(" <clinit> ");
            edges.add((isKnown ? known : caller + " -") + '\t' + callee + '\t' + String.join(" ", between));
        }
    }

    /** The first frame of the program after that of the method itself; what comes before goes to `between`. */
    private static String callerAmong(
            java.util.Iterator<StackWalker.StackFrame> frames, List<String> between) {
        boolean isCallee = true;
        while (frames.hasNext()) {
            StackWalker.StackFrame frame = frames.next();
            if (frame.getDeclaringClass() == Tracer.class) continue;
            if (isCallee) {
                isCallee = false;
                continue;
            }
            if (!isLibrary(frame.getDeclaringClass())) {
                // Of a function object, which runs the callee by itself.
                if (frame.getDeclaringClass().isHidden()) continue;
                return text(frame);
            }
            // What the program called is the last one.
            if (between.size() == maxFrames) between.remove(maxFrames - 1);
            between.add(frame.getClassName() + '.' + frame.getMethodName());
        }
        return "- - -";
    }

    private static String text(StackWalker.StackFrame frame) {
        String owner = frame.getClassName().replace('.', '/');
        return owner + ' ' + frame.getMethodName() + ' ' + frame.getDescriptor();
    }

    /** The program is on the class path, and the modules are the JDK's. */
    static boolean isLibrary(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == platform || type.getModule().isNamed();
    }
}
