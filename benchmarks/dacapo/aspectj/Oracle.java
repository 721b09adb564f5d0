package oracle;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * The four monitors of this JVM. When it exits they are written to the file named by the system property
 * oracle.report, in the shape of rrv's own report as far as it goes. One lock for everything.
 */
final class Oracle {
    static final CollectionIteratorMonitor safeIterator = new CollectionIteratorMonitor("SafeIterator");
    static final CollectionIteratorMonitor safeListIterator = new CollectionIteratorMonitor("SafeListIterator");
    static final SafeMapIteratorMonitor safeMapIterator = new SafeMapIteratorMonitor();
    static final SafeHasNextMonitor safeHasNext = new SafeHasNextMonitor();

    static {
        final String file = System.getProperty("oracle.report");
        if (file != null) Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                try {
                    write(file);
                } catch (IOException failure) {
                    failure.printStackTrace();
                }
            }
        });
    }

    private Oracle() {
    }

    private static void write(String file) throws IOException {
        StringBuilder out = new StringBuilder("{\"properties\":[\n");
        synchronized (Oracle.class) {
            Monitor[] monitors = {safeIterator, safeListIterator, safeMapIterator, safeHasNext};
            for (int i = 0; i < monitors.length; i++) {
                if (i > 0) out.append(",\n");
                monitors[i].write(out);
            }
        }
        out.append("]}\n");
        Writer writer = new OutputStreamWriter(new FileOutputStream(file), StandardCharsets.UTF_8);
        writer.write(out.toString());
        writer.close();
    }
}
