import java.io.IOException;
import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.regex.Pattern;

/** The public members of the class library that are called, found by reflection. */
final class Values {
    /** Packages whose members make objects. */
    private static final Pattern packages = Pattern.compile(
        "java\\.(lang|lang\\.ref|lang\\.reflect|util(\\..*)?|io|math|nio|nio\\.charset|text|time(\\..*)?|net|beans|beans\\.beancontext|sql|security|security\\.(cert|spec|acl)|awt\\.geom|rmi)"
        + "|javax\\.(swing\\.(tree|text|event|table)|swing|naming(\\.directory|\\.ldap)?|management(\\.openmbean)?|security\\.auth(\\.x500|\\.callback)?|sql\\.rowset|print\\.attribute(\\.standard)?|xml\\.namespace|xml\\.datatype)");
    /** What exits, waits, opens windows, writes files, connects or changes what all code shares. */
    private static final Pattern unsafe = Pattern.compile(
        "java\\.lang\\.(StableValue|Runtime|System|Process.*|Shutdown|ClassLoader|Module.*|Thread|ThreadGroup|StackWalker.*|Compiler)\\..*"
        + "|java\\.lang\\.(Object\\.(wait|notify)|Class\\.(forName|getResource|getClassLoader).*).*"
        + "|java\\.lang\\.ref\\.(Reference|Cleaner).*\\.(?!get|new).*"
        + "|java\\.io\\.(FileOutputStream|FileInputStream|FileReader|FileWriter|RandomAccessFile|Console|FileDescriptor|ObjectInputStream|ObjectOutputStream|Piped.*)\\..*"
        + "|java\\.io\\.File\\.(delete.*|renameTo|set.*|list.*|create.*|mkdir.*|toPath)"
        + "|java\\.util\\.(Timer|TimerTask|ServiceLoader|Locale\\.setDefault|TimeZone\\.setDefault|prefs\\..*|spi\\..*|logging\\..*)(\\..*)?"
        + "|java\\.util\\.concurrent\\.(locks\\..*|.*(Executor|Executors|Pool|Latch|Barrier|Phaser|Semaphore|Exchanger|Task|Future|Flow|Publisher|StructuredTaskScope|TimeUnit|Locale).*)"
        + "|java\\.net\\.(?!URI|URL\\.|URLEncoder|URLDecoder|HttpCookie).*|java\\.net\\.URL\\.(open.*|get(Content|Host).*|setURL.*)"
        + "|java\\.security\\.(Security|Policy|KeyStore|Signature|KeyPairGenerator|AlgorithmParameterGenerator|AccessController|SecureRandom|Provider)\\..*"
        + "|java\\.sql\\.(Driver.*)|javax\\.naming\\.(Initial.*|spi.*|.*Context.*)\\..*"
        + "|javax\\.swing\\.(SwingWorker|Timer|UIManager|ToolTipManager|RepaintManager|J.*|Popup.*|ProgressMonitor.*|FocusManager|ImageIcon|.*UI.*|SwingUtilities|LookAndFeel)(\\..*)?"
        + "|javax\\.management\\.(MBeanServer.*|remote.*|timer.*|monitor.*|loading.*)|java\\.rmi\\..*"
        + "|.*\\.(wait|notify|notifyAll|finalize|sleep|await.*|take|takeFirst|takeLast|transfer|tryTransfer|park.*|join|exit|halt|stop|suspend|resume|lock.*|deleteOnExit|setDefault|setSecurityManager|setURLStreamHandlerFactory|setContentHandlerFactory|setFactory|printStackTrace|putFirst|putLast)"
        + "|java\\.util\\.concurrent\\..*Queue\\.put|java\\.util\\.concurrent\\..*Deque\\.put");
    /** Constructors and methods that name a file to be written. */
    private static final Pattern unsafeMakers = Pattern.compile(
        "java\\.io\\.(PrintStream|PrintWriter)\\.new\\((java\\.lang\\.String|java\\.io\\.File).*|java\\.util\\.(Formatter|Scanner)\\.new\\((java\\.lang\\.String|java\\.io\\.File|java\\.nio).*|java\\.util\\.Formatter\\.new\\(\\)|.*\\((.*,)?java\\.nio\\.file.*|java\\.util\\.(zip\\.Zip|jar\\.Jar)File\\..*|java\\.util\\.Random\\.(ints|longs|doubles).*");

    final List<Class<?>> classes = new ArrayList<>();
    final List<Executable> members = new ArrayList<>();
    /** Those whose call-backs facts bound: what is looked at. */
    final Set<Executable> bounded = new LinkedHashSet<>();
    /** What facts claim of a member: `b` its call-backs are bounded, `r` it does not keep its receiver, `a` nor its arguments, `s` it returns that, `f` it returns a new object. */
    final Map<Executable, String> claims = new HashMap<>();

    Values(Map<String, String> claimsByKey) throws IOException {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        List<String> names = new ArrayList<>();
        for (Module module : new TreeMap<>(byName()).values())
            for (String exported : new TreeSet<>(module.getPackages())) {
                if (!module.isExported(exported) || !packages.matcher(exported).matches()) continue;
                try (DirectoryStream<Path> files = Files.newDirectoryStream(image.getPath("modules", module.getName(), exported.replace('.', '/')))) {
                    for (Path file : files) {
                        String name = file.getFileName().toString();
                        if (name.endsWith(".class") && !name.equals("package-info.class")) names.add(exported + "." + name.substring(0, name.length() - 6));
                    }
                }
            }
        Collections.sort(names);
        for (String name : names) {
            Class<?> type;
            try {
                type = Class.forName(name, false, null);
            } catch (ClassNotFoundException | LinkageError e) {
                continue;
            }
            if (!isPublic(type)) continue;
            classes.add(type);
            List<Executable> own = new ArrayList<>();
            if (!Modifier.isAbstract(type.getModifiers())) own.addAll(Arrays.asList(type.getConstructors()));
            own.addAll(Arrays.asList(type.getDeclaredMethods()));
            own.sort(Comparator.comparing(Executable::toString));
            for (Executable member : own) {
                if (!Modifier.isPublic(member.getModifiers()) || member.isSynthetic()) continue;
                String text = name.replace('$', '.') + "." + (member instanceof Constructor ? "new" : member.getName());
                if (unsafe.matcher(text).matches()) continue;
                StringJoiner types = new StringJoiner(",", "(", ")");
                for (Class<?> one : member.getParameterTypes()) types.add(one.getName());
                if (unsafeMakers.matcher(text + types).matches()) continue;
                members.add(member);
                String claimed = claimsByKey.getOrDefault(key(member), "");
                claims.put(member, claimed);
                if (claimed.contains("b")) bounded.add(member);
            }
        }
    }

    static String key(Executable member) {
        return Probes.internal(member.getDeclaringClass()) + " " + (member instanceof Constructor ? "<init>" : member.getName()) + " " + Probes.descriptor(member);
    }

    private static Map<String, Module> byName() {
        Map<String, Module> all = new HashMap<>();
        for (Module module : ModuleLayer.boot().modules()) all.put(module.getName(), module);
        return all;
    }

    static boolean isPublic(Class<?> type) {
        for (Class<?> one = type; one != null; one = one.getEnclosingClass())
            if (!Modifier.isPublic(one.getModifiers())) return false;
        return type.getModule().isExported(type.getPackageName());
    }

    /** The method by the public type that has it. */
    static Method publicMethod(Class<?> type, String name, Class<?>[] parameters) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            if (isPublic(one))
                try {
                    Method method = one.getMethod(name, parameters);
                    if (isPublic(method.getDeclaringClass())) return method;
                } catch (NoSuchMethodException e) {
                    // Further up.
                }
            for (Class<?> extended : one.getInterfaces()) {
                Method method = publicMethod(extended, name, parameters);
                if (method != null) return method;
            }
        }
        return null;
    }
}
