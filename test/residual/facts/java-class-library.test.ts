import { expect, test } from 'vitest';
import { jdkClassSources } from '../../../src/cli/java/jdk.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import { libraryFacts } from '../../../src/residual/facts/library-facts.ts';
import { defaultJdk } from '../../support/jdk.ts';

test('every fact about the class library says why it holds and is about the class library only', () => {
  const { facts, safe } = javaClassLibraryFacts();
  expect(safe).toEqual([]);
  expect(facts.length).toBeGreaterThan(200);
  for (const fact of facts) {
    expect(fact.because.length, fact.pattern.text).toBeGreaterThan(15);
    expect(fact.implementations).toBe('class library');
    expect(fact.pattern.owner).toMatch(/^java\//);
  }
});

test('no call is named twice by one kind of claim', () => {
  const seen = new Set<string>();
  for (const fact of javaClassLibraryFacts().facts)
    for (const [kind, claimed] of [
      ['returns', fact.returns !== undefined],
      ['calls-back', fact.callsBack !== undefined],
    ] as const)
      if (claimed) {
        expect(seen).not.toContain(`${kind} ${fact.pattern.text}`);
        seen.add(`${kind} ${fact.pattern.text}`);
      }
});

/** The classes of java.base, as in a JRE that was made for one program. */
function ofBaseModule(source: ClassSource): ClassSource {
  const isThere = (name: string): boolean =>
    /^java\/(?:io|lang|net|nio|security|text|time|util)\/(?!logging|prefs|management|instrument|http)/.test(
      name,
    );
  return {
    origin: source.origin,
    label: source.label,
    read: (name) => (isThere(name) ? source.read(name) : undefined),
    names: () => [...source.names()].filter(isThere),
  };
}

test('classes of other modules that facts name are not missed by a program on a JRE without them', () => {
  const hierarchy = classHierarchy(jdkClassSources({ ...defaultJdk(), foundBy: '--jdk' }).map(ofBaseModule));
  const facts = libraryFacts(javaClassLibraryFacts().facts, hierarchy);
  const iterator = { name: 'iterator', descriptor: '()Ljava/util/Iterator;' };
  // Its iterator may be the shared one of a list of the compiler: that is no matter of which modules are there.
  expect(facts.ofCall({ owner: 'java/util/List', ...iterator })?.returnsExcept).toContain(
    'com/sun/tools/javac/util/List',
  );
  for (const owner of ['java/util/Collection', 'java/util/ArrayList', 'java/util/Set'])
    expect(facts.ofCall({ owner, ...iterator })?.returns).toBe('fresh');
  expect(hierarchy.missing()).toEqual([]);
});
