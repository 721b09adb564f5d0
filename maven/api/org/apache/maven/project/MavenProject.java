package org.apache.maven.project;

import java.util.Properties;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.model.Build;

public abstract class MavenProject {
    public abstract String getGroupId();

    public abstract String getArtifactId();

    public abstract String getVersion();

    public abstract Build getBuild();

    public abstract Properties getProperties();

    public abstract Set<Artifact> getArtifacts();

    public abstract void setArtifacts(Set<Artifact> artifacts);
}
