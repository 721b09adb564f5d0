package org.apache.maven.execution;

import java.util.List;
import java.util.Properties;
import org.apache.maven.project.MavenProject;

public abstract class MavenSession {
    public abstract List<MavenProject> getAllProjects();

    public abstract String getExecutionRootDirectory();

    public abstract MavenExecutionResult getResult();

    public abstract MavenProject getTopLevelProject();

    public abstract Properties getUserProperties();
}
