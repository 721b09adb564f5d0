package org.gradle.internal.installation.beacon;

/** By the jar of this type Gradle finds the folder that it is installed in. */
public interface InstallationBeacon {
}
