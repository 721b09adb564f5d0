import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import rrv.runtime.Unit;

/** A unit whose definition is a file, as the generated class would return it. Site n is Main.m at line n. */
public class FileUnit extends Unit {
    private final String text;

    public FileUnit(String file) throws IOException {
        text = new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8);
    }

    @Override
    protected String[] definition() {
        int middle = text.length() / 2;
        return new String[] {text.substring(0, middle), text.substring(middle)};
    }

    @Override
    protected String site(int index) {
        return "a/b/Main\tm\t()V\t" + index * 3 + "\tMain.java\t" + index;
    }
}
