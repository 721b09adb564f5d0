/**
 * What the user passes to be instrumented, as entries to read: the shape in which the core sees it, whether
 * it came from a jar, a directory or a distribution.
 */

/** One top-level input. */
export interface ApplicationInput {
  /** The name people know it by: `app.jar`. */
  readonly label: string;
  /** The input itself first, then the archives in it, outer ones before inner ones. */
  readonly archives: readonly ApplicationArchive[];
  /** Names of files beside the archives, in none of them: those of a distribution. Absent: there are none. */
  readonly looseFiles?: readonly string[];
  /** Archives that become part of modules of the JDK, which see no monitor: they stay as they are. Absent: none do. */
  readonly modulePatches?: ReadonlySet<ApplicationArchive>;
  /** Of all that the input holds, as it stands now. Absent: nobody knows, so that no result is kept of it. */
  readonly digest?: () => string;
}

export interface ApplicationArchive {
  /** Unique; a nested one is `app.jar@BOOT-INF/lib/x.jar`. */
  readonly label: string;
  readonly kind: 'jar' | 'war' | 'ear' | 'directory' | 'class';
  /** Files, directories left out; of duplicates in a jar, the one that Java finds. Read when asked for. */
  entries(): Iterable<ApplicationEntry>;
}

export interface ApplicationEntry {
  /** Path in the archive: `a/b/C.class`, `WEB-INF/classes/a/b/C.class`. */
  readonly name: string;
  read(): Uint8Array;
  /** At least its first eight bytes, without the rest where that is cheaper; empty for what cannot be read. */
  beginning?(): Uint8Array;
}

/** What is to become of an archive: entry names to their new content. */
export interface ArchiveChange {
  readonly changed: ReadonlyMap<string, Uint8Array>;
  readonly added: ReadonlyMap<string, Uint8Array>;
  readonly removed: ReadonlySet<string>;
}

/** Whether an archive stays as it is. */
export function isUnchanged(change: ArchiveChange | undefined): boolean {
  return change === undefined || change.changed.size + change.added.size + change.removed.size === 0;
}
