import { expect, test } from 'vitest';
import { walkingCallBacks, walkingMethods } from '../../../src/residual/facts/walking.ts';
import { jdkOfRelease, releasesOfTests } from '../../support/jdk.ts';
import { openCalls } from './call-backs.ts';
import { type ClassLibrary, classLibrary } from './class-library.ts';
import { ownObjects } from './own-objects.ts';

/** What a wrapped iterator or enumeration of the application may be asked while it is walked. */
const wrappedCallBacks = ['java/util/Iterator', 'java/util/Enumeration'].flatMap((type) =>
  [...walkingMethods].map((method) => ({ type, method })),
);

/** What `makesBusyIterators` is about. */
const busy = /^java\/util\/(?:concurrent\/ConcurrentSkipList|ReverseOrder(?:Sorted|Deque|List))/;

/** Calls of the iterators of collections and maps of java.util that walking.ts does not name. */
function unstated(library: ClassLibrary, stated: typeof walkingCallBacks): readonly string[] {
  const missing = new Set<string>();
  const collections = [...library.subtypes('java/util/Collection'), ...library.subtypes('java/util/Map')];
  const iterators = new Set(
    ['java/util/Iterator', 'java/util/Enumeration'].flatMap((type) => [...library.subtypes(type)]),
  );
  for (const name of iterators) {
    if (
      busy.test(name) ||
      !name.startsWith('java/util/') ||
      !collections.some((one) => name.startsWith(`${outermost(one)}$`))
    )
      continue;
    const file = library.file(name)!;
    for (const method of file.methods) {
      if (!walkingMethods.has(method.name)) continue;
      for (const call of openCalls(library, { file, method }).keys()) {
        const [owner, called] = call.split('.') as [string, string];
        const known = stated.some((one) => one.method === called && library.superTypes(owner).has(one.type));
        if (!known && !ownObjects.some((own) => own.test(call))) missing.add(`${name} calls ${call}`);
      }
    }
  }
  return [...missing].sort();
}

function outermost(name: string): string {
  return name.replace(/\$.*/, '');
}

for (const release of releasesOfTests())
  test(`walking an iterator of a collection in JDK ${release} calls nothing else back`, () => {
    const library = classLibrary(jdkOfRelease(release)!);
    expect(unstated(library, [...walkingCallBacks, ...wrappedCallBacks])).toEqual([]);
    // The search finds what is not stated.
    const lists = unstated(library, wrappedCallBacks);
    expect(lists.some((one) => one.includes('AbstractList$Itr calls java/util/AbstractList.get'))).toBe(true);
  });
