package rrvbench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Processor time of the whole JVM, collector and compiler included, per operation: what a busy machine changes least. And the
 * collector's pauses per operation.
 */
public final class CpuTime implements InternalProfiler {
    private long before;
    private long pausesBefore;

    private static long now() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long pauses() {
        long milliseconds = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            milliseconds += collector.getCollectionTime();
        }
        return milliseconds * 1000000;
    }

    @Override
    public String getDescription() {
        return "processor time and pauses per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = now();
        pausesBefore = pauses();
    }

    @Override
    public Collection<? extends Result> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
            IterationResult result) {
        double operations = result.getMetadata().getAllOps();
        return Arrays.asList(
                new ScalarResult("cpu", (now() - before) / operations, "ns/op", AggregationPolicy.AVG),
                new ScalarResult("pause", (pauses() - pausesBefore) / operations, "ns/op", AggregationPolicy.AVG));
    }
}
