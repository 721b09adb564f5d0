import { expect, test } from 'vitest';
import { quietConstructors } from '../../../src/residual/facts/quiet-constructors.ts';
import { releasesOfTests } from '../../support/jdk.ts';
import type { ClassLibrary } from './class-library.ts';
import { libraryOf, meantConstructors } from './meant-constructors.ts';
import { whyNotQuiet } from './quiet-code.ts';

/** Why constructors that a pattern means run code of the program. */
function reasons(library: ClassLibrary, text: string): readonly string[] {
  const meant = meantConstructors(library, text);
  if (meant.length === 0) return [`${text} is not there`];
  return meant.flatMap((found) => {
    const why = whyNotQuiet(library, found);
    return why === undefined ? [] : [`${text}: ${why}`];
  });
}

for (const release of releasesOfTests())
  test(`constructors of JDK ${release} that are said to run nothing of the program do not`, () => {
    const library = libraryOf(release);
    expect(quietConstructors.length).toBeGreaterThan(200);
    expect(quietConstructors.flatMap((text) => reasons(library, text))).toEqual([]);
  });

test.each([
  ['java.util.HashMap.new(java.util.Map)', 'calls java/util/Map.size'],
  ['java.io.PipedReader.new(java.io.PipedWriter)', 'calls java/io/PipedReader.connect'],
  ['java.io.StreamTokenizer.new(java.io.Reader)', 'calls java/io/StreamTokenizer.wordChars'],
  ['java.util.Timer.new()', 'java/lang/Thread.start()V calls'],
  ['java.io.FileReader.new(java.nio.charset.Charset)', 'is not there'],
])('%s is seen to run what may be code of the program', (text, why) => {
  expect(reasons(libraryOf(17), text).join()).toContain(why);
});
