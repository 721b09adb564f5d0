import { createHash } from 'node:crypto';

/** Every unit has a package of its own below this one, so that sealed jars and module layers do not clash. */
export const unitPackage = 'rrv/unit/';

const unitEntry = new RegExp(`(?:^|/)${unitPackage}u[\\da-f]{16}/`);

/** Whether an entry of an archive is in the package of a unit, below whatever folder; not in the program's own `a.rrv.unit`. */
export function isOfUnit(entry: string): boolean {
  return unitEntry.test(entry);
}

/** The folder of an entry of a unit in which its classes stand, without a slash behind it; '' for the root. */
export function folderOfUnit(entry: string): string {
  return entry.slice(0, Math.max(entry.lastIndexOf(unitPackage) - 1, 0));
}

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

/**
 * Names a run for the units that it makes: of what archives, and which classes they hold. What stands in the classes
 * does not count, so that a unit stays the same when other archives change there.
 */
export function runName(classes: readonly { readonly input: string; readonly name: string }[]): string {
  return hashOf(classes.flatMap(({ input, name }) => [input, name]));
}

/** 16 hexadecimal digits: the same for the same texts. */
export function hashOf(content: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of content) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
}
