import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes the jars by whose names Gradle finds its modules: gradle-core stands for all of the API jar and its libraries, and
 * the others need gradle-core.
 *
 * Arguments: version, `lib` of the distribution (with the API jar under the name of `API_JAR`, and libraries), classes to add.
 */
public final class MakeDistribution {
    /** A library that Gradle asks for by name, also in the JVMs of tests, where it asks for few. */
    private static final String API_JAR = "slf4j-api";
    /** Modules with classes that the API jar lacks. */
    private static final Map<String, String> ADDED = Map.of(
            "gradle-installation-beacon", "org/gradle/internal/installation/beacon/InstallationBeacon.class",
            "gradle-java-compiler-plugin", "org/gradle/internal/compiler/java/IncrementalCompileTask.class",
            "gradle-gradle-cli", "org/gradle/launcher/Main.class",
            "gradle-gradle-cli-main", "Launcher.class");
    /** Libraries that Gradle asks for by name, and that are in the API jar. */
    private static final List<String> INCLUDED =
            List.of("asm", "commons-lang", "guava", "javax.inject", "jul-to-slf4j", "kryo", "native-platform");
    /** Where the API jar names test frameworks as if Gradle itself had them. */
    private static final String OF_TESTS = "org/gradle/api/(internal/tasks/testing|testing/toolchains)/.*\\.class";
    private static final String RELOCATED =
            "org([/.])gradle\\1internal\\1impldep\\1(?=(org\\1)?(junit|testng|hamcrest|opentest4j)\\b)";
    private static final String CLASS_PATH = "-classpath.properties";

    private final String version;
    private final Path lib;
    private final Path added;

    private MakeDistribution(String version, Path lib, Path added) {
        this.version = version;
        this.lib = lib;
        this.added = added;
    }

    public static void main(String[] args) throws IOException {
        new MakeDistribution(args[0], Path.of(args[1]), Path.of(args[2])).make();
    }

    private void make() throws IOException {
        List<String> libraries = new ArrayList<>(List.of(jarOf("gradle-installation-beacon"), jarOf("gradle-testing-jvm-infrastructure")));
        try (var files = Files.list(lib)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar") && !name.startsWith("junit-"))
                    .forEach(libraries::add);
        }
        try (ZipFile api = new ZipFile(lib.resolve(jarOf(API_JAR)).toFile())) {
            for (String module : modulesOf(api)) {
                Map<String, byte[]> entries = new TreeMap<>();
                String needs = "projects=gradle-core\nruntime=\n";
                if (module.equals("gradle-core")) {
                    needs = "projects=\nruntime=" + String.join(",", libraries) + "\n";
                    entries.put("META-INF/groovy/org.codehaus.groovy.runtime.ExtensionModule", text("moduleName=gradle\nmoduleVersion=" + version
                            + "\nextensionClasses=org.gradle.api.internal.artifacts.dsl.dependencies.DependenciesExtensionModule\n"));
                }
                if (module.equals("gradle-testing-jvm-infrastructure")) {
                    for (ZipEntry entry : api.stream().filter(entry -> entry.getName().matches(OF_TESTS)).toArray(ZipEntry[]::new)) {
                        entries.put(entry.getName(), withOriginalNames(api.getInputStream(entry).readAllBytes()));
                    }
                }
                if (ADDED.containsKey(module)) {
                    entries.put(ADDED.get(module), Files.readAllBytes(added.resolve(ADDED.get(module))));
                }
                entries.put(module + CLASS_PATH, text(needs));
                write(module, entries);
            }
        }
        for (String library : INCLUDED) {
            write(library, Map.of());
        }
    }

    private Set<String> modulesOf(ZipFile api) throws IOException {
        Set<String> modules = new TreeSet<>(ADDED.keySet());
        api.stream().map(ZipEntry::getName).filter(name -> name.endsWith(CLASS_PATH))
                .forEach(name -> modules.add(name.substring(0, name.length() - CLASS_PATH.length())));
        for (String list : List.of("gradle-plugins.properties", "gradle-implementation-plugins.properties")) {
            Properties properties = new Properties();
            properties.load(new StringReader(new String(api.getInputStream(api.getEntry(list)).readAllBytes(), StandardCharsets.UTF_8)));
            modules.addAll(Arrays.asList(properties.getProperty("plugins").split(",")));
        }
        return modules;
    }

    /** The class with names as they were before relocation (JVMS 4.4: constants have these sizes). */
    private static byte[] withOriginalNames(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(result);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1:
                    out.writeUTF(in.readUTF().replaceAll(RELOCATED, ""));
                    break;
                case 5:
                case 6:
                    out.writeLong(in.readLong());
                    index++;
                    break;
                case 7:
                case 8:
                case 16:
                case 19:
                case 20:
                    out.writeShort(in.readUnsignedShort());
                    break;
                case 15:
                    out.writeByte(in.readUnsignedByte());
                    out.writeShort(in.readUnsignedShort());
                    break;
                default:
                    out.writeInt(in.readInt());
            }
        }
        in.transferTo(out);
        return result.toByteArray();
    }

    private void write(String name, Map<String, byte[]> entries) throws IOException {
        try (OutputStream file = Files.newOutputStream(lib.resolve(jarOf(name)));
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
    }

    private String jarOf(String name) {
        return name + "-" + version + ".jar";
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
