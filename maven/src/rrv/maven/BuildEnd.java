package rrv.maven;

import java.io.IOException;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenSession;

/** Begins and ends a build: what spies say of its end comes before Maven says whether it was a success. */
@Named
@Singleton
public final class BuildEnd extends AbstractEventSpy {
    private final MonitoredTests tests;

    @Inject
    public BuildEnd(MonitoredTests tests) {
        this.tests = tests;
    }

    @Override
    public void onEvent(Object event) {
        if (!(event instanceof ExecutionEvent)) {
            return;
        }
        MavenSession session = ((ExecutionEvent) event).getSession();
        ExecutionEvent.Type type = ((ExecutionEvent) event).getType();
        if (type == ExecutionEvent.Type.SessionStarted) {
            // It would count the woven code.
            session.getUserProperties().putIfAbsent("jacoco.skip", "true");
        } else if (type == ExecutionEvent.Type.SessionEnded) {
            try {
                tests.report(session);
            } catch (IOException | Failure failure) {
                session.getResult().addException(failure);
            }
        }
    }
}
