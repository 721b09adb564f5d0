import type { MissingClass } from '../../hierarchy/super-types.ts';

/** Those of both lists without duplicates, those of the first in front. */
export function distinct(
  first: readonly MissingClass[],
  second: readonly MissingClass[],
): readonly MissingClass[] {
  const names = new Set(first.map(({ name }) => name));
  return [...first, ...second.filter(({ name }) => !names.has(name))];
}
