/** Streams, readers, writers and what else is closed. Each text is a `.mop` file of its own. */
export const ioProperties: Readonly<Record<string, string>> = {
  InputStream_ManipulateAfterClose: `
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.StringBufferInputStream;
import java.util.zip.ZipInputStream;

/**
 * An input stream must not be read after it was closed.
 *
 * @severity error
 * @precision medium
 * @consequence The call throws IOException. Streams whose close() does nothing are left out where the JDK has
 *   them; a class of the application of that kind is reported.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/InputStream.html#close()
 * @group io
 * @wrong
 *   in.close(); int first = in.read();
 * @right
 *   int first = in.read(); in.close();
 */
InputStream_ManipulateAfterClose(InputStream i) {
  creation event close after(InputStream i) returning :
    call(* InputStream+.close()) && target(i) && !target(ByteArrayInputStream)
      && !target(StringBufferInputStream) { }
  event manipulate before(InputStream i) :
    (call(* InputStream+.read*(..)) || call(* InputStream+.available()) || call(* InputStream+.reset())
      || call(* InputStream+.skip*(..)) || call(* InputStream+.transferTo(..))
      || call(* PushbackInputStream+.unread(..)) || call(* ZipInputStream+.getNext*(..))
      || call(* ZipInputStream+.closeEntry())) && target(i) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the input stream was used after it was closed"); }
}`,

  OutputStream_ManipulateAfterClose: `
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.zip.ZipOutputStream;

/**
 * An output stream must not be written to after it was closed.
 *
 * @severity error
 * @precision medium
 * @consequence The call throws IOException, or, with a PrintStream, what is written is lost without a word.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/OutputStream.html#close()
 * @group io
 * @wrong
 *   out.close(); out.write(bytes);
 * @right
 *   out.write(bytes); out.close();
 */
OutputStream_ManipulateAfterClose(OutputStream o) {
  creation event close after(OutputStream o) returning :
    call(* OutputStream+.close()) && target(o) && !target(ByteArrayOutputStream) { }
  event manipulate before(OutputStream o) :
    (call(* OutputStream+.write*(..)) || call(* PrintStream+.print*(..)) || call(* PrintStream+.format(..))
      || call(* PrintStream+.append(..)) || call(* ZipOutputStream+.putNextEntry(..))
      || call(* ZipOutputStream+.closeEntry())) && target(o) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the output stream was written to after it was closed"); }
}`,

  Reader_ManipulateAfterClose: `
import java.io.PushbackReader;
import java.io.Reader;

/**
 * A reader must not be read after it was closed.
 *
 * @severity error
 * @precision medium
 * @consequence The call throws IOException. A reader of the application that may be used again (servers keep them from request to request) is reported as well.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/Reader.html#close()
 * @group io
 * @wrong
 *   reader.close(); String line = reader.readLine();
 * @right
 *   String line = reader.readLine(); reader.close();
 */
Reader_ManipulateAfterClose(Reader r) {
  creation event close after(Reader r) returning : call(* Reader+.close()) && target(r) { }
  event manipulate before(Reader r) :
    (call(* Reader+.read*(..)) || call(* Reader+.ready()) || call(* Reader+.mark(..)) || call(* Reader+.reset())
      || call(* Reader+.skip(..)) || call(* Reader+.transferTo(..)) || call(* Reader+.lines())
      || call(* PushbackReader+.unread(..))) && target(r) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the reader was used after it was closed"); }
}`,

  Writer_ManipulateAfterClose: `
import java.io.CharArrayWriter;
import java.io.StringWriter;
import java.io.Writer;

/**
 * A writer must not be written to or flushed after it was closed.
 *
 * @severity error
 * @precision medium
 * @consequence The call throws IOException, or, with a PrintWriter, what is written is lost without a word. A writer of the application that may be used again (servers keep them from request to request) is reported as well.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/Writer.html#close()
 * @group io
 * @wrong
 *   writer.close(); writer.write("end");
 * @right
 *   writer.write("end"); writer.close();
 */
Writer_ManipulateAfterClose(Writer w) {
  creation event close after(Writer w) returning :
    call(* Writer+.close()) && target(w) && !target(CharArrayWriter) && !target(StringWriter) { }
  event manipulate before(Writer w) :
    (call(* Writer+.write*(..)) || call(* Writer+.append(..)) || call(* Writer+.print*(..))
      || call(* Writer+.format(..)) || call(* Writer+.newLine()) || call(* Writer+.flush())) && target(w) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the writer was written to or flushed after it was closed"); }
}`,

  RandomAccessFile_ManipulateAfterClose: `
import java.io.RandomAccessFile;

/**
 * A random access file must not be used after it was closed.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/RandomAccessFile.html#close()
 * @group io
 * @wrong
 *   file.close(); long size = file.length();
 * @right
 *   long size = file.length(); file.close();
 */
RandomAccessFile_ManipulateAfterClose(RandomAccessFile f) {
  creation event close after(RandomAccessFile f) returning : call(* RandomAccessFile+.close()) && target(f) { }
  event manipulate before(RandomAccessFile f) :
    (call(* RandomAccessFile+.read*(..)) || call(* RandomAccessFile+.write*(..)) || call(* RandomAccessFile+.seek(..))
      || call(* RandomAccessFile+.skipBytes(..)) || call(* RandomAccessFile+.length())
      || call(* RandomAccessFile+.setLength(..)) || call(* RandomAccessFile+.getFilePointer())) && target(f) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the random access file was used after it was closed"); }
}`,

  Channel_ManipulateAfterClose: `
import java.nio.channels.AsynchronousByteChannel;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.Channel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * A channel must not be read, written, positioned or locked after it was closed.
 *
 * @severity error
 * @precision medium
 * @consequence The call throws ClosedChannelException, or its result does. A channel of the application that may be used again (servers keep them from request to request) is reported as well.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/nio/channels/Channel.html#close()
 * @group io
 * @wrong
 *   channel.close(); channel.read(buffer);
 * @right
 *   channel.read(buffer); channel.close();
 */
Channel_ManipulateAfterClose(Channel c) {
  creation event close after(Channel c) returning : call(* Channel+.close()) && target(c) { }
  event manipulate before(Channel c) :
    (call(* ReadableByteChannel+.read(..)) || call(* WritableByteChannel+.write(..))
      || call(* AsynchronousByteChannel+.read(..)) || call(* AsynchronousByteChannel+.write(..))
      || call(* AsynchronousFileChannel+.read(..)) || call(* AsynchronousFileChannel+.write(..))
      || call(* AsynchronousFileChannel+.size()) || call(* AsynchronousFileChannel+.truncate(..))
      || call(* AsynchronousFileChannel+.force(..)) || call(* AsynchronousFileChannel+.*ock(..))
      || call(* SeekableByteChannel+.position(..)) || call(* SeekableByteChannel+.size())
      || call(* SeekableByteChannel+.truncate(..)) || call(* FileChannel+.transfer*(..)) || call(* FileChannel+.map(..))
      || call(* FileChannel+.force(..)) || call(* FileChannel+.*ock(..)) || call(* DatagramChannel+.send(..))
      || call(* DatagramChannel+.receive(..))) && target(c) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the channel was used after it was closed"); }
}`,

  ZipFile_ManipulateAfterClose: `
import java.util.zip.ZipFile;

/**
 * A zip file must not be used after it was closed.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/zip/ZipFile.html#close()
 * @group io
 * @wrong
 *   zip.close(); ZipEntry entry = zip.getEntry("a.txt");
 * @right
 *   ZipEntry entry = zip.getEntry("a.txt"); zip.close();
 */
ZipFile_ManipulateAfterClose(ZipFile z) {
  creation event close after(ZipFile z) returning : call(* ZipFile+.close()) && target(z) { }
  event manipulate before(ZipFile z) :
    (call(* ZipFile+.getEntry(..)) || call(* ZipFile+.getInputStream(..)) || call(* ZipFile+.entries())
      || call(* ZipFile+.stream()) || call(* ZipFile+.size()) || call(* ZipFile+.getComment())
      || call(* ZipFile+.getJarEntry(..)) || call(* ZipFile+.versionedStream())) && target(z) { }

  ere : close (close | manipulate)* manipulate

  @match { System.err.println("the zip file was used after it was closed"); }
}`,

  Formatter_FormatAfterClose: `
import java.util.Formatter;

/**
 * A formatter must not be used after it was closed.
 *
 * @severity error
 * @precision high
 * @consequence The call throws FormatterClosedException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Formatter.html#close()
 * @group io
 * @wrong
 *   formatter.close(); formatter.format("%d", 1);
 * @right
 *   formatter.format("%d", 1); formatter.close();
 */
Formatter_FormatAfterClose(Formatter f) {
  creation event close after(Formatter f) returning : call(* Formatter+.close()) && target(f) { }
  event use before(Formatter f) :
    (call(* Formatter+.format(..)) || call(* Formatter+.flush()) || call(* Formatter+.out())
      || call(* Formatter+.locale()) || call(* Formatter+.toString())) && target(f) { }

  ere : close (close | use)* use

  @match { System.err.println("the formatter was used after it was closed"); }
}`,

  Scanner_SearchAfterClose: `
import java.util.Scanner;

/**
 * A scanner must not be asked for input after it was closed.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Scanner.html#close()
 * @group io
 * @wrong
 *   scanner.close(); String word = scanner.next();
 * @right
 *   String word = scanner.next(); scanner.close();
 */
Scanner_SearchAfterClose(Scanner s) {
  creation event close after(Scanner s) returning : call(* Scanner+.close()) && target(s) { }
  event search before(Scanner s) :
    (call(* Scanner+.has*(..)) || call(* Scanner+.next*(..)) || call(* Scanner+.find*(..)) || call(* Scanner+.skip(..))
      || call(* Scanner+.tokens()) || call(* Scanner+.forEachRemaining(..))) && target(s) { }

  ere : close (close | search)* search

  @match { System.err.println("the scanner was used after it was closed"); }
}`,

  Scanner_ManipulateAfterClose: `
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringBufferInputStream;
import java.nio.channels.ReadableByteChannel;
import java.util.Scanner;

/**
 * The source of a scanner must not be read after the scanner was closed: that closed the source too.
 *
 * @severity error
 * @precision high
 * @consequence Reading throws IOException. With System.in, no other part of the program can read any more.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Scanner.html#close()
 * @group io
 * @wrong
 *   try (Scanner scanner = new Scanner(System.in)) { name = scanner.next(); }
 *   int more = System.in.read();
 * @right
 *   Scanner scanner = new Scanner(System.in); name = scanner.next(); int more = System.in.read();
 */
Scanner_ManipulateAfterClose(Scanner s, Object c) {
  creation event create after(Object c) returning(Scanner s) :
    (call(Scanner+.new(InputStream, ..)) || call(Scanner+.new(Readable, ..))
      || call(Scanner+.new(ReadableByteChannel, ..))) && args(c, ..)
      && !args(ByteArrayInputStream, ..) && !args(StringBufferInputStream, ..) { }
  event close after(Scanner s) returning : call(* Scanner+.close()) && target(s) { }
  event manipulate before(Object c) :
    (call(* InputStream+.read*(..)) || call(* InputStream+.available()) || call(* InputStream+.skip*(..))
      || call(* InputStream+.transferTo(..)) || call(* Reader+.read*(..)) || call(* Reader+.ready())
      || call(* Reader+.skip(..)) || call(* Reader+.transferTo(..)) || call(* Reader+.lines())
      || call(* ReadableByteChannel+.read(..)))
      && target(c) { }

  ere : create manipulate* close (close | manipulate)* manipulate

  @match { System.err.println("the source of a scanner was read after the scanner was closed"); }
}`,

  InputStream_MarkReset: `
import java.io.FileInputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.PipedInputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.util.zip.InflaterInputStream;

/**
 * reset() must not be called on an input stream of a kind that cannot go back.
 *
 * @severity error
 * @precision high
 * @consequence reset() throws IOException: mark() did nothing.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/InputStream.html#markSupported()
 * @group io
 * @wrong
 *   InputStream in = new FileInputStream(file); in.mark(10); in.read(); in.reset();
 * @right
 *   InputStream in = new BufferedInputStream(new FileInputStream(file)); in.mark(10); in.read(); in.reset();
 */
InputStream_MarkReset() {
  event reset before(InputStream i) :
    call(* InputStream+.reset()) && target(i) && condition(!i.markSupported()) && (target(FileInputStream) || target(ObjectInputStream)
      || target(PipedInputStream) || target(PushbackInputStream) || target(SequenceInputStream)
      || target(InflaterInputStream)) {
    System.err.println("reset() was called on an input stream that cannot go back");
  }
}`,

  Reader_MarkReset: `
import java.io.InputStreamReader;
import java.io.PipedReader;
import java.io.PushbackReader;
import java.io.Reader;

/**
 * mark() and reset() must not be called on a reader of a kind that cannot go back.
 *
 * @severity error
 * @precision high
 * @consequence The call throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/Reader.html#markSupported()
 * @group io
 * @wrong
 *   Reader reader = new FileReader(file); reader.mark(10);
 * @right
 *   Reader reader = new BufferedReader(new FileReader(file)); reader.mark(10);
 */
Reader_MarkReset() {
  event markorreset before(Reader r) :
    (call(* Reader+.mark(..)) || call(* Reader+.reset())) && target(r) && condition(!r.markSupported())
      && (target(InputStreamReader) || target(PipedReader) || target(PushbackReader)) {
    System.err.println("mark() or reset() was called on a reader that cannot go back");
  }
}`,

  InputStream_UnmarkedReset: `
import java.io.BufferedInputStream;
import java.io.InputStream;

/**
 * reset() of a buffered input stream needs a mark() before it.
 *
 * @severity error
 * @precision high
 * @consequence reset() throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/BufferedInputStream.html#reset()
 * @group io
 * @wrong
 *   InputStream in = new BufferedInputStream(source); in.read(); in.reset();
 * @right
 *   InputStream in = new BufferedInputStream(source); in.mark(64); in.read(); in.reset();
 */
InputStream_UnmarkedReset(InputStream i) {
  creation event create after() returning(InputStream i) : call(BufferedInputStream.new(..)) { }
  event mark before(InputStream i) : call(* InputStream+.mark(..)) && target(i) { }
  event reset before(InputStream i) : call(* InputStream+.reset()) && target(i) { }

  ere : create+ reset+

  @match { System.err.println("reset() was called without mark() before it"); }
}`,

  Reader_UnmarkedReset: `
import java.io.BufferedReader;
import java.io.LineNumberReader;
import java.io.Reader;

/**
 * reset() of a buffered reader needs a mark() before it.
 *
 * @severity error
 * @precision high
 * @consequence reset() throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/BufferedReader.html#reset()
 * @group io
 * @wrong
 *   Reader reader = new BufferedReader(source); reader.read(); reader.reset();
 * @right
 *   Reader reader = new BufferedReader(source); reader.mark(64); reader.read(); reader.reset();
 */
Reader_UnmarkedReset(Reader r) {
  creation event create after() returning(Reader r) :
    call(BufferedReader.new(..)) || call(LineNumberReader.new(..)) { }
  event mark before(Reader r) : call(* Reader+.mark(..)) && target(r) { }
  event reset before(Reader r) : call(* Reader+.reset()) && target(r) { }

  ere : create+ reset+

  @match { System.err.println("reset() was called without mark() before it"); }
}`,

  ByteArrayOutputStream_FlushBeforeRetrieve: `
import java.beans.XMLEncoder;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.FilterWriter;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.security.KeyStore;
import java.util.Formatter;
import java.util.Properties;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.logging.StreamHandler;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.transform.stream.StreamResult;

/**
 * Flush or close what buffers in front of a byte array stream before the bytes are taken out.
 *
 * @severity error
 * @precision high
 * @consequence The end of the data is missing. Only streams and writers of the class library that do buffer are looked at, and
 *   only until another one, or a formatter, a log or XML, is put in front of them, which may flush them unseen.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/OutputStream.html#flush()
 * @group io
 * @wrong
 *   Writer writer = new OutputStreamWriter(bytes); writer.write("text"); byte[] all = bytes.toByteArray();
 * @right
 *   Writer writer = new OutputStreamWriter(bytes); writer.write("text"); writer.flush(); byte[] all = bytes.toByteArray();
 */
ByteArrayOutputStream_FlushBeforeRetrieve(ByteArrayOutputStream b, Object o) {
  // Not those of the program's own make, which may flush in their write(), or have no buffer.
  creation event create after(ByteArrayOutputStream b) returning(Object o) :
    (call(BufferedOutputStream.new(..)) || call(OutputStreamWriter.new(..)) || call(PrintWriter.new(OutputStream))
      || call(DeflaterOutputStream.new(..)) || call(GZIPOutputStream.new(..)) || call(ZipOutputStream.new(..))
      || call(JarOutputStream.new(..))) && args(b, ..) { }
  creation event create after(ByteArrayOutputStream b, boolean auto) returning(Object o) :
    call(PrintWriter.new(OutputStream, boolean, ..)) && args(b, auto, ..) && condition(!auto) { }
  creation event createauto after(ByteArrayOutputStream b, boolean auto) returning(Object o) :
    call(PrintWriter.new(OutputStream, boolean, ..)) && args(b, auto, ..) && condition(auto) { }
  event write after(Object o) returning :
    (call(* OutputStream+.write*(..)) || call(* Writer+.write*(..)) || call(* Writer+.append(..))
      || call(* Writer+.print(..))) && target(o) { }
  event writeline after(Object o) returning :
    (call(* Writer+.println(..)) || call(* Writer+.printf(..)) || call(* Writer+.format(..))) && target(o) { }
  event wrap after(Object o) returning :
    (call(FilterOutputStream+.new(OutputStream, ..)) || call(ObjectOutputStream+.new(OutputStream))
      || call(OutputStreamWriter+.new(OutputStream, ..)) || call(PrintWriter+.new(..))
      || call(BufferedWriter+.new(Writer, ..)) || call(FilterWriter+.new(Writer, ..)) || call(Formatter.new(..))
      || call(StreamResult+.new(..)) || call(* StreamResult+.setOutputStream(..)) || call(* StreamResult+.setWriter(..))
      || call(* XMLOutputFactory+.createXML*Writer(..)) || call(StreamHandler+.new(OutputStream, ..))
      || call(XMLEncoder+.new(OutputStream, ..)) || call(* Channels.newChannel(OutputStream))) && args(o, ..) { }
  event flush after(Object o) returning :
    (call(* OutputStream+.flush()) || call(* OutputStream+.close()) || call(* DeflaterOutputStream+.finish())
      || call(* Writer+.flush()) || call(* Writer+.close())) && target(o) { }
  // These flush what they are given.
  event flush after(Object o) returning :
    (call(* Properties+.store*(..)) || call(* Properties+.save(..)) || call(* Manifest+.write(OutputStream))
      || call(* KeyStore+.store(OutputStream, ..))) && args(o, ..) { }
  event flush after(Object o) returning : call(* ImageIO.write(.., OutputStream)) && args(.., o) { }
  event retrieve before(ByteArrayOutputStream b) :
    (call(* ByteArrayOutputStream+.toByteArray()) || call(* ByteArrayOutputStream+.toString(..))
      || call(* ByteArrayOutputStream+.writeTo(..))) && target(b) { }

  fsm :
    start [ create -> clean createauto -> cleanauto ]
    clean [ write -> pending writeline -> pending flush -> clean retrieve -> clean ]
    pending [ write -> pending writeline -> pending flush -> clean retrieve -> incomplete ]
    incomplete [ write -> pending writeline -> pending flush -> clean retrieve -> incomplete ]
    // A print writer that flushes at each end of a line.
    cleanauto [ write -> pendingauto writeline -> cleanauto flush -> cleanauto retrieve -> cleanauto ]
    pendingauto [ write -> pendingauto writeline -> cleanauto flush -> cleanauto retrieve -> incompleteauto ]
    incompleteauto [ write -> pendingauto writeline -> cleanauto flush -> cleanauto retrieve -> incompleteauto ]
    alias match = incomplete, incompleteauto

  @match { System.err.println("the bytes were taken out although written data is still in a buffer"); }
}`,

  PushbackInputStream_UnreadAheadLimit: `
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * No more bytes may be pushed back into a pushback stream than its buffer has room for.
 *
 * @severity error
 * @precision medium
 * @consequence unread() throws IOException. What the class library reads (a reader or DataInputStream on top) is not seen: unread() after that may be reported though there is room.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/PushbackInputStream.html#unread(int)
 * @group io
 * @wrong
 *   PushbackInputStream in = new PushbackInputStream(source); in.unread('a'); in.unread('b');
 * @right
 *   PushbackInputStream in = new PushbackInputStream(source, 2); in.unread('a'); in.unread('b');
 */
PushbackInputStream_UnreadAheadLimit(PushbackInputStream p) {
  int size;
  int room;

  creation event create after() returning(PushbackInputStream p) : call(PushbackInputStream.new(InputStream)) {
    size = 1;
    room = 1;
  }
  creation event create after(int n) returning(PushbackInputStream p) :
    call(PushbackInputStream.new(InputStream, int)) && args(.., n) {
    size = n;
    room = n;
  }
  event read after(PushbackInputStream p) returning(int n) : call(int InputStream+.read()) && target(p) {
    if (n >= 0) room = Math.min(size, room + 1);
  }
  event read after(PushbackInputStream p) returning(int n) :
    (call(int InputStream+.read(byte[], ..)) || call(int InputStream+.readNBytes(..))) && target(p) {
    if (n > 0) room = Math.min(size, room + n);
  }
  event read after(PushbackInputStream p) returning(byte[] b) :
    (call(byte[] InputStream+.readAllBytes()) || call(byte[] InputStream+.readNBytes(int))) && target(p) {
    room = Math.min(size, room + b.length);
  }
  event read after(PushbackInputStream p) returning(long n) :
    (call(long InputStream+.skip(long)) || call(long InputStream+.transferTo(..))) && target(p) {
    if (n > 0) room = n < size ? Math.min(size, room + (int) n) : size;
  }
  event read after(PushbackInputStream p, long n) returning : call(void InputStream+.skipNBytes(long)) && target(p) && args(n) {
    if (n > 0) room = n < size ? Math.min(size, room + (int) n) : size;
  }
  event badunread before(PushbackInputStream p) :
    call(* PushbackInputStream+.unread(int)) && target(p) && condition(room < 1) { }
  event badunread before(PushbackInputStream p, byte[] b) :
    call(* PushbackInputStream+.unread(byte[])) && target(p) && args(b) && condition(room < b.length) { }
  event badunread before(PushbackInputStream p, int n) :
    call(* PushbackInputStream+.unread(byte[], int, int)) && target(p) && args(.., n) && condition(room < n) { }
  event unread after(PushbackInputStream p) returning :
    call(* PushbackInputStream+.unread(int)) && target(p) { room--; }
  event unread after(PushbackInputStream p, byte[] b) returning :
    call(* PushbackInputStream+.unread(byte[])) && target(p) && args(b) { room -= b.length; }
  event unread after(PushbackInputStream p, int n) returning :
    call(* PushbackInputStream+.unread(byte[], int, int)) && target(p) && args(.., n) { room -= n; }

  ere : create (create | read | unread | badunread)* badunread

  @match { System.err.println("more bytes were pushed back than the buffer has room for"); }
}`,

  PipedInputStream_UnconnectedRead: `
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * A piped input stream must be connected before it is read.
 *
 * @severity error
 * @precision high
 * @consequence read() throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/PipedInputStream.html#connect(java.io.PipedOutputStream)
 * @group io
 * @wrong
 *   PipedInputStream in = new PipedInputStream(); in.read();
 * @right
 *   PipedInputStream in = new PipedInputStream(); in.connect(out); in.read();
 */
PipedInputStream_UnconnectedRead(PipedInputStream i) {
  creation event create after() returning(PipedInputStream i) :
    call(PipedInputStream.new()) || call(PipedInputStream.new(int)) { }
  event connect after(PipedInputStream i) returning : call(* PipedInputStream+.connect(..)) && target(i) { }
  event connect after(PipedInputStream i) returning :
    (call(* PipedOutputStream+.connect(PipedInputStream)) || call(PipedOutputStream+.new(PipedInputStream)))
      && args(i) { }
  event read before(PipedInputStream i) :
    (call(* InputStream+.read*(..)) || call(* InputStream+.skip*(..)) || call(* InputStream+.transferTo(..)))
      && target(i) { }

  ere : create+ read

  @match { System.err.println("the piped input stream was read before it was connected"); }
}`,

  PipedOutputStream_UnconnectedWrite: `
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;

/**
 * A piped output stream must be connected before it is written to.
 *
 * @severity error
 * @precision high
 * @consequence write() throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/PipedOutputStream.html#connect(java.io.PipedInputStream)
 * @group io
 * @wrong
 *   PipedOutputStream out = new PipedOutputStream(); out.write(1);
 * @right
 *   PipedOutputStream out = new PipedOutputStream(); out.connect(in); out.write(1);
 */
PipedOutputStream_UnconnectedWrite(PipedOutputStream o) {
  creation event create after() returning(PipedOutputStream o) : call(PipedOutputStream.new()) { }
  event connect after(PipedOutputStream o) returning : call(* PipedOutputStream+.connect(..)) && target(o) { }
  event connect after(PipedOutputStream o) returning :
    (call(* PipedInputStream+.connect(PipedOutputStream)) || call(PipedInputStream+.new(PipedOutputStream, ..)))
      && args(o, ..) { }
  event write before(PipedOutputStream o) : call(* OutputStream+.write(..)) && target(o) { }

  ere : create+ write

  @match { System.err.println("the piped output stream was written to before it was connected"); }
}`,

  Properties_ManipulateAfterLoad: `
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringBufferInputStream;
import java.util.Properties;

/**
 * The stream that Properties.loadFromXML() read must not be read afterwards: loadFromXML() closes it.
 *
 * @severity error
 * @precision high
 * @consequence Reading throws IOException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Properties.html#loadFromXML(java.io.InputStream)
 * @group io
 * @wrong
 *   properties.loadFromXML(in); int more = in.read();
 * @right
 *   properties.loadFromXML(in);
 */
Properties_ManipulateAfterLoad(InputStream i) {
  creation event load after(InputStream i) returning : call(* Properties+.loadFromXML(InputStream)) && args(i)
    && !args(ByteArrayInputStream) && !args(StringBufferInputStream) { }
  event manipulate before(InputStream i) :
    (call(* InputStream+.read*(..)) || call(* InputStream+.available()) || call(* InputStream+.reset())
      || call(* InputStream+.skip*(..)) || call(* InputStream+.transferTo(..))) && target(i) { }

  ere : load (load | manipulate)* manipulate

  @match { System.err.println("the stream was used after loadFromXML() had closed it"); }
}`,

  Inflater_UseAfterEnd: `
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * An inflater or deflater must not be used after end().
 *
 * @severity error
 * @precision high
 * @consequence The call throws NullPointerException or IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/zip/Inflater.html#end()
 * @group io
 * @wrong
 *   inflater.end(); inflater.setInput(next);
 * @right
 *   inflater.reset(); inflater.setInput(next); inflater.end();
 */
Inflater_UseAfterEnd(Object z) {
  creation event end after(Object z) returning :
    (call(* Inflater+.end()) || call(* Deflater+.end()) || call(* Inflater+.close()) || call(* Deflater+.close()))
      && target(z) { }
  event use before(Object z) :
    (call(* Inflater+.setInput(..)) || call(* Inflater+.inflate(..)) || call(* Inflater+.reset())
      || call(* Deflater+.setInput(..)) || call(* Deflater+.deflate(..)) || call(* Deflater+.reset())
      || call(* Inflater+.setDictionary(..)) || call(* Inflater+.getAdler()) || call(* Inflater+.getTotal*())
      || call(* Inflater+.getBytes*()) || call(* Deflater+.setDictionary(..)) || call(* Deflater+.getAdler())
      || call(* Deflater+.getTotal*()) || call(* Deflater+.getBytes*())) && target(z) { }

  ere : end (end | use)* use

  @match { System.err.println("the inflater or deflater was used after end()"); }
}`,

  Closeable_MultipleClose: `
import java.io.Closeable;

/**
 * Closing a second time does nothing.
 *
 * @severity suggestion
 * @precision low
 * @consequence None: Closeable.close() may be repeated. A second close can be a sign that nobody knows who
 *   owns the object.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/Closeable.html#close()
 * @group io
 * @wrong
 *   try (Reader reader = open()) { use(reader); reader.close(); }
 * @right
 *   try (Reader reader = open()) { use(reader); }
 */
Closeable_MultipleClose(Closeable c) {
  event close before(Closeable c) : call(* Closeable+.close()) && target(c) { }

  ere : close close+

  @match { System.err.println("close() was called again"); }
}`,

  Closeable_MeaninglessClose: `
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.Closeable;
import java.io.StringWriter;

/**
 * Closing a stream or writer in memory does nothing.
 *
 * @severity suggestion
 * @precision low
 * @consequence None: the call can go, unless a subclass of the program does something there.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/io/ByteArrayOutputStream.html#close()
 * @group io
 * @wrong
 *   bytes.close(); return bytes.toByteArray();
 * @right
 *   return bytes.toByteArray();
 */
Closeable_MeaninglessClose() {
  event close before() :
    call(* Closeable+.close()) && (target(ByteArrayInputStream) || target(ByteArrayOutputStream)
      || target(CharArrayWriter) || target(StringWriter)) {
    System.err.println("close() of a stream or writer in memory does nothing");
  }
}`,
};
