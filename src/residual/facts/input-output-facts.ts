import { belowStreams } from './below-streams.ts';

/** What a stream that text is printed to may ask. */
const belowPrinting = ['java.lang.Object#toString', ...belowStreams]
  .map((type) => `      - ${type}`)
  .join('\n');

/** Methods that only their own object, and those below it, take part in. By class, of java.io where no package is named. */
const confined: Readonly<Record<string, string>> = {
  InputStream:
    'read close available skip mark reset markSupported readAllBytes readNBytes skipNBytes transferTo',
  PushbackInputStream: 'unread',
  Reader: 'read close ready skip mark reset markSupported transferTo',
  BufferedReader: 'readLine lines',
  LineNumberReader: 'getLineNumber setLineNumber',
  PushbackReader: 'unread',
  InputStreamReader: 'getEncoding',
  DataInput: 'read* skipBytes',
  OutputStream: 'write flush close',
  DataOutput: 'write*',
  DataOutputStream: 'size',
  ByteArrayOutputStream: 'toByteArray reset size toString writeTo writeBytes',
  Writer: 'write flush close',
  BufferedWriter: 'newLine',
  CharArrayWriter: 'toCharArray reset size toString writeTo',
  StringWriter: 'getBuffer toString',
  OutputStreamWriter: 'getEncoding',
  PrintWriter: 'print println checkError',
  PrintStream: 'checkError',
  RandomAccessFile: 'seek getFilePointer length setLength close',
  'java.util.zip.ZipInputStream': 'getNextEntry closeEntry',
  'java.util.jar.JarInputStream': 'getNextJarEntry getManifest',
  'java.util.zip.DeflaterOutputStream': 'finish',
  'java.util.zip.ZipOutputStream': 'putNextEntry closeEntry setComment setLevel setMethod',
  'java.util.zip.ZipFile': 'entries stream getEntry getInputStream getName getComment size close',
  'java.util.jar.JarFile': 'getJarEntry getManifest',
};

/** The same, and they return it. */
const chaining: Readonly<Record<string, string>> = {
  Writer: 'append',
  PrintWriter: 'printf format',
  PrintStream: 'append printf format',
};

function callsOf(methods: Readonly<Record<string, string>>): string {
  return Object.entries(methods)
    .flatMap(([owner, names]) => {
      const type = owner.includes('.') ? owner : `java.io.${owner}`;
      return names.split(' ').map((name) => `      - ${type}.${name}(..)`);
    })
    .join('\n');
}

/**
 * About streams of bytes and characters and about archives, in the language of facts files. Streams know those that
 * they stand on, and have no reference to those that stand on them.
 */
export const inputOutputFacts = `
  - calls: [java.io.PrintStream.print(..), java.io.PrintStream.println(..)]
    does-not-retain: anything
    calls-back:
${belowPrinting}
    because: >-
      prints a text and keeps no reference; a print stream may stand on a stream of the application, or on one that writes to a
      channel or a pipe, sums up, compresses or encrypts
  - calls: [java.io.PrintStream.flush(), java.io.PrintStream.close()]
    does-not-retain: receiver
    calls-back:
${belowPrinting}
    because: passes on to the stream below
  - calls:
${callsOf(confined)}
    does-not-retain: receiver
    because: streams pass bytes and characters on, and do not hand themselves out
  - calls:
${callsOf(chaining)}
    returns: receiver
    does-not-retain: receiver
    because: passes characters on, and returns this
  - calls:
      - java.util.Properties.load(..)
      - java.util.Properties.loadFromXML(..)
      - java.util.Properties.store(..)
      - java.util.Properties.storeToXML(..)
    does-not-retain: argument 0
    because: reads or writes the stream to its end, and forgets it`;
