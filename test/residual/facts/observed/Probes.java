import java.lang.reflect.*;
import java.util.*;

/**
 * Writes program classes that extend types of the class library, as Java source: every method that they override tells
 * {@link Observed} that it is called, and otherwise does what the type that it extends does, or a sound object of it.
 * The same class is written once more with empty bodies: what an analysis is given, so that it knows which methods there are and cannot
 * find them through each other.
 */
final class Probes {
    /** One method of a written class. */
    record Probe(int number, String owner, String name, String descriptor, String calls) { }

    final List<Probe> probes = new ArrayList<>();
    final Map<String, String> sources = new LinkedHashMap<>();
    final Map<String, String> stubs = new LinkedHashMap<>();
    private final Random random;

    Probes(long seed) { random = new Random(seed); }

    /** A class that extends the type. `share`: how many of 4 methods that need not be overridden are. */
    void write(Class<?> type, int variant, int share) {
        String name = "P" + variant + "_" + type.getName().substring(type.getName().lastIndexOf('.') + 1).replace('$', '_');
        if (type.isSealed() || type.isHidden()) return;
        List<Method> methods = overridable(type);
        if (methods == null) return;
        StringBuilder head = new StringBuilder("@SuppressWarnings({\"unchecked\",\"rawtypes\",\"deprecation\",\"removal\"})\npublic class " + name + (type.isInterface() ? " implements " : " extends ") + type.getCanonicalName() + " {\n");
        StringBuilder body = new StringBuilder(head), stub = new StringBuilder(head);
        body.append("  private final Object below = Observed.below(").append(type.getCanonicalName()).append(".class);\n");
        boolean any = false;
        for (Constructor<?> maker : type.isInterface() ? Object.class.getConstructors() : type.getDeclaredConstructors()) {
            if ((maker.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0 || !all(maker.getParameterTypes())) continue;
            any = true;
            for (StringBuilder to : List.of(body, stub))
                to.append("  public ").append(name).append(parameters(type, maker)).append(thrown(maker)).append(" { super(").append(arguments(maker)).append("); }\n");
        }
        if (!any) return;
        List<Probe> added = new ArrayList<>();
        for (Method method : methods) {
            boolean isAbstract = Modifier.isAbstract(method.getModifiers());
            boolean byAny = !isAbstract && method.getDeclaringClass() == Object.class;
            if (!isAbstract && random.nextInt(4) >= share && !(byAny && share > 2)) continue;
            Class<?> result = method.getReturnType();
            String call = isAbstract
                ? "virtual " + internal(type)
                : "special " + (type.isInterface() && method.getDeclaringClass() == Object.class ? "java/lang/Object" : internal(Modifier.isInterface(method.getDeclaringClass().getModifiers()) && type.isInterface() ? type : type));
            Probe probe = new Probe(probes.size() + added.size(), name, method.getName(), descriptor(method), call);
            added.add(probe);
            String signature = "  " + (Modifier.isPublic(method.getModifiers()) ? "public " : "protected ") + name(result) + " " + method.getName() + parameters(type, method) + thrown(method);
            body.append(signature).append(" { ");
            String value = value(type, method, isAbstract);
            body.append("Observed.enter(").append(probe.number).append(", ").append(isAbstract ? "below" : "this").append(given(method)).append("); try { ");
            if (result != void.class) body.append("return ");
            body.append(value).append("; } finally { Observed.exit(); } }\n");
            stub.append(signature).append(" { ").append(empty(result)).append(" }\n");
        }
        probes.addAll(added);
        sources.put(name, body.append("}\n").toString());
        stubs.put(name, stub.append("}\n").toString());
    }

    private static String value(Class<?> type, Method method, boolean isAbstract) {
        Class<?> result = method.getReturnType();
        if (method.getDeclaringClass() == Object.class && type.isInterface() || type == Object.class) {
            switch (method.getName()) {
                case "equals": return "a0 != null && a0.getClass() == getClass()";
                case "hashCode": return "1";
                case "toString": return "\"p\"";
                default:
            }
        }
        if (!isAbstract) {
            String from = type.isInterface() && method.getDeclaringClass() != Object.class ? superInterface(type, method) : "super";
            return from + "." + method.getName() + "(" + arguments(method) + ")";
        }
        String boxed = "Observed.answer(below, " + "\"" + method.getName() + "\", " + name(result) + ".class, new Class[] {" + classes(method) + "}" + (method.getParameterCount() == 0 ? "" : ", " + objects(method)) + ")";
        if (result == void.class) return boxed;
        if (!result.isPrimitive()) return "(" + name(result) + ") " + boxed;
        return switch (result.getName()) {
            case "boolean" -> "(Boolean) " + boxed;
            case "char" -> "(Character) " + boxed;
            default -> "((Number) " + boxed + ")." + result.getName() + "Value()";
        };
    }

    private static String superInterface(Class<?> type, Method method) { return type.getCanonicalName() + ".super"; }

    private static String empty(Class<?> result) {
        if (result == void.class) return "";
        if (result == boolean.class) return "return false;";
        return result.isPrimitive() ? "return 0;" : "return null;";
    }

    /** Public and protected methods that a subclass may override; null: it cannot extend the type. */
    static List<Method> overridable(Class<?> type) {
        Map<String, Method> found = new TreeMap<>();
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) all.add(one);
        if (type.isInterface()) all.add(Object.class);
        Set<String> closed = new HashSet<>();
        for (Class<?> one : all)
            for (Method method : one.getDeclaredMethods()) {
                int flags = method.getModifiers();
                String key = method.getName() + Arrays.toString(method.getParameterTypes());
                if ((flags & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0) {
                    if (Modifier.isAbstract(flags)) return null;
                    continue;
                }
                if (Modifier.isStatic(flags) || Modifier.isFinal(flags) && !method.isBridge()) { closed.add(key); continue; }
                if (method.isSynthetic() || method.getName().equals("finalize")) continue;
                if (Modifier.isFinal(flags)) { closed.add(key); continue; }
                found.putIfAbsent(key, method);
            }
        for (Method method : type.getMethods()) {
            int flags = method.getModifiers();
            String key = method.getName() + Arrays.toString(method.getParameterTypes());
            if (Modifier.isStatic(flags) || method.isSynthetic()) continue;
            if (Modifier.isFinal(flags)) { closed.add(key); continue; }
            Method known = found.get(key);
            if (known == null || known.getReturnType().isAssignableFrom(method.getReturnType()) && known.getReturnType() != method.getReturnType()
                || Modifier.isAbstract(known.getModifiers()) && known.getDeclaringClass().isInterface() && !Modifier.isAbstract(method.getModifiers()))
                found.put(key, method);
        }
        found.keySet().removeAll(closed);
        List<Method> result = new ArrayList<>();
        for (Method method : found.values()) {
            if (!all(method.getParameterTypes()) || !all(new Class<?>[] { method.getReturnType() })) {
                if (Modifier.isAbstract(method.getModifiers())) return null;
                continue;
            }
            // A default method of a super interface that an abstract class inherits is called with super, too.
            result.add(method);
        }
        return result;
    }

    private static boolean all(Class<?>[] types) {
        for (Class<?> type : types) {
            while (type.isArray()) type = type.getComponentType();
            for (Class<?> one = type; one != null; one = one.getEnclosingClass())
                if (!Modifier.isPublic(one.getModifiers())) return false;
            if (type.getCanonicalName() == null) return false;
            if (!type.isPrimitive() && !type.getModule().isExported(type.getPackageName())) return false;
        }
        return true;
    }

    static String parameters(Class<?> type, Executable method) {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (int at = 0; at < method.getParameterCount(); at++) text.add((isComparedWithItself(type, method) ? name(type) : name(method.getParameterTypes()[at])) + " a" + at);
        return text.toString();
    }
    /** `Delayed extends Comparable<Delayed>` declares no method for that. */
    private static boolean isComparedWithItself(Class<?> type, Executable method) {
        return method.getDeclaringClass() == Comparable.class && Arrays.toString(type.getGenericInterfaces()).contains("Comparable<" + type.getName() + ">");
    }
    static String arguments(Executable method) {
        StringJoiner text = new StringJoiner(", ");
        for (int at = 0; at < method.getParameterCount(); at++) text.add("a" + at);
        return text.toString();
    }
    /** The references among the arguments. */
    static String given(Executable method) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < method.getParameterCount(); at++)
            if (!method.getParameterTypes()[at].isPrimitive()) text.append(", (Object) a").append(at);
        return text.toString();
    }
    private static String objects(Executable method) { return arguments(method).replaceAll("a\\d+", "(Object) $0"); }
    private static String classes(Executable method) {
        StringJoiner text = new StringJoiner(", ");
        for (Class<?> type : method.getParameterTypes()) text.add(name(type) + ".class");
        return text.toString();
    }
    static String thrown(Executable method) {
        StringJoiner text = new StringJoiner(", ");
        for (Class<?> type : method.getExceptionTypes()) text.add(name(type));
        return text.length() == 0 ? "" : " throws " + text;
    }
    static String name(Class<?> type) { return type.getCanonicalName(); }
    static String internal(Class<?> type) { return type.getName().replace('.', '/'); }
    static String descriptor(Executable method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) text.append(type.descriptorString());
        return text.append(")").append(method instanceof Method one ? one.getReturnType().descriptorString() : "V").toString();
    }
}
