import { AccessFlag } from '../classfile/access-flags.ts';
import { checkMembers } from '../classfile/check-members.ts';
import { type ClassFile, readClassFile } from '../classfile/class-file.ts';
import { type ClassHeaderItems, readClassHeader } from '../classfile/class-header.ts';
import { RrvError } from '../diagnostics.ts';
import { type ClassSource, type Origin, sourcesByName } from './class-source.ts';

/** What the hierarchy keeps of a class. */
export interface ClassHeader {
  readonly name: string;
  /** undefined: java/lang/Object. */
  readonly superName: string | undefined;
  readonly interfaces: readonly string[];
  readonly accessFlags: number;
  readonly isInterface: boolean;
  readonly origin: Origin;
  /** The archive, directory or JDK that it was found in. */
  readonly source: string;
}

/**
 * Classes by internal name, each of the first source that has it. A class that no source has, that lies in
 * the wrong place or that cannot be parsed is none: the JVM would not load it either, and whoever rewrites it
 * reports the damage.
 */
export interface ClassReader {
  /** One string for each name, however many classes mention it. */
  intern(name: string): string;
  /** Read once and kept. */
  header(name: string): ClassHeader | undefined;
  /** Parsed anew now and then: the most recent ones are kept. */
  classFile(name: string): ClassFile | undefined;
  /** What the JDK has under the name, whoever else has one. Parsed each time. */
  jdkClassFile(name: string): ClassFile | undefined;
  /** Reads the headers of sources that know a fast way to all of theirs. */
  readAllHeaders(): void;
}

/** What readers have read already; those of sources that only add to each other may share it. */
export interface ReadClasses {
  /** undefined: it is known that there is none. */
  readonly headers: Map<string, ClassHeader | undefined>;
  /** The last one was asked for last. */
  readonly recent: Map<string, ClassFile>;
  readonly names: Map<string, string>;
}

/** Nothing has been read. */
export function noReadClasses(): ReadClasses {
  return { headers: new Map(), recent: new Map(), names: new Map() };
}

/** Parsed classes that are kept; an analysis tends to ask for the same class several times in a row. */
const recentClassFiles = 64;

/** Each class is read when it is first asked for. */
export function classReader(
  sources: readonly ClassSource[],
  { headers, recent, names }: ReadClasses,
): ClassReader {
  const ofJdk = sources.filter(({ origin }) => origin === 'jdk');
  const sourcesOf = sourcesByName(sources);

  function intern(name: string): string {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, name);
    return name;
  }

  function headerFrom(items: ClassHeaderItems, source: ClassSource): ClassHeader {
    const { name, superName, interfaces, accessFlags } = items;
    return {
      name: intern(name),
      superName: superName === undefined ? undefined : intern(superName),
      interfaces: interfaces.length === 0 ? none : interfaces.map(intern),
      accessFlags,
      isInterface: (accessFlags & AccessFlag.interface) !== 0,
      origin: source.origin,
      source: source.label,
    };
  }

  function load(name: string, from = sourcesOf(name)): { file: ClassFile; header: ClassHeader } | undefined {
    for (const source of from) {
      const bytes = source.read(name);
      if (bytes === undefined) continue;
      try {
        const file = readClassFile(bytes, { file: source.label, className: name });
        // A file in the wrong folder is not found by the JVM either.
        if (file.name !== name) continue;
        if (source.origin !== 'jdk') checkMembers(file);
        return { file, header: headerFrom(file, source) };
      } catch (error) {
        // What the JVM could not load is as good as absent. Whoever rewrites the class reports the damage.
        if (error instanceof RrvError) return undefined;
        throw error;
      }
    }
    return undefined;
  }

  /** Without reading more of the class; one that looks unsound is left to `load`. */
  function quickHeader(name: string): ClassHeader | undefined {
    for (const source of sourcesOf(name)) {
      const bytes = source.read(name);
      if (bytes === undefined) continue;
      const items = readClassHeader(bytes);
      return items?.name === name ? headerFrom(items, source) : undefined;
    }
    return undefined;
  }

  return {
    intern,
    header(name) {
      let header = headers.get(name);
      if (header !== undefined || headers.has(name)) return header;
      header = quickHeader(name) ?? load(name)?.header;
      headers.set(intern(name), header);
      return header;
    },
    classFile(name) {
      let file = recent.get(name);
      if (file === undefined) {
        if (headers.has(name) && headers.get(name) === undefined) return undefined;
        const loaded = load(name);
        if (!headers.has(name)) headers.set(intern(name), loaded?.header);
        if (loaded === undefined) return undefined;
        file = loaded.file;
        if (recent.size >= recentClassFiles) recent.delete(recent.keys().next().value!);
      } else {
        recent.delete(name);
      }
      recent.set(name, file);
      return file;
    },
    jdkClassFile: (name) => load(name, ofJdk)?.file,
    readAllHeaders() {
      for (const source of sources)
        for (const { name, bytes } of source.classes?.() ?? []) {
          // One that an earlier source has, or that looks unsound, is left to `load`.
          if (headers.has(name) || sourcesOf(name)[0] !== source) continue;
          const items = readClassHeader(bytes);
          if (items?.name !== name) continue;
          headers.set(intern(name), headerFrom(items, source));
        }
    },
  };
}

const none: readonly string[] = [];
