package library;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;

final class ByteArrayOutputStream_FlushBeforeRetrieve {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            OutputStream buffered = new BufferedOutputStream(bytes);
            buffered.write(1);
            System.out.println(bytes.toByteArray().length); // ByteArrayOutputStream_FlushBeforeRetrieve: 1
            buffered.close();
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            PrintWriter flushing = new PrintWriter(lines, true);
            flushing.print("no line yet");
            System.out.println(lines.toByteArray().length); // ByteArrayOutputStream_FlushBeforeRetrieve: 1
            PrintWriter printer = new PrintWriter(lines, false);
            printer.println("a line that stays in the buffer");
            System.out.println(lines.toByteArray().length); // ByteArrayOutputStream_FlushBeforeRetrieve: 2
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(bytes);
            data.writeInt(1);
            data.flush();
            System.out.println(bytes.toByteArray().length);
            data.writeInt(2);
            data.close();
            System.out.println(bytes.toByteArray().length);
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            plain.write(3);
            System.out.println(plain.toByteArray().length);
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            PrintWriter flushing = new PrintWriter(lines, true);
            flushing.println("each line is flushed");
            System.out.println(lines.size() + " " + lines.toString().length());
            flushing.print("and what was before it, ");
            flushing.printf("too%n");
            System.out.println(lines.toByteArray().length);
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            Writer encoder = new OutputStreamWriter(text);
            encoder.write("head");
            BufferedWriter buffer = new BufferedWriter(encoder);
            buffer.write("body");
            buffer.flush();
            System.out.println(text.toByteArray().length);
        }
    }
}
