/**
 * Patterns of calls for constructors that are named by package, as `Class(..)` or `Class(int, String)` each, between
 * spaces.
 */
export function constructorsOf(byPackage: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(byPackage).flatMap(([name, constructors]) =>
    [...constructors.matchAll(/([\w$]+)(\([^)]*\))/g)].map(
      ([, type, parameters]) => `${name}.${type}.new${parameters}`,
    ),
  );
}

/** The same for methods that are named by class, between spaces, whatever their parameters. */
export function methodsOf(byClass: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(byClass).flatMap(([type, names]) =>
    [...names.matchAll(/\S+/g)].map(([name]) => `${type}.${name}(..)`),
  );
}

/** Patterns or types as items of a list in a facts file. */
export function listed(texts: readonly string[]): string {
  return texts.map((text) => `      - ${text}`).join('\n');
}
