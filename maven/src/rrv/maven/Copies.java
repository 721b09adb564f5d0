package rrv.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/** Copies of classes, in a directory that is made anew. */
final class Copies {
    private final Path folder;
    private final List<Path> paths = new ArrayList<>();

    Copies(Path folder) throws IOException {
        this.folder = folder;
        delete(folder);
        Files.createDirectories(folder);
    }

    boolean isEmpty() {
        return paths.isEmpty();
    }

    /** What has been copied. */
    List<Path> paths() {
        return paths;
    }

    /** Copies a directory or jar, under its own name; what has no class is returned as it is, as it needs no copy. */
    File copyOf(File original, String place) throws IOException {
        if (!original.isFile() && !hasClass(original)) {
            return original;
        }
        Path copy = folder.resolve(place).resolve(original.getName());
        copyAll(original.toPath(), copy);
        paths.add(copy);
        return copy.toFile();
    }

    private static boolean hasClass(File directory) throws IOException {
        if (!directory.isDirectory()) {
            return false;
        }
        try (Stream<Path> files = Files.walk(directory.toPath(), FileVisitOption.FOLLOW_LINKS)) {
            return files.anyMatch(file -> file.toString().endsWith(".class"));
        }
    }

    private static void copyAll(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.walkFileTree(from, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path copy = file.equals(from) ? to : to.resolve(from.relativize(file));
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException exception) throws IOException {
                if (exception != null) {
                    throw exception;
                }
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
