package org.apache.maven.execution;

import org.apache.maven.plugin.Mojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;

public abstract class MojoExecutionEvent {
    public abstract MavenSession getSession();

    public abstract MavenProject getProject();

    public abstract MojoExecution getExecution();

    public abstract Mojo getMojo();
}
