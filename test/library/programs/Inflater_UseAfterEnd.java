package library;

import java.util.zip.Deflater;

final class Inflater_UseAfterEnd {
    static final class Violates {
        public static void main(String[] arguments) {
            Deflater deflater = new Deflater();
            deflater.end();
            try {
                deflater.reset(); // Inflater_UseAfterEnd: 1
            } catch (NullPointerException | IllegalStateException expected) {
                System.out.println("ended");
            }
        }
    }

    static final class Respects {
        public static void main(String[] arguments) {
            Deflater deflater = new Deflater();
            deflater.setInput(new byte[] {1, 2});
            deflater.finish();
            System.out.println(deflater.deflate(new byte[100]) > 0);
            deflater.reset();
            deflater.end();
            deflater.end();
        }
    }
}
