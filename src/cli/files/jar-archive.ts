import type { ApplicationArchive } from '../../archive/application.ts';
import { type ArchiveLimits, defaultArchiveLimits } from '../../archive/limits.ts';
import { fileEntries, openZip } from '../../archive/zip-reader.ts';
import { openFileDigest } from './content-digest.ts';
import { openFile } from './file-access.ts';

/** What the program links against, open. */
export interface LinkedArchive extends ApplicationArchive {
  /** Of its content: that of `contentDigest`, unless it has changed since it was opened. */
  digest(): string;
}

/**
 * A jar that the program links against: its entries are read each time they are asked for. Throws RrvError
 * when it cannot be opened.
 */
export function jarArchive(
  path: string,
  label: string,
  limits: ArchiveLimits = defaultArchiveLimits,
): LinkedArchive {
  const file = openFile(path);
  const zip = openZip(file, { file: path }, limits);
  return {
    label,
    digest: () => openFileDigest(file),
    kind: 'jar',
    *entries() {
      for (const entry of fileEntries(zip)) yield { name: entry.name, read: () => zip.read(entry) };
    },
  };
}
