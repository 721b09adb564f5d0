package rrv.maven;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** The commands of the rrv that this extension comes with. */
final class Command {
    private final File workingDirectory;

    Command(String workingDirectory) {
        this.workingDirectory = new File(workingDirectory);
    }

    static final class Result {
        private final int status;
        private final String output;

        Result(int status, String output) {
            this.status = status;
            this.output = output;
        }

        int status() {
            return status;
        }

        String output() {
            return output;
        }

        /** At once, as other modules may be built meanwhile. */
        void print() {
            if (!output.isEmpty()) {
                System.out.println(output);
            }
        }
    }

    /** The jar with the monitors, for programs that do not carry it. */
    static File runtime() {
        return root().resolve("runtime/rrv-runtime.jar").toFile();
    }

    /**
     * Runs a command to its end.
     *
     * @throws Failure without Node.js
     */
    Result run(String name, Arguments arguments, Path folder) throws IOException, Failure {
        Path file = folder.resolve(name + ".arguments");
        Files.write(file, arguments.lines(), StandardCharsets.UTF_8);
        ProcessBuilder builder = new ProcessBuilder(
                "node", root().resolve("cli/main.js").toString(), name, "@" + file.toAbsolutePath());
        Process process;
        try {
            process = builder.directory(workingDirectory).redirectErrorStream(true).start();
        } catch (IOException exception) {
            throw new Failure("rrv needs Node.js on the PATH: " + exception.getMessage());
        }
        try {
            process.getOutputStream().close();
            String output = allOf(process.getInputStream());
            return new Result(process.waitFor(), output.trim());
        } catch (InterruptedException exception) {
            Thread.currentThread().interrupt();
            throw new Failure("rrv " + name + " was interrupted");
        } finally {
            process.destroy();
        }
    }

    private static String allOf(InputStream stream) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
            bytes.write(buffer, 0, count);
        }
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }

    /** The directory of what rrv is built to, in which this extension is. */
    private static Path root() {
        try {
            Path jar = Paths.get(Command.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return jar.toRealPath().getParent().getParent();
        } catch (URISyntaxException | IOException exception) {
            throw new IllegalStateException(exception);
        }
    }
}
