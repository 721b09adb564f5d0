package rrv.runtime;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;

/** A listener fails, which costs no event, before one finds no memory. */
public final class FirstLoss {
    private static final int SAFE_HAS_NEXT = 3;
    private static final int NEXT = 1;

    private FirstLoss() {
    }

    public static void main(String[] args) throws Exception {
        String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
        Registration registration = Registry.register(new LineUnit(text));
        PropertyMonitor monitor = registration.monitor(SAFE_HAS_NEXT);
        Monitoring.addListener(violation -> {
            throw new IllegalStateException("from the listener");
        });
        monitor.event(NEXT, new Object(), registration.base + 1);
        monitor.lost(new OutOfMemoryError("as asked for"));
    }
}
