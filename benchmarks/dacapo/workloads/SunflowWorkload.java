/**
 * Sunflow's own Benchmark, the scene that DaCapo renders. Its kernelEnd compares the image with
 * resources/golden_XXXX.png on the class path (made once by org.sunflow.Benchmark -regen) and throws
 * where they differ.
 */
final class SunflowWorkload implements Workload.Program {
    private final int resolution;
    private final int threads;

    /** resolution threads */
    SunflowWorkload(String[] arguments) {
        resolution = Integer.parseInt(arguments[0]);
        threads = Integer.parseInt(arguments[1]);
    }

    @Override
    public Workload.Check run() throws Exception {
        org.sunflow.Benchmark benchmark = new org.sunflow.Benchmark(resolution, false, false, false, threads, false);
        benchmark.kernelBegin();
        benchmark.kernelMain();
        benchmark.kernelEnd();
        return new Workload.Check() {
            @Override
            public String value() {
                return "image-ok";
            }
        };
    }
}
