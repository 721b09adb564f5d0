package library;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

final class ByteArrayOutputStream_FlushBeforeRetrieve {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            OutputStream buffered = new BufferedOutputStream(bytes);
            buffered.write(1);
            System.out.println(bytes.toByteArray().length); // ByteArrayOutputStream_FlushBeforeRetrieve: 1
            buffered.close();
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
        }
    }
}
