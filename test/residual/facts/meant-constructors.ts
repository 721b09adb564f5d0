import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { remembering } from '../../../src/remembering.ts';
import { methodMatches, parseCallPattern } from '../../../src/residual/facts/call-pattern.ts';
import { jdkOfRelease } from '../../support/jdk.ts';
import { type ClassLibrary, classLibrary, type Found } from './class-library.ts';

/** The classes of a JDK, read once. */
export const libraryOf = remembering((release: number): ClassLibrary => classLibrary(jdkOfRelease(release)!));

/** The constructors meant by a pattern, of those that a program can call. */
export function meantConstructors(library: ClassLibrary, text: string): readonly Found[] {
  const pattern = parseCallPattern(text)!;
  const file = library.file(pattern.owner);
  if (file === undefined) return [];
  return file.methods
    .filter(
      ({ name, descriptor, accessFlags }) =>
        (accessFlags & (AccessFlag.public | AccessFlag.protected)) !== 0 &&
        methodMatches(pattern, name, descriptor),
    )
    .map((method) => ({ file, method }));
}
