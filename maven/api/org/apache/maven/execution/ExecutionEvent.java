package org.apache.maven.execution;

public interface ExecutionEvent {
    Type getType();

    MavenSession getSession();

    enum Type {
        SessionStarted,
        SessionEnded
    }
}
