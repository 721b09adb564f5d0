package rrv.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.ArtifactUtils;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/** What the tests of a project run with: copies of what the build has made, and libraries as they are. */
final class ClassPath {
    private final File main;
    private final File tests;
    private final Set<Artifact> artifacts = new LinkedHashSet<>();
    private final List<String> libraries = new ArrayList<>();
    private boolean hasModules;

    /** Copies classes, test classes, and what the project needs of other modules, also of those that -pl leaves out. */
    ClassPath(MavenSession session, MavenProject project, TestGoal goal, Copies copies) throws IOException {
        main = copies.copyOf(goal.mainClasses(), "main");
        tests = copies.copyOf(goal.testClasses(), "tests");
        for (Artifact artifact : project.getArtifacts()) {
            File file = artifact.getFile();
            boolean isUsed = file != null && artifact.getArtifactHandler().isAddedToClasspath();
            if (isUsed && isOfBuild(artifact, session)) {
                Artifact copy = ArtifactUtils.copyArtifact(artifact);
                // In one level: a classifier may be `classes`, as the directory of its module is, and no copy may be in another.
                copy.setFile(copies.copyOf(file, "modules/" + artifact.getDependencyConflictId().replace(':', '+')));
                artifacts.add(copy);
                hasModules = true;
            } else {
                artifacts.add(artifact);
                if (isUsed) {
                    libraries.add(file.getPath());
                }
            }
        }
        libraries.addAll(goal.additionalClassPath());
        libraries.removeIf(path -> !new File(path).exists());
    }

    /** Paths of what is not instrumented. */
    List<String> libraries() {
        return libraries;
    }

    /** Whether the runtime has to be a module of its own: Java refuses a package that is in two modules. */
    boolean isRuntimeApart() throws IOException {
        return hasModules && ModuleName.of(main).isPresent() || ModuleName.of(tests).isPresent();
    }

    /** Puts the copies in place of the originals. */
    void replace(MavenProject project, TestGoal goal) throws IOException {
        goal.setMainClasses(main);
        goal.setTestClasses(tests);
        project.setArtifacts(artifacts);
        if (isRuntimeApart()) {
            goal.addToClassPath(Command.runtime().getPath());
            // The tests become a part of that module, which requires the runtime only for what it has itself.
            Optional<String> module = ModuleName.of(main);
            module.ifPresent(name -> goal.addToArgLine("--add-reads=" + name + "=rrv.runtime"));
        }
    }

    private static boolean isOfBuild(Artifact artifact, MavenSession session) {
        return session.getAllProjects().stream()
                .anyMatch(project -> project.getArtifactId().equals(artifact.getArtifactId())
                        && project.getGroupId().equals(artifact.getGroupId())
                        && project.getVersion().equals(artifact.getBaseVersion()));
    }
}
