import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls PMD.main on a list of source files and captures its report. With 0 threads PMD works in the calling
 * thread; otherwise each thread may load the rules once more, and the number of events varies.
 */
final class PmdWorkload implements Workload.Program {
    private final Method main;
    private final String[] command;
    private final String root;

    /** source-root list-file rule-sets threads */
    PmdWorkload(String[] arguments) throws Exception {
        root = new File(arguments[0]).getAbsolutePath();
        List<String> files = new ArrayList<String>();
        for (String line : Files.readAllLines(Paths.get(arguments[1]), StandardCharsets.UTF_8))
            files.add(arguments[0] + "/" + line);
        command = new String[] {String.join(",", files), "text", arguments[2], "-cpus", arguments[3]};
        // PMD resolves types by reading class files from its class path, here PMD's own.
        ClassLoader loader = new PristineClassFiles();
        Thread.currentThread().setContextClassLoader(loader);
        main = Class.forName("net.sourceforge.pmd.PMD", true, loader).getMethod("main", String[].class);
    }

    @Override
    public Workload.Check run() throws Exception {
        PrintStream before = System.out;
        final ByteArrayOutputStream output = new ByteArrayOutputStream(1 << 20);
        System.setOut(new PrintStream(output, true));
        try {
            main.invoke(null, (Object) command);
        } finally {
            System.out.flush();
            System.setOut(before);
        }
        return new Workload.Check() {
            @Override
            public String value() throws Exception {
                // The report names files by absolute path and lists them in no fixed order. The recorded
                // hashes are of a report on files below this root.
                String report = output.toString("UTF-8").replace(root, "/in/pmd/src");
                String[] lines = report.split("\r?\n");
                Arrays.sort(lines);
                byte[] sorted = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
                return lines.length + "l-" + Workload.sha1(sorted).substring(0, 12);
            }
        };
    }
}
