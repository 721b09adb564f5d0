import { expect, test } from 'vitest';
import { askedByValues } from '../../../src/residual/facts/asked-by-values.ts';
import { jdkOfRelease, releasesOfTests } from '../../support/jdk.ts';
import { openCalls } from './call-backs.ts';
import { type ClassLibrary, classLibrary } from './class-library.ts';

/** Types whose objects are the class library's own where its text, equality, hash and order ask them. */
const harmless =
  /^java\/(?:io\/(?:Byte|Data|File|Closeable|InputStream|ObjectStreamClass|Output|Print)|lang\/(?:Appendable|ClassLoader|LazyConstant|Process|Readable|SecurityManager|Thread|class|invoke|management|ref)|net\/(?:InetAddress|SocketImplFactory)|nio\/(?:Buffer|charset|file)|security\/(?:DomainCombiner|PrivilegedAction|cert\/PKIX)|sql|time\/ZoneId|util\/(?:ResourceBundle|Spliterator|concurrent\/locks|function|regex|stream))/;

const valueMethods =
  /^(?:toString\(\)|hashCode\(\)|equals\(Ljava\/lang\/Object;\)|compareTo\(Ljava\/lang\/Object;\))/;

function unlisted(library: ClassLibrary): readonly string[] {
  const listed = [...askedByValues.map(({ type }) => type), 'java/lang/Comparable', 'java/util/Comparator'];
  const found = new Set<string>();
  for (const name of library.subtypes('java/lang/Object')) {
    const file = /^java\/(?!awt\/|beans\/)/.test(name) ? library.file(name) : undefined;
    for (const method of file?.methods ?? []) {
      if (file === undefined || !valueMethods.test(`${method.name}${method.descriptor}`)) continue;
      for (const call of openCalls(library, { file, method }, 'java/').keys()) {
        const owner = call.slice(0, call.indexOf('.'));
        const isValue = owner === 'java/lang/Object' || valueMethods.test(call.slice(owner.length + 1));
        if (!isValue && !listed.some((type) => library.superTypes(owner).has(type)) && !harmless.test(owner))
          found.add(call);
      }
    }
  }
  return [...found].sort();
}

for (const release of releasesOfTests())
  test(`values of JDK ${release} ask objects of the types listed alone`, () => {
    expect(unlisted(classLibrary(jdkOfRelease(release)!))).toEqual([]);
  });
