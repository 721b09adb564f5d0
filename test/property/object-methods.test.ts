import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { matchPointcut } from '../../src/events/match-pointcut.ts';
import { type ClassHierarchy, classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { imageClassSource } from '../../src/hierarchy/class-sources.ts';
import { libraryProperties } from '../../src/property/library/index.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk } from '../support/jdk.ts';

/**
 * From Java 18 on, javac names the interface as the class of a method of Object that is called on it
 * (JDK-8272564): `Stream.toString`. Patterns like `BaseStream+.*(..)` match such a call, in AspectJ, too, so the
 * properties have to leave it out.
 */
let hierarchy: ClassHierarchy;
beforeAll(() => {
  const image = openJImage(fileAccess(join(defaultJdk().home, 'lib', 'modules')));
  hierarchy = classHierarchy([imageClassSource(image, 'JDK')]);
});

/** The properties of the library that have an event at a call on the interface. */
function propertiesAt(owner: string, name: string, descriptor: string): string[] {
  const caller = { className: 'a/Caller', name: 'm', descriptor: '()V', isStatic: false };
  const call = {
    ...({ kind: 'call', via: 'instruction', invocation: 'instance', isInterface: true } as const),
    ...{ owner, name, descriptor },
  };
  return libraryProperties()
    .filter(({ events }) =>
      events.some(
        ({ advice, pointcut }) =>
          advice === 'before' && matchPointcut(pointcut, call, hierarchy, caller).kind === 'match',
      ),
    )
    .map((property) => property.name);
}

test.each(['java/util/stream/Stream', 'java/util/stream/IntStream', 'java/util/ListIterator'])(
  'methods of Object on %s are no use of it',
  (owner) => {
    expect(propertiesAt(owner, 'getClass', '()Ljava/lang/Class;')).toEqual([]);
    expect(propertiesAt(owner, 'toString', '()Ljava/lang/String;')).toEqual([]);
    expect(propertiesAt(owner, 'hashCode', '()I')).toEqual([]);
    expect(propertiesAt(owner, 'equals', '(Ljava/lang/Object;)Z')).toEqual([]);
  },
);

test('the class of a collection or map is no element of it', () => {
  for (const owner of ['java/util/List', 'java/util/Map'])
    expect(propertiesAt(owner, 'getClass', '()Ljava/lang/Class;')).toEqual([]);
  expect(propertiesAt('java/util/List', 'toString', '()Ljava/lang/String;')).toEqual([
    'List_UnsynchronizedSubList',
  ]);
  expect(propertiesAt('java/util/Map', 'toString', '()Ljava/lang/String;')).toEqual([
    'Collections_NewSetFromMap',
  ]);
  expect(propertiesAt('java/util/stream/Stream', 'count', '()J')).toEqual(['Stream_UseOnce']);
});
