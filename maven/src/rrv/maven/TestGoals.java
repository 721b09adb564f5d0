package rrv.maven;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MojoExecutionEvent;
import org.apache.maven.execution.MojoExecutionListener;
import org.apache.maven.plugin.MojoExecutionException;

/** Lets the goals that run tests run them on instrumented copies, each with its settings as Maven has found them. */
@Named
@Singleton
public final class TestGoals implements MojoExecutionListener {
    private final MonitoredTests tests;
    /** What the projects of the goals that run now depend on, by goal. */
    private final Map<Object, Set<Artifact>> originals = Collections.synchronizedMap(new IdentityHashMap<>());

    @Inject
    public TestGoals(MonitoredTests tests) {
        this.tests = tests;
    }

    @Override
    public void beforeMojoExecution(MojoExecutionEvent event) throws MojoExecutionException {
        if (!TestGoal.isOne(event.getExecution())) {
            return;
        }
        TestGoal goal = new TestGoal(event.getMojo());
        if (!goal.runsTests()) {
            return;
        }
        originals.put(event.getMojo(), event.getProject().getArtifacts());
        try {
            tests.instrument(event.getSession(), event.getProject(), event.getExecution(), goal);
        } catch (IOException exception) {
            throw new MojoExecutionException("rrv: " + exception, exception);
        } catch (Failure failure) {
            throw new MojoExecutionException(failure.getMessage());
        }
    }

    @Override
    public void afterMojoExecutionSuccess(MojoExecutionEvent event) {
        restore(event);
    }

    @Override
    public void afterExecutionFailure(MojoExecutionEvent event) {
        restore(event);
    }

    private void restore(MojoExecutionEvent event) {
        Set<Artifact> artifacts = originals.remove(event.getMojo());
        if (artifacts != null) {
            event.getProject().setArtifacts(artifacts);
        }
    }
}
