import { beforeAll, describe, expect, test } from 'vitest';
import { jdkClassSources } from '../../src/cli/java/jdk.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { libraryProperties } from '../../src/property/library/index.ts';
import { jdkOfRelease, jdksOfTests, newerReleases } from '../support/jdk.ts';
import { type LeftOut, leftOut } from './left-out-members.ts';
import { unmonitoredMembers } from './unmonitored-members.ts';

/**
 * What a type has that a property of the library names is in one of its events, or left out for a reason: a method
 * that a newer JDK has is noticed.
 */

const newest = Math.max(...jdksOfTests().map(({ release }) => release), ...newerReleases());
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const rowsOf = (name: string): LeftOut[] =>
  leftOut.filter(({ properties }) => properties === undefined || words(properties).includes(name));

describe.runIf(newest >= 25)(`on JDK ${newest}`, () => {
  const found = new Map<string, string[]>();

  beforeAll(() => {
    const hierarchy = classHierarchy(jdkClassSources({ ...jdkOfRelease(newest)!, foundBy: 'the test' }));
    for (const property of libraryProperties())
      found.set(property.name, unmonitoredMembers(property, hierarchy));
  });

  test('what is in no event has a reason', () => {
    for (const [name, members] of found) {
      const known = new Set(rowsOf(name).flatMap(({ members }) => words(members)));
      expect(
        members.filter((member) => !known.has(member)),
        name,
      ).toEqual([]);
    }
  });

  test('every reason is for something', () => {
    for (const { properties, members } of leftOut) {
      const names = properties === undefined ? [...found.keys()] : words(properties);
      const used = new Set(names.flatMap((name) => found.get(name)!));
      expect(words(members).filter((member) => !used.has(member))).toEqual([]);
    }
  });
});
