package rrvbench;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Several cells in one JVM, so that a million live objects are made once for all of them: a JVM still sees one program only.
 * Every cell is printed as soon as it is known. Arguments: class, milliseconds to warm up and to measure,
 * parameters (name=value, separated by commas, or empty), then operation:threads for each cell.
 */
public final class Cells {
    private static final int FIRST_WARMUPS = 3;

    private Cells() {
    }

    public static void main(String[] args) {
        String warm = "";
        for (int at = 4; at < args.length; at++) {
            String[] cell = args[at].split(":");
            // The compiler needs time for the first cell of an operation only.
            int warmups = cell[0].equals(warm) ? 1 : FIRST_WARMUPS;
            warm = cell[0];
            ChainedOptionsBuilder options = new OptionsBuilder()
                    .include("rrvbench." + args[0] + "." + cell[0] + "$")
                    .forks(0).threads(Integer.parseInt(cell[1]))
                    .warmupIterations(warmups).warmupTime(TimeValue.milliseconds(Long.parseLong(args[1])))
                    .measurementIterations(1).measurementTime(TimeValue.milliseconds(Long.parseLong(args[2])))
                    .timeUnit(TimeUnit.NANOSECONDS).verbosity(VerboseMode.SILENT).shouldFailOnError(true)
                    .addProfiler(GCProfiler.class).addProfiler(CpuTime.class);
            for (String parameter : args[3].split(",")) {
                String[] pair = parameter.split("=");
                if (pair.length == 2) {
                    options.param(pair[0], pair[1]);
                }
            }
            System.gc();
            try {
                for (RunResult result : new Runner(options.build()).run()) {
                    print(cell, result);
                }
            } catch (RunnerException | RuntimeException error) {
                System.out.println("failed\t" + cell[0] + "\t" + cell[1] + "\t" + error);
            }
        }
        // JMH's pool and a cell that hangs must not keep the JVM.
        System.exit(0);
    }

    private static void print(String[] cell, RunResult result) {
        System.out.println("cell\t" + cell[0] + "\t" + cell[1] + "\t" + result.getPrimaryResult().getScore() + "\t"
                + secondary(result, "cpu") + "\t" + secondary(result, "gc.alloc.rate.norm") + "\t" + secondary(result, "pause"));
    }

    private static double secondary(RunResult result, String name) {
        for (Map.Entry<String, Result> entry : result.getSecondaryResults().entrySet()) {
            if (entry.getKey().endsWith(name)) {
                return entry.getValue().getScore();
            }
        }
        return Double.NaN;
    }
}
