package org.apache.maven.artifact;

import java.io.File;
import org.apache.maven.artifact.handler.ArtifactHandler;

public interface Artifact {
    String getGroupId();

    String getArtifactId();

    String getBaseVersion();

    String getDependencyConflictId();

    ArtifactHandler getArtifactHandler();

    File getFile();

    void setFile(File file);
}
