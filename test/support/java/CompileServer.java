import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * javac again and again in one JVM, which has it compiled after a few calls. Reads numbers of arguments and
 * the arguments, and writes exit codes, until nobody asks any more.
 */
public final class CompileServer {
    private CompileServer() {
    }

    public static void main(String[] args) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        while (true) {
            String[] arguments;
            try {
                arguments = new String[in.readInt()];
            } catch (EOFException e) {
                return;
            }
            for (int index = 0; index < arguments.length; index++) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                arguments[index] = new String(bytes, "UTF-8");
            }
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            out.writeInt(compiler.run(null, said, said, arguments));
            out.flush();
        }
    }
}
