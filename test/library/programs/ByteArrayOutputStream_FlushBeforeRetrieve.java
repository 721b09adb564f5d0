package library;

import java.awt.image.BufferedImage;
import java.beans.XMLEncoder;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.Writer;
import java.nio.channels.Channels;
import java.security.KeyStore;
import java.util.Formatter;
import java.util.Properties;
import java.util.jar.Manifest;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

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
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            OutputStream packing = new GZIPOutputStream(packed);
            packing.write(1);
            System.out.println(packed.toByteArray().length); // ByteArrayOutputStream_FlushBeforeRetrieve: 1
        }
    }

    static final class Respects {
        public static void main(String[] arguments) throws Exception {
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
            flushedByWhatTakesIt();
            flushedByWhatStandsInFront();
            flushedByItself();
        }

        private static void flushedByItself() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Writer text = new FlushingWriter(bytes);
            text.write("a");
            OutputStream direct = new DirectStream(bytes);
            direct.write('b');
            PrintWriter lines = new FlushingPrinter(bytes);
            lines.println("c");
            System.out.println(bytes.toString());
        }

        private static void flushedByWhatTakesIt() throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Properties properties = new Properties();
            properties.setProperty("key", "value");
            Writer writer = new OutputStreamWriter(bytes);
            writer.write("head");
            properties.store(writer, null);
            System.out.println(bytes.toString().startsWith("head#"));
            OutputStream buffered = new BufferedOutputStream(bytes);
            buffered.write(1);
            properties.storeToXML(buffered, null);
            System.out.println(bytes.toString().contains("\u0001"));
            buffered.write(2);
            new Manifest().write(buffered);
            System.out.println(bytes.toString().contains("\u0002"));
            buffered.write(3);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.store(buffered, new char[] {'x'});
            System.out.println(bytes.toString().contains("\u0003"));
            buffered.write(4);
            ImageIO.write(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB), "png", buffered);
            System.out.println(bytes.toString().contains("\u0004\uFFFDPNG"));
        }

        private static void flushedByWhatStandsInFront() throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Writer writer = new OutputStreamWriter(bytes);
            writer.write("1");
            new Formatter(writer).flush();
            Writer second = new OutputStreamWriter(bytes);
            second.write("2");
            Transformer copy = TransformerFactory.newInstance().newTransformer();
            copy.transform(new StreamSource(new StringReader("<a/>")), new StreamResult(second));
            Writer third = new OutputStreamWriter(bytes);
            third.write("3");
            XMLOutputFactory.newInstance().createXMLStreamWriter(third).flush();
            OutputStream fourth = new BufferedOutputStream(bytes);
            fourth.write('4');
            new StreamHandler(fourth, new SimpleFormatter()).flush();
            OutputStream fifth = new BufferedOutputStream(bytes);
            fifth.write('5');
            new XMLEncoder(fifth).flush();
            OutputStream sixth = new BufferedOutputStream(bytes);
            sixth.write('6');
            Channels.newChannel(sixth).close();
            OutputStream seventh = new BufferedOutputStream(bytes);
            seventh.write('7');
            StreamResult result = new StreamResult();
            result.setOutputStream(seventh);
            copy.transform(new StreamSource(new StringReader("<a/>")), result);
            System.out.println(bytes.toString());
        }
    }

    static final class FlushingWriter extends OutputStreamWriter {
        FlushingWriter(OutputStream out) {
            super(out);
        }

        @Override
        public void write(String text) throws IOException {
            super.write(text);
            flush();
        }
    }

    static final class DirectStream extends BufferedOutputStream {
        DirectStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
        }
    }

    static final class FlushingPrinter extends PrintWriter {
        FlushingPrinter(OutputStream out) {
            super(out, false);
        }

        @Override
        public void println(String line) {
            super.println(line);
            super.flush();
        }
    }
}
