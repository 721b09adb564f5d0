import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Arrays;

/**
 * Runs one of the programs n times in this JVM. Writes one line per iteration to the file named by the
 * system property workload.result: "iteration <milliseconds> <milliseconds of processor time, all threads>
 * <check>", and at the end, when the property
 * workload.heap is set, "heap <bytes>" and "nonheap <bytes>": what is in use after a forced collection.
 * The check (page count and hash, report hash, golden image) is computed outside the timed part.
 */
public final class Workload {
    interface Program {
        /** The timed part. */
        Check run() throws Exception;
    }

    interface Check {
        String value() throws Exception;
    }

    private Workload() {
    }

    /** Workload (fop|pmd|sunflow) iterations argument... */
    public static void main(String[] arguments) throws Exception {
        String[] rest = Arrays.copyOfRange(arguments, 2, arguments.length);
        Program program;
        if (arguments[0].equals("fop")) program = new FopWorkload(rest);
        else if (arguments[0].equals("pmd")) program = new PmdWorkload(rest);
        else if (arguments[0].equals("sunflow")) program = new SunflowWorkload(rest);
        else throw new IllegalArgumentException(arguments[0]);
        PrintStream result = new PrintStream(System.getProperty("workload.result"), "UTF-8");
        com.sun.management.OperatingSystemMXBean processor =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            long startProcessor = processor.getProcessCpuTime();
            long start = System.nanoTime();
            Check check = program.run();
            double milliseconds = (System.nanoTime() - start) / 1e6;
            double processorMilliseconds = (processor.getProcessCpuTime() - startProcessor) / 1e6;
            result.println("iteration " + milliseconds + " " + processorMilliseconds + " " + check.value());
            result.flush();
        }
        if (System.getProperty("workload.heap") != null) {
            MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
            // Several times: references that the first collection clears free more in the next.
            for (int i = 0; i < 4; i++) {
                memory.gc();
                Thread.sleep(50);
            }
            result.println("heap " + memory.getHeapMemoryUsage().getUsed());
            result.println("nonheap " + memory.getNonHeapMemoryUsage().getUsed());
        }
        result.close();
    }

    static String sha1(byte[] bytes) throws Exception {
        StringBuilder hex = new StringBuilder();
        for (byte b : java.security.MessageDigest.getInstance("SHA-1").digest(bytes)) hex.append(String.format("%02x", b));
        return hex.toString();
    }
}
