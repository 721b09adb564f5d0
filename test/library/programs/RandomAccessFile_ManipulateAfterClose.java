package library;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

final class RandomAccessFile_ManipulateAfterClose {
    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            File name = File.createTempFile("library", ".bin");
            RandomAccessFile file = new RandomAccessFile(name, "rw");
            file.writeInt(1);
            file.close();
            try {
                file.seek(0); // RandomAccessFile_ManipulateAfterClose: 1
            } catch (IOException expected) {
                System.out.println("closed");
            }
            System.out.println(name.delete());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            File name = File.createTempFile("library", ".bin");
            RandomAccessFile file = new RandomAccessFile(name, "rw");
            file.writeInt(1);
            file.seek(0);
            System.out.println(file.readInt());
            file.close();
            System.out.println(name.delete());
        }
    }
}
