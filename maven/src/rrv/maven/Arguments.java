package rrv.maven;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of an argument file of rrv, which may be longer than a command line, and where rrv itself reads what
 * users have quoted.
 */
final class Arguments {
    private final List<String> lines = new ArrayList<>();

    Arguments(List<Path> paths) {
        paths.forEach(path -> add(path.toString()));
    }

    Arguments add(String... arguments) {
        for (String argument : arguments) {
            lines.add('"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        }
        return this;
    }

    /** Adds arguments as a user has written them, separated by white space and quoted. */
    Arguments addAsWritten(String text) {
        lines.add(text);
        return this;
    }

    List<String> lines() {
        return lines;
    }
}
