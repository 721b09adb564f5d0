package rrv.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many instructions produce events, of all properties. */
final class Points {
    /** In no string of the report, where quotation marks are escaped. */
    private static final Pattern INSTRUCTIONS =
            Pattern.compile("\"instructions\":\\s*\\{\\s*\"relevant\":\\s*(\\d+),\\s*\"removed\":\\s*(\\d+)");

    private final long found;
    private final long left;

    private Points(long found, long left) {
        this.found = found;
        this.left = left;
    }

    /** Of what rrv instrument --report json=... has written. Maven has no reader of JSON. */
    static Points of(Path report) throws IOException {
        String text = new String(Files.readAllBytes(report), StandardCharsets.UTF_8);
        long found = 0;
        long left = 0;
        for (Matcher matcher = INSTRUCTIONS.matcher(text); matcher.find();) {
            found += Long.parseLong(matcher.group(1));
            left += Long.parseLong(matcher.group(1)) - Long.parseLong(matcher.group(2));
        }
        return new Points(found, left);
    }

    long found() {
        return found;
    }

    long left() {
        return left;
    }
}
