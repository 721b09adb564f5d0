package rrv.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The names of modules that have a descriptor. */
final class ModuleName {
    private static final String DESCRIPTOR = "module-info.class";

    private ModuleName() {
    }

    /**
     * The name of the module in a directory or jar. Descriptors in META-INF/versions are passed over. Empty where there
     * is none, and in a Maven on Java 8, which knows no modules.
     */
    static Optional<String> of(File path) throws IOException {
        if (path.isDirectory()) {
            File descriptor = new File(path, DESCRIPTOR);
            if (!descriptor.isFile()) {
                return Optional.empty();
            }
            try (InputStream stream = Files.newInputStream(descriptor.toPath())) {
                return nameIn(stream);
            }
        }
        if (!path.isFile()) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(path)) {
            JarEntry descriptor = jar.getJarEntry(DESCRIPTOR);
            if (descriptor == null) {
                return Optional.empty();
            }
            try (InputStream stream = jar.getInputStream(descriptor)) {
                return nameIn(stream);
            }
        }
    }

    /** By reflection, as the extension is one of Maven on Java 8, too. */
    private static Optional<String> nameIn(InputStream stream) {
        try {
            Class<?> type = Class.forName("java.lang.module.ModuleDescriptor");
            Object descriptor = type.getMethod("read", InputStream.class).invoke(null, stream);
            return Optional.of((String) type.getMethod("name").invoke(descriptor));
        } catch (ReflectiveOperationException exception) {
            return Optional.empty();
        }
    }
}
