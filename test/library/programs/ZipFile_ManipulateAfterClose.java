package library;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

final class ZipFile_ManipulateAfterClose {
    static File archive() throws IOException {
        File file = File.createTempFile("library", ".zip");
        try (ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("entry"));
        }
        return file;
    }

    static final class Violates {
        public static void main(String[] arguments) throws IOException {
            File file = archive();
            ZipFile zip = new ZipFile(file);
            zip.close();
            try {
                zip.getEntry("entry"); // ZipFile_ManipulateAfterClose: 1
            } catch (IllegalStateException expected) {
                System.out.println("closed");
            }
            System.out.println(file.delete());
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws IOException {
            File file = archive();
            ZipFile zip = new ZipFile(file);
            System.out.println(zip.getEntry("entry") != null);
            zip.close();
            System.out.println(zip.getName().isEmpty());
            System.out.println(file.delete());
        }
    }
}
