/** Where classes are found: an archive, a directory, the JDK. */
export interface ClassSource {
  readonly origin: Origin;
  /** For people: the name of the jar, or of the JDK. */
  readonly label: string;
  /** The bytes of a class by internal name (`java/util/List`); undefined: it is not here. */
  read(internalName: string): Uint8Array | undefined;
  /** Internal names of all classes that are here. */
  names(): Iterable<string>;
  /** All classes with their bytes in the order that is fastest to read, where reading them one by one is slow. */
  classes?(): Iterable<{ readonly name: string; readonly bytes: Uint8Array }>;
}

export type Origin = 'application' | 'classPath' | 'jdk';

/**
 * Which sources may have a class of a name, in their order: those outside the JDK that have it, and all of
 * the JDK. Their names are asked for once, at the first question: asking each of many archives for each class
 * would take longer than reading it.
 */
export function sourcesByName(sources: readonly ClassSource[]): (name: string) => readonly ClassSource[] {
  let byName: Map<string, ClassSource[]> | undefined;
  const ofJdk = sources.filter(({ origin }) => origin === 'jdk');
  return (name) => {
    byName ??= indexed(sources);
    return byName.get(name) ?? ofJdk;
  };
}

function indexed(sources: readonly ClassSource[]): Map<string, ClassSource[]> {
  const byName = new Map<string, ClassSource[]>();
  const ofJdk: ClassSource[] = [];
  for (const source of sources) {
    if (source.origin === 'jdk') {
      ofJdk.push(source);
      for (const known of byName.values()) known.push(source);
      continue;
    }
    for (const name of source.names()) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [...ofJdk, source]);
      else known.push(source);
    }
  }
  return byName;
}
