import { expect, test } from 'vitest';
import { remembering } from '../../../src/remembering.ts';
import { confiningConstructors } from '../../../src/residual/facts/confining-constructors.ts';
import { releasesOfTests } from '../../support/jdk.ts';
import { freshResults } from './fresh-results.ts';
import { libraryOf, meantConstructors } from './meant-constructors.ts';

/** Classes whose constructors the value analysis of this test cannot follow, each confirmed by reading its source. */
const confirmed: Readonly<Record<string, string>> = {
  'java/io/Reader': 'is its own lock, which its subclasses alone see',
  'java/io/Writer': 'the same',
  'java/io/CharArrayReader': 'a Reader',
  'java/io/CharArrayWriter': 'a Writer',
  'java/io/StringReader': 'a Reader',
  'java/io/StringWriter': 'a Writer',
  'java/io/PipedReader': 'a Reader',
  'java/io/PipedWriter': 'a Writer',
  'java/io/InputStreamReader': 'a Reader, and the lock of its decoder',
  'java/io/OutputStreamWriter': 'a Writer, and the lock of its encoder',
  'java/io/FileReader': 'an InputStreamReader',
  'java/io/FileWriter': 'an OutputStreamWriter',
  'java/io/FileInputStream': 'its descriptor knows it, and closes it with others that have the same one',
  'java/io/FileOutputStream': 'the same',
  'java/io/RandomAccessFile': 'the same',
  'java/io/PrintStream': 'its own writer writes to it',
  'java/util/Scanner': 'final; calls its own methods, which keep patterns and buffers',
  'java/util/zip/Deflater': 'has itself cleaned by a phantom reference',
  'java/util/zip/Inflater': 'the same',
  'java/util/zip/ZipFile': 'the same',
  'java/util/jar/JarFile': 'the same',
};

const resultsOf = remembering((release: number) => freshResults(libraryOf(release)));

/** Classes of constructors meant by a pattern which may hand on what they make. */
function handingOn(release: number, text: string): readonly string[] {
  const meant = meantConstructors(libraryOf(release), text);
  if (meant.length === 0) throw new Error(`${text} is not there`);
  return meant.filter((found) => resultsOf(release).leaksReceiver(found)).map(({ file }) => file.name);
}

for (const release of releasesOfTests())
  test(`constructors of JDK ${release} that are said to keep what they make to themselves do`, () => {
    expect(confiningConstructors.length).toBeGreaterThan(100);
    const found = new Set(confiningConstructors.flatMap((text) => handingOn(release, text)));
    expect([...found].filter((name) => confirmed[name] === undefined)).toEqual([]);
    expect(Object.keys(confirmed).filter((name) => !found.has(name))).toEqual([]);
  });

test.each([
  'java.io.PipedReader.new(java.io.PipedWriter)',
  'java.lang.Thread.new(Runnable)',
  'java.util.Random.new()',
  'java.net.Socket.new(String, int)',
  'java.text.MessageFormat.new(String)',
])('%s is seen to hand on what it makes, or to call what a subclass may override', (text) => {
  expect(handingOn(17, text)).not.toEqual([]);
});
