import java.util.*;

/** What the library calls of the program: told by the probes, by the innermost call of the class library that is running. */
public final class Observed {
    /** A call of code of the class library. */
    static final class Frame {
        final String call;
        final Object receiver;
        final BitSet seen = new BitSet();
        Frame(String call, Object receiver) { this.call = call; this.receiver = receiver; }
    }
    /** Stops calls that never end. */
    static final class Enough extends Error { }

    static volatile Thread active;
    static List<Probes.Probe> probes;
    static ArrayDeque<Frame> frames;
    static Random random;
    static List<Object> elements;
    static List<Object> delegates;
    static int calls;
    static java.util.function.Consumer<Frame> sink;
    /** Objects of the class library that nobody was given: receivers of calls that are claimed not to keep them. By identity. */
    static Set<Object> confined = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Told when a probe is given such an object, and which probe. */
    static java.util.function.BiConsumer<Object, Integer> shown;

    private Observed() { }

    private static boolean isOther() {
        if (Thread.currentThread() == active) return false;
        if (Thread.currentThread().getName().startsWith("observed")) throw new Enough();
        return true;
    }

    /** `given`: arguments that are references. */
    public static void enter(int probe, Object receiver, Object... given) {
        if (isOther()) return;
        if (++calls > 5000 || frames.size() > 60) throw new Enough();
        Frame top = frames.peek();
        for (Object one : given) if (one != null && confined.contains(one)) shown.accept(one, probe);
        if (top != null) top.seen.set(probe);
        Probes.Probe called = probes.get(probe);
        frames.push(new Frame(called.calls() + " " + called.name() + " " + called.descriptor(), receiver));
    }

    public static void exit() {
        if (isOther()) return;
        Frame frame = frames.poll();
        if (frame != null && !frame.seen.isEmpty()) sink.accept(frame);
    }

    /** An object of the class library that does what a probe of an interface is asked for. */
    public static Object below(Class<?> type) {
        if (isOther() || delegates == null) return null;
        List<Object> found = new ArrayList<>();
        for (Object one : delegates) if (type.isInstance(one)) found.add(one);
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }

    /** What a method answers that has no body in the class library. */
    public static Object answer(Object below, String name, Class<?> result, Class<?>[] types, Object... arguments) throws RuntimeException {
        if (isOther()) return ofType(result, new Random(1), List.of());
        if (below != null)
            try {
                java.lang.reflect.Method method = Values.publicMethod(below.getClass(), name, types);
                if (method != null) return method.invoke(below, arguments);
            } catch (java.lang.reflect.InvocationTargetException e) {
                Observed.<RuntimeException>raise(e.getCause());
            } catch (IllegalAccessException | IllegalArgumentException e) {
                // Then as without.
            }
        List<Object> from = new ArrayList<>(Arrays.asList(arguments));
        from.addAll(elements);
        return ofType(result, random, from);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable failure) throws T { throw (T) failure; }

    static Object ofType(Class<?> type, Random random, List<Object> from) {
        if (type == void.class) return null;
        if (type == boolean.class) return random.nextBoolean();
        if (type == char.class) return (char) ('a' + random.nextInt(3));
        if (type.isPrimitive()) return random.nextInt(4) - 1;
        List<Object> found = new ArrayList<>();
        for (Object one : from) if (type.isInstance(one)) found.add(one);
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }
}
