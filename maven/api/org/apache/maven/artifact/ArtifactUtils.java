package org.apache.maven.artifact;

public final class ArtifactUtils {
    private ArtifactUtils() {
    }

    public static native Artifact copyArtifact(Artifact artifact);
}
