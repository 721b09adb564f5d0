import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** As a test runner does: what is printed is collected, and nobody reads it after the last test. */
public class TakenError {
    public static void main(String[] args) throws Exception {
        System.setErr(new PrintStream(new ByteArrayOutputStream(), true));
        IteratorDriver.main(args);
    }
}
