import { expect, test } from 'vitest';
import { methodMatches } from '../../../src/residual/facts/call-pattern.ts';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import { jdkOfRelease, releasesOfTests } from '../../support/jdk.ts';
import { openCalls } from './call-backs.ts';
import { type ClassLibrary, classLibrary } from './class-library.ts';

/**
 * Virtual calls on types that can be extended whose receiver is an object of the class library all the same,
 * by owner or by owner and method. Each confirmed by reading the sources.
 */
const harmless: Readonly<Record<string, string>> = {
  'java/lang/invoke/VarHandle':
    'created by MethodHandles; cannot be extended, its constructor is not accessible',
  'java/lang/ref/ReferenceQueue': 'the queue of the WeakHashMap, created by it',
  'java/lang/reflect/ParameterizedType': 'what Class.getGenericInterfaces returns',
  'java/util/concurrent/atomic/LongAdder': 'the counter of a ConcurrentSkipListMap, created by it',
  'java/util/concurrent/locks/ReentrantLock': 'the lock of a queue, created by it',
  'java/util/concurrent/locks/Condition': 'of the lock of a queue',
  'java/util/Random': 'Collections.shuffle creates it when none is given',
  'java/util/stream/IntStream': 'the stream of Collections.nCopies, created there',
  'java/lang/Thread':
    'LinkedTransferQueue waits for a partner only in transfer and take, which no fact names',
  'java/util/concurrent/ForkJoinPool$ManagedBlocker': 'the same',
  'java/util/concurrent/ForkJoinPool$ForkJoinWorkerThreadFactory': 'the same',
  'java/util/concurrent/ForkJoinWorkerThread': 'the same',
  'java/util/concurrent/Future': 'the same',
  'java/util/concurrent/ForkJoinTask': 'the same',
  'java/util/concurrent/CountDownLatch': 'the same',
  'java/util/random/RandomGenerator': 'Collections.shuffle creates it when none is given',
  'java/util/function/Predicate': 'removeAll and retainAll pass a lambda of their own to bulkRemove',
};

/** What makes the elements of a lazy collection (JDK 26): `givenToLibrary` of call-graph/implied-call-backs.ts has it instead of facts. */
const madeLazily = /java\/util\/LazyCollections\$/;

function unstated(library: ClassLibrary): readonly string[] {
  const missing = new Set<string>();
  for (const fact of javaClassLibraryFacts().facts) {
    if (fact.callsBack === undefined) continue;
    const { pattern } = fact;
    for (const name of pattern.name === '<init>' ? [pattern.owner] : library.subtypes(pattern.owner)) {
      const file = name.startsWith('java/util/') ? library.file(name) : undefined;
      for (const method of file?.methods ?? []) {
        if (file === undefined || !methodMatches(pattern, method.name, method.descriptor)) continue;
        for (const [call, from] of openCalls(library, { file, method })) {
          const [owner, called] = call.split('.') as [string, string];
          const stated = fact.callsBack.some(
            (one) =>
              (one.method === undefined || one.method === called) && library.superTypes(owner).has(one.type),
          );
          if (!stated && harmless[owner] === undefined && !madeLazily.test(from))
            missing.add(`${pattern.text} calls ${call}`);
        }
      }
    }
  }
  return [...missing].sort();
}

for (const release of releasesOfTests())
  test(`calls-back names every type that java.util of JDK ${release} calls back`, () => {
    const jdk = jdkOfRelease(release);
    if (jdk === undefined) throw new Error(`JDK ${release} is needed`);
    expect(unstated(classLibrary(jdk))).toEqual([]);
  });

test('the search finds call-backs: putting into a map asks the key, emptying a list asks nobody', () => {
  const library = classLibrary(jdkOfRelease(17)!);
  const found = (owner: string, name: string, descriptor: string): readonly string[] =>
    [...openCalls(library, library.find(owner, name, descriptor)!).keys()].sort();
  expect(found('java/util/ArrayList', 'clear', '()V')).toEqual([]);
  expect(
    found('java/util/HashMap', 'put', '(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;'),
  ).toEqual(
    expect.arrayContaining([
      'java/lang/Object.equals',
      'java/lang/Object.hashCode',
      'java/lang/Comparable.compareTo',
    ]),
  );
});
