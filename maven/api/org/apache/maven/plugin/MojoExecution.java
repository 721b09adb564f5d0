package org.apache.maven.plugin;

public abstract class MojoExecution {
    public abstract String getGroupId();

    public abstract String getArtifactId();

    public abstract String getGoal();

    public abstract String getExecutionId();
}
