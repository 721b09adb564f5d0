/**
 * What an archive may demand of us. The defaults are far above what is found in practice (the largest jar
 * measured has 29,306 entries and 69.9 MB) and far below what would exhaust the machine.
 */
export interface ArchiveLimits {
  /** Entries of one archive. */
  readonly entries: number;
  /** Bytes of one entry after decompression; an entry that is not read is not counted. */
  readonly entryBytes: number;
  /** Bytes of a nested archive after decompression: it is held in memory. */
  readonly nestedArchiveBytes: number;
  /** Bytes of all compressed archives in one archive, and in those in it, after decompression. */
  readonly heldBytes: number;
  /** Archives within archives: 1 for `app.jar@BOOT-INF/lib/x.jar`. */
  readonly nestingDepth: number;
  /** Files and directories below a directory that a manifest names in `Class-Path`. */
  readonly classPathDirectory: number;
  /** Bytes of a `.tar.gz` after decompression: it is held in memory. */
  readonly tarBytes: number;
}

export const defaultArchiveLimits: ArchiveLimits = {
  entries: 2_000_000,
  entryBytes: 256 * 1024 * 1024,
  nestedArchiveBytes: 1024 * 1024 * 1024,
  heldBytes: 2 * 1024 * 1024 * 1024,
  nestingDepth: 4,
  classPathDirectory: 100_000,
  tarBytes: 1536 * 1024 * 1024,
};
