package rrv.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What reflection reaches in the program, for a closed world whose claim about that may be too narrow
 * (docs/running.md, "What reflection reached"). The event names say what the values are: `method` a method and its
 * receiver; `handle` a method that will have any receiver; `constructor`, `field`; `member` a class and the name of a
 * member; `name` that of a method of any class; `made` a class of which objects are made; `classes` one or an array;
 * `serialization` and `anything` have none.
 */
final class ReflectionMonitor extends StatelessMonitor {
    /** What one event reached. Never changed. */
    static final class Use {
        final String kind;
        /** Binary name; null where it is any. */
        final String className;
        final String member;
        final boolean claimed;
        final int site;

        Use(String kind, String className, String member, boolean claimed, int site) {
            this.kind = kind;
            this.className = className;
            this.member = member;
            this.claimed = claimed;
            this.site = site;
        }

        /** As `--reflection` names it, where it can. */
        String text() {
            if (kind.equals(MEMBER)) {
                return className + "#" + member;
            }
            if (kind.equals(NAME)) {
                return "**#" + member;
            }
            return kind.equals(CLASS) ? className
                    : kind.equals(SERIALIZATION) ? "what serializable objects hold" : "perhaps anything";
        }
    }

    private static final String MEMBER = "member";
    private static final String NAME = "name";
    private static final String CLASS = "class";
    private static final String SERIALIZATION = "serialization";
    private static final String ANYTHING = "anything";

    /** Behind that many they are not told apart any more. */
    private static final int MOST = 20000;

    /** Of the class library: null, and that of the platform. Java 8 has one for extensions there. */
    private static final ClassLoader PLATFORM = platform();

    private final ClaimedReflection claimed;

    /** What has been noted of a class, as the receiver's or the one that declares the member. */
    private final ClassValue<ConcurrentHashMap<Object, Boolean>> known = new ClassValue<ConcurrentHashMap<Object, Boolean>>() {
        @Override
        protected ConcurrentHashMap<Object, Boolean> computeValue(Class<?> type) {
            return new ConcurrentHashMap<Object, Boolean>();
        }
    };

    private final ClassValue<Boolean> ofProgram = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return hasClassFile(type);
        }
    };

    /** By what they reach. Guarded by itself. */
    private final Map<String, Use> uses = new LinkedHashMap<String, Use>();

    ReflectionMonitor(PropertyDefinition definition) {
        super(definition);
        claimed = new ClaimedReflection(definition.claims);
    }

    private static ClassLoader platform() {
        try {
            return ClassLoader.getSystemClassLoader().getParent();
        } catch (SecurityException e) {
            return null;
        }
    }

    /** In the order in which they came. */
    List<Use> uses() {
        synchronized (uses) {
            return new ArrayList<Use>(uses.values());
        }
    }

    @Override
    public void event(int event, int site) {
        try {
            note(definition.events[event].name.equals(SERIALIZATION) ? SERIALIZATION : ANYTHING, null, null, site);
        } catch (Throwable error) {
            lost(error);
        }
    }

    @Override
    public void event(int event, Object a, int site) {
        try {
            noteOne(definition.events[event].name, a, site);
        } catch (Throwable error) {
            lost(error);
        }
    }

    @Override
    public void event(int event, Object a, Object b, int site) {
        try {
            if (definition.events[event].name.equals("method")) {
                noteCall((Method) a, b, site);
            } else if (a instanceof Class && b instanceof String) {
                noteMembers((Class<?>) a, (String) b, site);
            }
        } catch (Throwable error) {
            lost(error);
        }
    }

    @Override
    public void event(int event, Object a, Object b, Object c, int site) {
    }

    @Override
    public void event(int event, Object a, Object b, Object c, Object d, int site) {
    }

    private void noteOne(String event, Object value, int site) {
        if (value instanceof Member) {
            noteMember(event, (Member) value, site);
        } else if (event.equals("name") && value instanceof String) {
            note(NAME, null, (String) value, site);
        } else if (event.equals("made") && value instanceof Class) {
            noteIn((Class<?>) value, "<init>", site);
        } else if (event.equals("classes") && value instanceof Class) {
            noteClass((Class<?>) value, site);
        } else if (event.equals("classes") && value instanceof Class[]) {
            for (Class<?> type : (Class<?>[]) value) {
                if (type != null) {
                    noteClass(type, site);
                }
            }
        }
    }

    /** What has a receiver later may be one of any class that overrides it. */
    private void noteMember(String event, Member member, int site) {
        Class<?> declaring = member.getDeclaringClass();
        if (isKnown(declaring, member)) {
            return;
        }
        if (event.equals("handle") && !isFixed(member)) {
            note(NAME, null, member.getName(), site);
        } else if (!(member instanceof Constructor)) {
            noteIn(declaring, member.getName(), site);
        } else if (((Constructor<?>) member).getParameterTypes().length > 0) {
            noteIn(declaring, "<init>", site);
        }
    }

    /** Whether it has been asked before. */
    private boolean isKnown(Class<?> type, Member member) {
        ConcurrentHashMap<Object, Boolean> ofType = known.get(type);
        return ofType.get(member) != null || ofType.putIfAbsent(member, Boolean.TRUE) != null;
    }

    private static boolean isFixed(Member member) {
        return (member.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) != 0;
    }

    /** The method that runs is that of the receiver's class: which of those above have one of this name is not asked, as that loads classes. */
    private void noteCall(Method method, Object receiver, int site) {
        Class<?> type = receiver == null || isFixed(method) ? method.getDeclaringClass() : receiver.getClass();
        if (!isKnown(type, method)) {
            noteMembers(type, method.getName(), site);
        }
    }

    /** Members of that name of the class and of all that it inherits from. */
    private void noteMembers(Class<?> type, String name, int site) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            noteIn(at, name, site);
            noteInterfaces(at, name, site);
        }
    }

    private void noteInterfaces(Class<?> type, String name, int site) {
        for (Class<?> one : type.getInterfaces()) {
            noteIn(one, name, site);
            noteInterfaces(one, name, site);
        }
    }

    private void noteIn(Class<?> type, String member, int site) {
        if (isOfProgram(type)) {
            note(MEMBER, type.getName(), member, site);
        }
    }

    private void noteClass(Class<?> type, int site) {
        if (isOfProgram(type)) {
            note(CLASS, type.getName(), null, site);
        }
    }

    private boolean isOfProgram(Class<?> type) {
        return ofProgram.get(type);
    }

    /**
     * Hidden classes have a `/` in their names, which nobody can name. What a program has made as it runs is none of the
     * classes that a claim is about; loaders of its own are not asked, as that runs its code.
     */
    private static boolean hasClassFile(Class<?> type) {
        String name = type.getName();
        if (type.isArray() || type.isPrimitive() || name.indexOf('/') >= 0) {
            return false;
        }
        try {
            ClassLoader loader = type.getClassLoader();
            if (loader == null || loader == PLATFORM) {
                return false;
            }
            boolean isKnown = loader.getClass().getClassLoader() == null;
            return !isKnown || loader.getResource(name.replace('.', '/') + ".class") != null;
        } catch (SecurityException e) {
            return true;
        }
    }

    private void note(String kind, String className, String member, int site) {
        String key = kind + ' ' + className + ' ' + member;
        synchronized (uses) {
            if (uses.containsKey(key)) {
                return;
            }
            if (uses.size() < MOST) {
                uses.put(key, new Use(kind, className, member, claimed.has(kind, className, member), site));
            } else if (!kind.equals(ANYTHING)) {
                note(ANYTHING, null, null, site);
            } else {
                uses.put(key, new Use(kind, null, null, claimed.has(kind, null, null), site));
            }
        }
    }
}
