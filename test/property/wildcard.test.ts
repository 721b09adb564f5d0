import { expect, test } from 'vitest';
import { wildcard } from '../../src/property/wildcard.ts';
import { processorTime } from '../support/processor-time.ts';

/** What a pattern means, as a regular expression that says it in one line and takes exponential time. */
function byDefinition(pattern: string): RegExp {
  const escaped = (text: string) => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '[^.]*');
  return new RegExp(`^${pattern.split('..').map(escaped).join('\\.(?:.*\\.)?')}$`);
}

/** All texts of up to `length` characters. */
function texts(characters: readonly string[], length: number): string[] {
  let longest = [''];
  const all = [...longest];
  for (let size = 1; size <= length; size++) {
    longest = longest.flatMap((text) => characters.map((character) => text + character));
    all.push(...longest);
  }
  return all;
}

test('short patterns match what they mean', () => {
  const names = texts(['a', 'b', '.'], 5);
  for (const pattern of texts(['a', '*', '.'], 5))
    expect(
      names.filter((name) => wildcard(pattern).test(name)),
      pattern,
    ).toEqual(names.filter((name) => byDefinition(pattern).test(name)));
});

test('many stars take no time', () => {
  const name = 'a'.repeat(5_000);
  const started = processorTime();
  expect(wildcard('*a'.repeat(50)).test(name)).toBe(true);
  expect(wildcard(`${'*a'.repeat(50)}b`).test(name)).toBe(false);
  expect(wildcard(`${'a..'.repeat(50)}b`).test('a.'.repeat(2_000))).toBe(false);
  expect(processorTime() - started).toBeLessThan(5_000);
});
