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
