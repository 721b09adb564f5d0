import { expect, test } from 'vitest';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';

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
