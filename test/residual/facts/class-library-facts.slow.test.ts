import { expect, test } from 'vitest';
import { methodMatches } from '../../../src/residual/facts/call-pattern.ts';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import { jdkOfRelease, releasesOfTests } from '../../support/jdk.ts';
import { type ClassLibrary, classLibrary } from './class-library.ts';
import { freshResults } from './fresh-results.ts';

/**
 * Implementations that return fresh objects in ways that the value analysis of this test cannot follow, each
 * confirmed by reading its source. A class that is neither proved, nor listed here, nor an exception of
 * the fact fails the test, and so does an entry that is no longer needed.
 */
const confirmed: Readonly<Record<string, string>> = {
  // Iterator of a private map or set that only the class library creates.
  'java/util/HashSet': 'map.keySet().iterator() of its own HashMap or LinkedHashMap',
  'java/util/TreeSet': 'm.navigableKeySet().iterator() of its own TreeMap or a part of one',
  'java/util/TreeMap$KeySet':
    'keyIterator() or descendingKeyIterator() of a TreeMap or a part of one, all new',
  'java/util/concurrent/ConcurrentSkipListSet': 'the same for its own ConcurrentSkipListMap',
  'java/util/Properties$EntrySet': 'iterator of the entry set of its own ConcurrentHashMap, synchronized',
  'java/util/stream/Collectors$Partition$1': 'iterator of an immutable list of two entries',
  'javax/security/auth/Subject$ClassSet': 'iterator of its own HashSet',
  'sun/nio/ch/Util$2': 'iterator of the HashSet of a selector',
  'sun/util/resources/ParallelListResourceBundle$KeySet': 'a new iterator over both its sets',
  'java/util/concurrent/ArrayBlockingQueue':
    'a new Itr; the queue remembers it by a weak reference, for itself',
  'java/util/AbstractList$SubList': 'AbstractList.listIterator() and its own listIterator(int), which is new',
  'java/util/ArrayList$SubList': 'the same',
  'com/sun/tools/javac/comp/Todo': 'iterator of its own ArrayList, LinkedList',
  'com/sun/tools/javac/comp/Todo$FileQueue': 'the same',
  'java/nio/file/Files':
    'maps the elements of a stream that it has made, or the lines of its own BufferedReader',
  'java/util/Collections$CopiesList': 'maps the elements of a new range',
  'java/util/stream/IntPipeline': 'distinct() boxes the elements, and makes its stage of that one',
  'java/util/stream/LongPipeline': 'the same',
  'java/util/stream/DoublePipeline': 'the same',
  'java/util/regex/Pattern': 'a new Matcher, whose constructor calls reset() of its own, which returns it',
  // Wrappers: as fresh as the iterator or stream of what they wrap, as the head of the facts file says.
  'java/util/Collections$UnmodifiableCollection': 'wraps',
  'java/util/Collections$CheckedCollection': 'wraps',
  'java/util/Collections$SynchronizedCollection': 'wraps',
  'java/util/Collections$SynchronizedList': 'wraps',
  'java/util/Collections$SetFromMap': 'wraps',
  'java/util/Collections$AsLIFOQueue': 'wraps',
};

/** The same for classes that JDK 17 does not have. */
const confirmedLater: Readonly<Record<string, string>> = {
  'java/util/LinkedHashSet$1ReverseLinkedHashSetView': 'iterator of a view of its own LinkedHashMap',
  'jdk/internal/util/ReferencedKeySet': 'iterator of the key set of its own ReferencedKeyMap',
  'java/util/AbstractMap$ViewCollection': 'wraps',
  'java/util/LinkedList$ReverseOrderLinkedListView': 'wraps',
  'java/util/ReverseOrderDequeView': 'wraps',
};

function unproved(library: ClassLibrary): ReadonlyMap<string, readonly string[]> {
  const results = freshResults(library);
  const open = new Map<string, readonly string[]>();
  for (const fact of javaClassLibraryFacts().facts) {
    if (fact.returns !== 'fresh') continue;
    const missing: string[] = [];
    for (const name of library.subtypes(fact.pattern.owner)) {
      const file = library.file(name);
      for (const method of file?.methods ?? []) {
        // Bridge methods call the method that they bridge to.
        const concrete = (method.accessFlags & (0x0400 | 0x0040)) === 0;
        if (file === undefined || !concrete || !methodMatches(fact.pattern, method.name, method.descriptor))
          continue;
        if (results.returnsFresh({ file, method }, false)) continue;
        if (fact.returnsUnlessExtended.some(({ type }) => type === name)) continue;
        if (!fact.returnsExcept.includes(name)) missing.push(name);
      }
    }
    open.set(fact.pattern.text, missing.sort());
  }
  return open;
}

for (const release of releasesOfTests())
  test(`"returns: fresh" holds for every implementation in JDK ${release}, but for the exceptions named`, () => {
    const jdk = jdkOfRelease(release);
    if (jdk === undefined) throw new Error(`JDK ${release} is needed`);
    const library = classLibrary(jdk);
    const open = unproved(library);
    const notConfirmed = [...open].map(([call, classes]) => [
      call,
      classes.filter((name) => confirmed[name] === undefined && confirmedLater[name] === undefined),
    ]);
    expect(Object.fromEntries(notConfirmed)).toEqual(
      Object.fromEntries([...open.keys()].map((call) => [call, []])),
    );
    const needed = new Set([...open.values()].flat());
    if (release === 17) expect(Object.keys(confirmed).filter((name) => !needed.has(name))).toEqual([]);
  });

test('the value analysis tells shared results from fresh ones', () => {
  const library = classLibrary(jdkOfRelease(17)!);
  const results = freshResults(library);
  const fresh = (owner: string, name: string, descriptor: string): boolean => {
    const found = library.find(owner, name, descriptor);
    if (found === undefined) throw new Error(`${owner}.${name} was not found`);
    return results.returnsFresh(found, false);
  };
  const iterator = '()Ljava/util/Iterator;';
  expect(fresh('java/util/ArrayList', 'iterator', iterator)).toBe(true);
  expect(fresh('java/util/HashMap$KeySet', 'iterator', iterator)).toBe(true);
  expect(fresh('java/util/Collections$EmptyList', 'iterator', iterator)).toBe(false);
  expect(fresh('java/util/Hashtable$KeySet', 'iterator', iterator)).toBe(false);
  expect(fresh('java/util/HashMap', 'keySet', '()Ljava/util/Set;')).toBe(false);
  expect(fresh('java/util/TreeMap', 'navigableKeySet', '()Ljava/util/NavigableSet;')).toBe(false);
  expect(fresh('java/lang/StringBuilder', 'append', '(I)Ljava/lang/StringBuilder;')).toBe(false);
});
