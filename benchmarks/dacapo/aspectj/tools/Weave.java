import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.MessageHandler;
import org.aspectj.tools.ajc.Main;

/**
 * Weave aspects.jar class-path output-folder points-file jar...: weaves each jar into output-folder, with the
 * AspectJ compiler once per jar but in one JVM. Writes a line per join point and advice to points-file: jar,
 * class, aspect, line of the advice, separated by tabs. Prints AspectJ's errors; exit status 1 when there is one.
 */
public final class Weave {
    private Weave() {
    }

    private static final Pattern ADVISED =
        Pattern.compile("in Type '([^']+)' .* advice from 'oracle\\.(\\w+)Aspect' \\([^:]*:(\\d+)", Pattern.DOTALL);

    public static void main(String[] arguments) throws IOException {
        int errors = 0;
        PrintWriter points = new PrintWriter(arguments[3], "UTF-8");
        for (int i = 4; i < arguments.length; i++) {
            File jar = new File(arguments[i]);
            // Types missing from the class path (optional dependencies of the libraries) are no reason to stop.
            String[] command = {"-1.8", "-inpath", jar.getPath(), "-aspectpath", arguments[0], "-classpath", arguments[1],
                "-outjar", new File(arguments[2], jar.getName()).getPath(), "-proceedOnError", "-Xlint:ignore", "-nowarn",
                "-showWeaveInfo"};
            MessageHandler messages = new MessageHandler(true);
            messages.ignore(IMessage.INFO);
            messages.dontIgnore(IMessage.WEAVEINFO);
            Main main = new Main();
            main.setHolder(messages);
            main.runMain(command, false);
            for (IMessage message : messages.getMessages(IMessage.ERROR, true)) {
                System.out.println(jar.getName() + ": " + message);
                errors++;
            }
            for (IMessage message : messages.getMessages(IMessage.WEAVEINFO, false)) {
                Matcher advised = ADVISED.matcher(message.getMessage());
                if (!advised.find()) throw new IllegalStateException(message.getMessage());
                points.println(jar.getName() + "\t" + advised.group(1) + "\t" + advised.group(2) + "\t" + advised.group(3));
            }
        }
        points.close();
        System.exit(errors == 0 ? 0 : 1);
    }
}
