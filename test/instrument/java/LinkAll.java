import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads each class named in a file and links it, which verifies it (JVMS 5.4.1), without initialising it.
 * Prints what fails. Arguments: the file; prefix a name with its module's loader left to the system loader.
 */
public class LinkAll {
    public static void main(String[] arguments) throws Exception {
        List<String> names = Files.readAllLines(Path.of(arguments[0]));
        int linked = 0, absent = 0;
        for (String name : names) {
            try {
                Class.forName(name, false, LinkAll.class.getClassLoader()).getDeclaredMethods();
                linked++;
            } catch (ClassNotFoundException | NoClassDefFoundError e) {
                absent++;
            } catch (Throwable e) {
                System.out.println("FAILED " + name + ": " + e.toString().split("\n")[0]);
                if (e instanceof VerifyError) System.out.println(e.getMessage());
            }
        }
        System.out.println("linked " + linked + ", absent " + absent);
    }
}
