package rrv.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.Charset;
import java.util.function.Supplier;

/**
 * The standard error of the process. Not `System.err`, which programs and test runners replace: Surefire's
 * goes nowhere any more when exit hooks run, and a test that looks at what was printed would see the
 * monitors.
 */
final class StandardError {
    private StandardError() {
    }

    /** In one piece, so that lines of several threads or processes do not mix. */
    static void print(CharSequence text) {
        try {
            // Not closed: that would close the descriptor.
            Privileged.get(new Supplier<FileOutputStream>() {
                @Override
                public FileOutputStream get() {
                    return new FileOutputStream(FileDescriptor.err);
                }
            }).write(text.toString().getBytes(encoding()));
        } catch (Exception e) {
            // Closed, or forbidden by a security manager.
            System.err.print(text);
            System.err.flush();
        }
    }

    static void println(String text) {
        print(text + System.lineSeparator());
    }

    /**
     * That of the `System.err` with which the JVM starts: Java 19 says it, earlier ones do where it is a
     * terminal.
     */
    private static Charset encoding() {
        for (String property : new String[] {"stderr.encoding", "sun.stderr.encoding"}) {
            try {
                String name = System.getProperty(property);
                if (name != null) {
                    return Charset.forName(name);
                }
            } catch (RuntimeException e) {
                // Not readable, or not a charset: the next one.
            }
        }
        return Charset.defaultCharset();
    }
}
