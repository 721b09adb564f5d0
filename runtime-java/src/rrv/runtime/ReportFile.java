package rrv.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The report's file: written beside its place and moved there, so that nobody ever reads half of it. What a
 * link leads to is written, and the link stays; so does what is no file ({@code /dev/null}, a pipe), which is
 * written to, and a file that nothing can take the place of.
 */
final class ReportFile {
    /** A class that is asked for by its name. */
    static final String PROCESS = "java.lang.ProcessHandle";

    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    /** What stands for bytes that are no letters of the locale. */
    private static final char REPLACEMENT = '\uFFFD';

    private ReportFile() {
    }

    /** Replaces %p by the process id and %% by a percent sign. */
    static String expand(String name) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '%' && i + 1 < name.length() && (name.charAt(i + 1) == 'p' || name.charAt(i + 1) == '%')) {
                result.append(name.charAt(++i) == 'p' ? processId() : "%");
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }

    /**
     * Whether a path is relative to a working directory whose name has letters that the locale of the JVM does not
     * have: they are U+FFFD in its absolute path, which leads nowhere.
     */
    static boolean isBelowUnnameable(String path) {
        return path.indexOf(REPLACEMENT) < 0 && new File(path).getAbsolutePath().indexOf(REPLACEMENT) >= 0;
    }

    static void write(String name, String text) throws IOException {
        if (isBelowUnnameable(name)) {
            writeRelative(name, text);
            return;
        }
        Path target = new File(name).getAbsoluteFile().toPath();
        if (Files.isDirectory(target)) {
            // The root has no parent; and of others the system would name our temporary file.
            throw new FileNotFoundException(target + " (Is a directory)");
        }
        Path folder = target.getParent();
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        if (isDescriptor(name)) {
            writeTo(name, text);
            return;
        }
        if (Files.exists(target)) {
            // Before links are followed: what a descriptor of a process leads to has no name.
            if (!Files.isRegularFile(target)) {
                writeTo(name, text);
                return;
            }
            target = target.toRealPath();
        } else if (Files.isSymbolicLink(target)) {
            target = linked(target);
            folder = target.getParent();
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
        }
        replace(target, text.getBytes(StandardCharsets.UTF_8));
    }

    /** By java.io, which hands the path to the system as it is; java.nio puts what it knows of the directory before it. */
    private static void writeRelative(String name, String text) throws IOException {
        File target = new File(name);
        makeFolder(target.getParentFile());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!target.exists()) {
            File temporary = new File(target.getParentFile(), temporaryName(target));
            try {
                write(temporary.getPath(), bytes, false);
                if (temporary.renameTo(target)) {
                    return;
                }
            } finally {
                temporary.delete();
            }
        }
        write(name, bytes, !target.isFile());
    }

    static void makeFolder(File folder) {
        if (folder != null && !folder.isDirectory()) {
            makeFolder(folder.getParentFile());
            folder.mkdir();
        }
    }

    private static String temporaryName(Object target) {
        return ".rrv-" + processId() + "-" + Integer.toHexString(target.hashCode()) + "-" + System.nanoTime() + ".tmp";
    }

    private static void replace(Path target, byte[] bytes) throws IOException {
        // Not createTempFile: it needs a random generator and makes a file that only its owner can read. Of
        // the name no more than a hash, as it may be as long as names may be.
        Path temporary = target.resolveSibling(temporaryName(target));
        boolean complete = false;
        try {
            write(temporary.toString(), bytes, false);
            complete = true;
            move(temporary, target);
        } catch (IOException e) {
            // Not where the disk is full: what is there is better than half of the new one.
            boolean mayBeOpened = complete || e instanceof FileNotFoundException;
            if (!mayBeOpened || !Files.isRegularFile(target)) {
                throw aboutTarget(e, temporary, target);
            }
            delete(temporary);
            // The folder may not be written to, or the file is mounted by itself.
            write(target.toString(), bytes, false);
        } finally {
            delete(temporary);
        }
    }

    /** What the system says of a file that nobody has named, said of the one that was asked for. */
    private static IOException aboutTarget(IOException error, Path temporary, Path target) {
        String message = error.getMessage();
        if (!(error instanceof FileNotFoundException) || message == null) {
            return error;
        }
        return new FileNotFoundException(message.replace(temporary.toString(), target.toString()));
    }

    /** Without an error: it would hide the one for which the file is deleted. */
    private static void delete(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // Where the folder may not be entered, nothing was made in it.
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Not Files.write, which in Java 8 fails in a thread that is interrupted. */
    private static void write(String file, byte[] bytes, boolean append) throws IOException {
        FileOutputStream out = new FileOutputStream(file, append);
        try {
            out.write(bytes);
        } finally {
            out.close();
        }
    }

    /** Where a link leads to, and those that it leads to, though nothing is there yet. */
    private static Path linked(Path link) throws IOException {
        Path at = link;
        for (int followed = 0; Files.isSymbolicLink(at); followed++) {
            if (followed == MOST_LINKS) {
                throw new FileSystemLoopException(link.toString());
            }
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        return at;
    }

    /** An open file, which goes by what was written to it before. */
    private static boolean isDescriptor(String name) {
        return name.equals("/dev/stdout") || name.equals("/dev/stderr") || name.matches("/(?:dev|proc/[^/]+)/fd/\\d+");
    }

    private static void writeTo(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean isOutput = name.equals("/dev/stdout") || name.matches("/(?:dev|proc/self)/fd/1");
        if (isOutput || name.equals("/dev/stderr") || name.matches("/(?:dev|proc/self)/fd/2")) {
            // Opened anew it would be written from its start on. Not closed: that would close the descriptor.
            new FileOutputStream(isOutput ? FileDescriptor.out : FileDescriptor.err).write(bytes);
            return;
        }
        write(name, bytes, true);
    }

    /** ProcessHandle is Java 9; Java 8 on Linux has /proc, and elsewhere java.management if it is there. */
    static String processId() {
        try {
            Class<?> type = Class.forName(PROCESS);
            Object current = type.getMethod("current").invoke(null);
            return String.valueOf(type.getMethod("pid").invoke(current));
        } catch (Exception e) {
            // Java 8.
        }
        try {
            return new File("/proc/self").getCanonicalFile().getName();
        } catch (IOException e) {
            // Not Linux.
        }
        try {
            Class<?> factory = Class.forName("java.lang.management.ManagementFactory");
            Object bean = factory.getMethod("getRuntimeMXBean").invoke(null);
            String name = (String) Class.forName("java.lang.management.RuntimeMXBean").getMethod("getName").invoke(bean);
            int at = name.indexOf('@');
            return at < 0 ? name : name.substring(0, at);
        } catch (Exception e) {
            return "0";
        }
    }
}
