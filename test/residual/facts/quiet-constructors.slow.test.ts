import { expect, test } from 'vitest';
import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { remembering } from '../../../src/remembering.ts';
import { methodMatches, parseCallPattern } from '../../../src/residual/facts/call-pattern.ts';
import { quietConstructors } from '../../../src/residual/facts/quiet-constructors.ts';
import { jdkOfRelease, releasesOfTests } from '../../support/jdk.ts';
import { type ClassLibrary, classLibrary } from './class-library.ts';
import { whyNotQuiet } from './quiet-code.ts';

const libraryOf = remembering((release: number) => classLibrary(jdkOfRelease(release)!));

/** Why constructors that a pattern means run code of the program, of those that a program can call. */
function reasons(library: ClassLibrary, text: string): readonly string[] {
  const pattern = parseCallPattern(text)!;
  const file = library.file(pattern.owner);
  const meant = (file?.methods ?? []).filter(
    ({ name, descriptor, accessFlags }) =>
      (accessFlags & (AccessFlag.public | AccessFlag.protected)) !== 0 &&
      methodMatches(pattern, name, descriptor),
  );
  if (file === undefined || meant.length === 0) return [`${text} is not there`];
  return meant.flatMap((method) => {
    const why = whyNotQuiet(library, { file, method });
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
