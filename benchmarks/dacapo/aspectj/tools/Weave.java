import java.io.File;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;

/**
 * Weave aspects.jar class-path output-folder jar...: weaves each jar into output-folder, with the AspectJ
 * compiler once per jar but in one JVM. Prints AspectJ's errors; exit status 1 when there is one.
 */
public final class Weave {
    private Weave() {
    }

    public static void main(String[] arguments) {
        int errors = 0;
        for (int i = 3; i < arguments.length; i++) {
            File jar = new File(arguments[i]);
            // Types missing from the class path (optional dependencies of the libraries) are no reason to stop.
            String[] command = {"-1.8", "-inpath", jar.getPath(), "-aspectpath", arguments[0], "-classpath", arguments[1],
                "-outjar", new File(arguments[2], jar.getName()).getPath(), "-proceedOnError", "-Xlint:ignore", "-nowarn"};
            MessageHandler messages = new MessageHandler(true);
            messages.ignore(IMessage.INFO);
            Main main = new Main();
            main.setHolder(messages);
            main.runMain(command, false);
            for (IMessage message : messages.getMessages(IMessage.ERROR, true)) {
                System.out.println(jar.getName() + ": " + message);
                errors++;
            }
        }
        System.exit(errors == 0 ? 0 : 1);
    }
}
