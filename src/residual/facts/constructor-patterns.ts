/**
 * Patterns of calls for constructors that are named by package, as `Class(..)` or `Class(int, String)` each, between
 * spaces.
 */
export function constructorPatterns(byPackage: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(byPackage).flatMap(([name, constructors]) =>
    [...constructors.matchAll(/([\w$]+)(\([^)]*\))/g)].map(
      ([, type, parameters]) => `${name}.${type}.new${parameters}`,
    ),
  );
}
