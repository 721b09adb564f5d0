package org.gradle.internal.compiler.java;

import java.io.File;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler.CompilationTask;

/** Compiles, and tells Gradle nothing of what it has compiled: the next compilation is one of all sources. */
public class IncrementalCompileTask implements CompilationTask {
    private final CompilationTask task;

    /** With the parameters that Gradle 8 passes by reflection. */
    public IncrementalCompileTask(
            CompilationTask task,
            Function<File, Optional<String>> relativePaths,
            Consumer<String> backup,
            Consumer<Map<String, Set<String>>> classesOfSources,
            BiConsumer<String, String> publicConstants,
            BiConsumer<String, String> privateConstants) {
        this.task = task;
        classesOfSources.accept(new HashMap<>());
    }

    @Override
    public void addModules(Iterable<String> names) {
        task.addModules(names);
    }

    @Override
    public void setProcessors(Iterable<? extends Processor> processors) {
        task.setProcessors(processors);
    }

    @Override
    public void setLocale(Locale locale) {
        task.setLocale(locale);
    }

    @Override
    public Boolean call() {
        return task.call();
    }
}
