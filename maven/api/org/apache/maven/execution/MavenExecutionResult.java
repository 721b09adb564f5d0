package org.apache.maven.execution;

public interface MavenExecutionResult {
    MavenExecutionResult addException(Throwable exception);

    boolean hasExceptions();
}
