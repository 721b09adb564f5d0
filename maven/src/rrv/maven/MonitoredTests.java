package rrv.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;

/** The goals of a build that have run tests with monitors. */
@Named
@Singleton
public final class MonitoredTests {
    private static final String NOWHERE =
            "Nothing to monitor: no class that tests have run with produces an event of the properties of -Drrv;"
                    + " --allow-empty goes on all the same";

    /** Directories of reports that are awaited. */
    private final Set<Path> reports = new LinkedHashSet<>();
    /** Those of goals for which no event is left, so that no JVM writes one, and what says so. */
    private final Map<Path, Path> needless = new LinkedHashMap<>();
    private boolean hasRun;
    private boolean hasPoints;

    /**
     * Instruments copies of all classes of the build that the tests of a project run with, in one run, because they
     * run together, and puts them in place of the originals in that goal and in the project's dependencies.
     *
     * @throws Failure where nobody may go on
     */
    void instrument(MavenSession session, MavenProject project, MojoExecution execution, TestGoal goal)
            throws IOException, Failure {
        Options options = Options.of(session);
        options.checkProperties();
        if (goal.runsInMaven()) {
            throw new Failure("rrv: the tests have to run in a JVM of their own, whose monitors report at its end;"
                    + " leave out forkCount=0 (or forkMode=never)");
        }
        String name = execution.getGoal() + "/" + execution.getExecutionId();
        Path folder = new File(project.getBuild().getDirectory(), "rrv/" + name).toPath();
        Copies copies = new Copies(folder);
        ClassPath classPath = new ClassPath(session, project, goal, copies);
        if (copies.isEmpty()) {
            return;
        }
        Path analysed = folder.resolve("instrumentation.json");
        Arguments arguments = new Arguments(copies.paths());
        arguments.add("--in-place", "--allow-empty", "--report", "json=" + analysed);
        if (classPath.isRuntimeApart()) {
            arguments.add("--runtime", "external");
        }
        if (!classPath.libraries().isEmpty()) {
            arguments.add("--class-path", String.join(File.pathSeparator, classPath.libraries()));
        }
        Command command = new Command(session.getExecutionRootDirectory());
        Command.Result result = command.run("instrument", arguments.addAsWritten(options.instrument()), folder);
        if (result.status() != 0) {
            throw new Failure("rrv instrument failed with exit code " + result.status() + ":\n" + result.output());
        }
        result.print();
        Path written = Files.createDirectories(folder.resolve("reports"));
        note(analysed, written);
        classPath.replace(project, goal);
        goal.setEnvironment("RRV_REPORT", written.toString().replace("%", "%%") + File.separator + "%p.json");
    }

    private synchronized void note(Path analysed, Path written) throws IOException {
        Points points = Points.of(analysed);
        hasRun = true;
        hasPoints |= points.found() > 0;
        if (points.left() > 0) {
            reports.add(written);
        } else if (points.found() > 0) {
            needless.put(written, analysed);
        }
    }

    /**
     * Puts the reports of all JVMs together, when all goals have run.
     *
     * @throws Failure where they have violations
     */
    synchronized void report(MavenSession session) throws IOException, Failure {
        if (!hasRun) {
            return;
        }
        Options options = Options.of(session);
        try {
            // Where the build has failed, other tests may have had some.
            if (!hasPoints && !options.isEmptyAllowed() && !session.getResult().hasExceptions()) {
                throw new Failure(NOWHERE);
            }
            if (!reports.isEmpty()) {
                report(session, options, awaited());
            } else if (!needless.isEmpty()) {
                // What is asked for is written, so that nothing of an earlier build is left.
                report(session, options, unawaited());
            }
        } finally {
            hasRun = false;
            hasPoints = false;
            reports.clear();
            needless.clear();
        }
    }

    private Arguments unawaited() {
        Arguments arguments = new Arguments(new ArrayList<>(needless.keySet()));
        needless.values().forEach(analysed -> arguments.add("--instrumentation", analysed.toString()));
        return arguments;
    }

    private Arguments awaited() {
        List<Path> written = new ArrayList<>(reports);
        // Tests of one module may all be left out (-Dtest). Where no module has a report, rrv says what that means.
        if (reports.stream().anyMatch(MonitoredTests::hasReport)) {
            written.removeIf(directory -> !hasReport(directory));
        }
        return new Arguments(written);
    }

    private void report(MavenSession session, Options options, Arguments arguments) throws IOException, Failure {
        Command command = new Command(session.getExecutionRootDirectory());
        Path folder = (reports.isEmpty() ? needless.keySet() : reports).iterator().next().getParent();
        Command.Result result = command.run("report", arguments.addAsWritten(options.report()), folder);
        result.print();
        if (result.status() == 1) {
            throw new Failure("The tests violated properties: see the report of rrv above");
        }
        if (result.status() != 0) {
            throw new Failure("rrv report failed with exit code " + result.status() + ": see above");
        }
    }

    private static boolean hasReport(Path directory) {
        String[] names = directory.toFile().list((folder, name) -> name.endsWith(".json"));
        return names != null && names.length > 0;
    }
}
