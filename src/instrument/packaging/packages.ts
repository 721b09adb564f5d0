/**
 * The packages of entries of an archive, in internal form. Of versioned entries (JAR specification,
 * "Multi-release JAR files"), those that the JVM sees.
 */
export function packagesOf(names: Iterable<string>): ReadonlySet<string> {
  return new Set(
    Array.from(names, (name) =>
      name.slice(0, Math.max(name.lastIndexOf('/'), 0)).replace(/^META-INF\/versions\/\d+(?:\/|$)/, ''),
    ),
  );
}
