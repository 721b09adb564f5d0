import java.io.*;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;
import java.util.regex.Pattern;

/**
 * Writes programs that put objects of the class library together with their own, and do something with them that runs one method
 * of theirs: how that goes is found out while they are written.
 *
 * Arguments: classes <folder>                  writes the classes of the programs, all of whose methods tell {@link Observed}
 *            programs <seed> <count> <folder>  members of a class each, separated by lines `program <number> <steps that touch>`
 */
public final class Programs {
    private static final String list = "new java.util.LinkedList(java.util.Arrays.asList(\"a\", \"b\"))";
    private static final String set = "new java.util.TreeSet(java.util.Arrays.asList(\"a\", \"b\"))";
    private static final String map = "new java.util.TreeMap(java.util.Map.of(\"a\", \"b\"))";
    /** What the program's classes extend, and what does the work below where that has no code. */
    private static final String[][] extended = {
        { "java.lang.Object", "" }, { "java.lang.Comparable", "" }, { "java.util.Comparator", "" }, { "java.lang.Iterable", list }, { "java.util.Collection", list }, { "java.util.List", list },
        { "java.util.Set", set }, { "java.util.SortedSet", set }, { "java.util.Queue", list }, { "java.util.Deque", list }, { "java.util.Map", map }, { "java.util.SortedMap", map }, { "java.util.NavigableMap", map }, { "java.util.NavigableSet", set },
        { "java.util.Map$Entry", "java.util.Map.entry(\"a\", \"b\")" }, { "java.util.Iterator", list + ".iterator()" }, { "java.util.ListIterator", list + ".listIterator()" }, { "java.util.Enumeration", "java.util.Collections.enumeration(java.util.Arrays.asList(\"a\", \"b\"))" },
        { "java.lang.CharSequence", "\"ab\"" }, { "java.util.Spliterator", list + ".spliterator()" }, { "java.util.function.Function", "" }, { "java.util.function.BiFunction", "" }, { "java.util.function.Supplier", "" },
        { "java.util.function.Consumer", "" }, { "java.util.function.BiConsumer", "" }, { "java.util.function.Predicate", "" }, { "java.util.function.UnaryOperator", "" }, { "java.util.function.BinaryOperator", "" }, { "java.util.function.IntFunction", "" },
        { "java.util.AbstractCollection", list }, { "java.util.AbstractList", list }, { "java.util.AbstractSequentialList", list }, { "java.util.AbstractSet", set }, { "java.util.AbstractQueue", list }, { "java.util.AbstractMap", map },
        { "java.util.ArrayList", "" }, { "java.util.LinkedList", "" }, { "java.util.Vector", "" }, { "java.util.HashMap", "" }, { "java.util.LinkedHashMap", "" }, { "java.util.TreeMap", "" }, { "java.util.Hashtable", "" }, { "java.util.HashSet", "" }, { "java.util.LinkedHashSet", "" }, { "java.util.TreeSet", "" },
        { "java.util.ArrayDeque", "" }, { "java.util.PriorityQueue", "" }, { "java.util.IdentityHashMap", "" }, { "java.util.WeakHashMap", "" }, { "java.util.concurrent.ConcurrentHashMap", "" }, { "java.util.concurrent.CopyOnWriteArrayList", "" }, { "java.lang.Number", "" }, { "java.lang.RuntimeException", "" }, { "java.util.Random", "" }, { "java.util.Date", "" }, { "java.io.OutputStream", "" }, { "java.io.Writer", "" },
    };
    private static final Pattern called = Pattern.compile("java\\.util\\.(concurrent\\.(Concurrent|CopyOn)\\w+|stream\\.(Stream|Collectors|StreamSupport)|[^.]+|Map\\.Entry|AbstractMap\\.\\w+)|java\\.lang\\.(StringBuilder|String|Iterable|Comparable|Object|Throwable|CharSequence)|java\\.util\\.function\\.(Function|Predicate|BiFunction|Supplier)|java\\.io\\.(PrintStream|PrintWriter|StringWriter|BufferedWriter)");
    private static final Pattern left = Pattern.compile(".*(getClass|Locale|Formatter|Scanner|ResourceBundle|Currency|UUID|Base64|Calendar|TimeZone|ServiceLoader|SplittableRandom|Random\\.|Timer|Properties|parallel|shuffle|getChars|nextInt|generate|iterate|Observable|concat|flatMap).*");

    private static final Map<String, Class<?>> classes = new LinkedHashMap<>();

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("classes")) {
            Path folder = Files.createDirectories(Path.of(arguments[1]));
            StringBuilder table = new StringBuilder();
            for (String[] one : extended) {
                Class<?> type = Class.forName(one[0]);
                Files.writeString(folder.resolve(name(type) + ".java"), "public " + text(type, name(type), null, false, table) );
            }
            Files.writeString(folder.resolve("methods.txt"), table.toString());
            return;
        }
        new Programs().run(Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]), Path.of(arguments[3]));
        Runtime.getRuntime().halt(0);
    }

    private static String name(Class<?> type) { return "Q" + type.getSimpleName(); }

    /** A class that extends the type. `touching`: the key of the one method that touches, with what is needed besides; null: all methods, which tell. */
    private static String text(Class<?> type, String name, String touching, boolean touchesGiven, StringBuilder table) {
        String below = "";
        for (String[] one : extended) if (one[0].equals(type.getName())) below = one[1];
        List<Method> methods = Probes.overridable(type);
        // A class that implements nothing may have the methods, and one below it the interface.
        boolean isApart = touching != null && type.isInterface() && (touching.hashCode() & 1) == 0 && methods.stream().anyMatch(method -> Modifier.isAbstract(method.getModifiers()) && touching.equals(key(name, method)));
        String head = "class " + name + (isApart ? " extends " + name + "Parts" : "") + (type.isInterface() ? " implements " : " extends ") + type.getCanonicalName() + " {\n";
        StringBuilder body = new StringBuilder(isApart ? "abstract class " + name + "Parts {\n" : head);
        if (!below.isEmpty()) body.append("final ").append(belowType(type, below)).append(" below = ").append(below).append(";\n");
        if (!isApart) body.append("public ").append(name).append("() { }\n");
        for (Method method : methods) {
            boolean isAbstract = Modifier.isAbstract(method.getModifiers());
            String key = key(name, method);
            if (touching != null && !isAbstract && !key.equals(touching)) continue;
            if (table != null) table.append(key).append("\n");
            Class<?> result = method.getReturnType();
            body.append(Modifier.isPublic(method.getModifiers()) ? "public " : "protected ").append(Probes.name(result)).append(" ").append(method.getName()).append(Probes.parameters(type, method)).append(Probes.thrown(method)).append(" { ");
            if (touching == null) body.append("Observed.enter(").append(table.toString().split("\n").length - 1).append(", this").append(Probes.given(method)).append("); try { ");
            else if (key.equals(touching)) {
                if (!touchesGiven) body.append("touch(); ");
                else for (String one : Probes.given(method).split(", ")) if (!one.isEmpty()) body.append("touch(").append(one).append("); ");
            }
            if (result != void.class) body.append("return ");
            body.append(value(type, method, isAbstract, below)).append("; ");
            if (touching == null) body.append("} finally { Observed.exit(); } ");
            body.append("}\n");
        }
        if (isApart) body.append("}\nstatic ").append(head).append("public ").append(name).append("() { }\n");
        return body.append("}\n").toString();
    }

    private static String key(String name, Method method) { return name + "." + method.getName() + Probes.descriptor(method); }

    private static String belowType(Class<?> type, String below) {
        if (below.equals(list)) return "java.util.LinkedList";
        if (below.equals(set)) return "java.util.TreeSet";
        return below.equals(map) ? "java.util.TreeMap" : type.getCanonicalName();
    }

    private static String value(Class<?> type, Method method, boolean isAbstract, String below) {
        if (!isAbstract) return (type.isInterface() && method.getDeclaringClass() != Object.class ? type.getCanonicalName() + ".super" : "super") + "." + method.getName() + "(" + Probes.arguments(method) + ")";
        if (!below.isEmpty()) return "below." + method.getName() + "(" + Probes.arguments(method) + ")";
        Class<?> result = method.getReturnType();
        if (result == void.class) return "";
        if (result == boolean.class) return "true";
        if (result.isPrimitive()) return "(" + result + ") 0";
        if (result == Object.class) return method.getParameterCount() > 0 && method.getParameterTypes()[0] == Object.class ? "a0" : "\"x\"";
        return result.isAssignableFrom(String.class) ? "\"x\"" : "null";
    }

    private static final class Value {
        final Object object;
        final String text;
        final boolean isOfProgram;
        Value(Object object, String text, boolean isOfProgram) { this.object = object; this.text = text; this.isOfProgram = isOfProgram; }
    }

    /** `ran`: methods of the program, by number; `given`: which list each of them was given, if any. */
    private record Step(String code, BitSet ran, Map<Integer, String> given) {
        boolean isLooked(int method, boolean byGiven) { return ran.get(method) && (!byGiven || given.containsKey(method)); }
    }

    /** Lists that may be given to the program's methods, with the name of the variable. By identity. */
    private final Map<Object, String> lists = new IdentityHashMap<>();
    private Random random;
    private List<Value> pool;
    private List<Step> steps;
    private List<String> methods;
    private final List<Executable> members = new ArrayList<>();

    private void run(long seed, int count, Path folder) throws Exception {
        methods = Files.readAllLines(folder.resolve("methods.txt"));
        List<Probes.Probe> probes = new ArrayList<>();
        for (String one : methods) probes.add(new Probes.Probe(probes.size(), one, "", "", ""));
        Observed.probes = probes;
        Observed.active = Thread.currentThread();
        Observed.sink = frame -> { };
        for (String[] one : extended) classes.put(one[0], Class.forName(name(Class.forName(one[0]))));
        for (Executable member : new Values(Map.of()).members) {
            String owner = member.getDeclaringClass().getCanonicalName();
            if (called.matcher(owner).matches() && !left.matcher(owner + "." + member.getName() + "." + Arrays.toString(member.getParameterTypes())).matches() && !member.isAnnotationPresent(Deprecated.class)) members.add(member);
        }
        try (Writer out = Files.newBufferedWriter(folder.resolve("programs.txt"))) {
            int made = 0;
            for (int number = 0; made < count; number++) {
                random = new Random(new SplittableRandom(seed * 1_000_003 + number).nextLong());
                String text = program(made % 2 == 1);
                if (text == null) continue;
                out.write("program " + number + "\n" + text);
                made++;
            }
        }
    }

    private String program(boolean touchesGiven) {
        pool = new ArrayList<>();
        steps = new ArrayList<>();
        Observed.random = new Random(1);
        for (Object[] one : new Object[][] { { 1, "1" }, { 0, "0" }, { "a", "\"a\"" }, { "b", "\"b\"" }, { "", "\"\"" }, { 'a', "'a'" } }) pool.add(new Value(one[0], (String) one[1], false));
        // Half of the programs change a list that a method of theirs is given, the others one that all know.
        lists.clear();
        if (touchesGiven)
            for (int at = 0; at < 2; at++) {
                List<Object> one = new ArrayList<>(Arrays.asList("a", "b"));
                pool.add(new Value(one, "l" + at, true));
                lists.put(one, "l" + at);
            }
        List<Class<?>> own = new ArrayList<>();
        for (int at = 0; at < 2 + random.nextInt(2); at++) {
            Class<?> type = List.copyOf(classes.values()).get(random.nextInt(classes.size()));
            if (own.contains(type)) continue;
            own.add(type);
            for (int copy = 0; copy < 2; copy++) step(type.getConstructors()[0], null, true);
        }
        for (Class<?> type : List.of(ArrayList.class, HashMap.class, TreeMap.class, HashSet.class))
            if (random.nextInt(2) == 0) try { step(type.getConstructor(), null, true); } catch (NoSuchMethodException e) { throw new AssertionError(e); }
        int count = 12 + random.nextInt(14);
        for (int tries = 0; steps.size() < count && tries < 400; tries++) {
            Value given = pool.get(random.nextBoolean() ? random.nextInt(pool.size()) : pool.size() - 1 - random.nextInt(Math.min(6, pool.size())));
            if (!given.isOfProgram) continue;
            List<Executable> taking = taking(given.object.getClass());
            if (!taking.isEmpty()) step(taking.get(random.nextInt(taking.size())), given, false);
        }
        // One of the methods that ran is what touches, and each step that ran it is looked at.
        BitSet ran = new BitSet();
        for (Step step : steps)
            if (!touchesGiven) ran.or(step.ran);
            else for (int one : step.given.keySet()) if (step.ran.get(one)) ran.set(one);
        if (ran.isEmpty()) return null;
        int[] all = ran.stream().toArray();
        int chosen = all[random.nextInt(all.length)];
        String key = methods.get(chosen);
        StringBuilder text = new StringBuilder();
        for (Class<?> type : own) {
            Class<?> from = null;
            for (Map.Entry<String, Class<?>> one : classes.entrySet()) if (one.getValue() == type) try { from = Class.forName(one.getKey()); } catch (ClassNotFoundException e) { throw new AssertionError(e); }
            text.append("static ").append(text(from, type.getName(), key, touchesGiven, null));
        }
        text.append("static void start() {\n");
        for (String list : lists.values()) text.append("ArrayList<Object> ").append(list).append(" = new ArrayList<Object>(Arrays.asList(\"a\", \"b\"));\n");
        int looked = 0, last = 0;
        for (int at = 0; at < steps.size(); at++) if (steps.get(at).isLooked(chosen, touchesGiven)) last = at;
        for (int at = 0; at <= last; at++) {
            Step step = steps.get(at);
            boolean isLooked = step.isLooked(chosen, touchesGiven);
            text.append("Object v").append(at).append(" = null;\n");
            if (isLooked) { looked++; text.append("Iterator<Object> i").append(at).append(" = R.iterator(@, ").append(step.given.getOrDefault(chosen, "sl")).append(");\nR.hasNext(@, i").append(at).append(");\n"); }
            text.append("try { ").append(step.code).append("; } catch (Throwable t) { }\n");
            if (isLooked) text.append("try {\nR.next(@, i").append(at).append(");\n} catch (ConcurrentModificationException e) { }\n");
        }
        return looked == 0 ? null : text.append("}\n").toString();
    }

    private final Map<Class<?>, List<Executable>> takingByType = new HashMap<>();
    private List<Executable> taking(Class<?> type) {
        return takingByType.computeIfAbsent(type, key -> {
            List<Executable> found = new ArrayList<>();
            for (Executable member : members) {
                boolean takes = isVirtual(member) && member.getDeclaringClass().isInstance(null) || isVirtual(member) && member.getDeclaringClass().isAssignableFrom(type);
                for (Class<?> one : member.getParameterTypes()) takes |= one != Object.class && one.isAssignableFrom(type) || one == Object.class && Math.floorMod(member.toString().hashCode(), 3) == 0;
                if (takes) found.add(member);
            }
            return found;
        });
    }
    private static boolean isVirtual(Executable member) { return member instanceof Method && !Modifier.isStatic(member.getModifiers()); }

    private void step(Executable member, Value given, boolean isFirst) {
        Class<?>[] types = member.getParameterTypes();
        List<Integer> places = new ArrayList<>();
        if (given != null) {
            if (isVirtual(member) && member.getDeclaringClass().isInstance(given.object)) { places.add(-1); places.add(-1); }
            for (int at = 0; at < types.length; at++) if (types[at].isInstance(given.object)) places.add(at);
            if (places.isEmpty()) return;
        }
        int place = given == null ? -2 : places.get(random.nextInt(places.size()));
        Value receiver = !isVirtual(member) ? null : place == -1 ? given : valueOf(member.getDeclaringClass());
        if (isVirtual(member) && receiver == null) return;
        Object[] arguments = new Object[types.length];
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int at = 0; at < types.length; at++) {
            Value value = at == place ? given : valueOf(types[at]);
            if (value == null) return;
            arguments[at] = value.object;
            text.add("(" + types[at].getCanonicalName() + ") " + value.text);
        }
        Observed.frames = new ArrayDeque<>();
        Observed.calls = 0;
        Observed.Frame frame = new Observed.Frame("", null);
        Observed.frames.push(frame);
        Map<Integer, String> givenTo = new HashMap<>();
        Observed.confined = lists.keySet();
        Observed.shown = (object, method) -> { if (Observed.frames.size() == 1) givenTo.put(method, lists.get(object)); };
        Object result = null;
        try {
            if (member instanceof Method method) { method.setAccessible(true); result = method.invoke(receiver == null ? null : receiver.object, arguments); }
            else result = ((Constructor<?>) member).newInstance(arguments);
        } catch (InvocationTargetException e) {
            // The program goes on as well.
        } catch (ReflectiveOperationException | IllegalArgumentException | InaccessibleObjectException e) {
            return;
        }
        // That a call runs the method that it names is nothing to look at.
        for (int ran = frame.seen.nextSetBit(0); ran >= 0; ran = frame.seen.nextSetBit(ran + 1))
            if (receiver != null && methods.get(ran).startsWith(receiver.object.getClass().getName() + "." + member.getName() + "(")) frame.seen.clear(ran);
        String owner = member.getDeclaringClass().getCanonicalName();
        String call = (member instanceof Constructor ? "new " + owner : (receiver == null ? owner : "((" + owner + ") " + receiver.text + ")") + "." + member.getName()) + text;
        String variable = "v" + steps.size();
        boolean isVoid = member instanceof Method method && method.getReturnType() == void.class;
        steps.add(new Step(isVoid ? call : variable + " = " + call, frame.seen, givenTo));
        if (result != null && !(result instanceof Boolean) && !(result instanceof String) && !(result instanceof Integer)) pool.add(new Value(result, variable, true));
    }

    private Value valueOf(Class<?> type) {
        if (type == boolean.class) { boolean value = random.nextBoolean(); return new Value(value, "" + value, false); }
        if (type == int.class) { int value = random.nextInt(3); return new Value(value, "" + value, false); }
        if (type == long.class) return new Value((long) 1, "1", false);
        if (type == float.class) return new Value(0.5f, "0.5", false);
        if (type == char.class) return new Value('a', "'a'", false);
        if (type.isPrimitive()) return null;
        if (type == Object[].class && random.nextInt(3) == 0) {
            Value one = valueOf(Object.class);
            return new Value(new Object[] { one.object, "a" }, "new Object[] {" + one.text + ", \"a\"}", true);
        }
        List<Value> found = new ArrayList<>();
        for (Value one : pool)
            if (type.isInstance(one.object))
                for (int copy = 0; copy < (lists.containsKey(one.object) ? 4 : one.isOfProgram ? 2 : 1); copy++) found.add(one);
        return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
    }
}
