import { createHash } from 'node:crypto';

/** Every unit has a package of its own below this one, so that sealed jars and module layers do not clash. */
export const unitPackage = 'rrv/unit/';

/** Internal name of the unit class for what it holds: the same content always has the same name. */
export function unitName(content: readonly string[]): string {
  return `${unitPackage}u${hashOf(content)}/Events`;
}

/**
 * A package, with the slash behind it, whose name is as long as that of a unit's, and in no text that it is
 * made from.
 */
export function packageForCompiling(sources: readonly string[]): string {
  return `${unitPackage}b${hashOf(sources)}/`;
}

/** 16 hexadecimal digits: the same for the same texts. */
export function hashOf(content: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of content) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}
