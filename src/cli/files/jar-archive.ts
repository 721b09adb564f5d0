import type { ApplicationArchive } from '../../archive/application.ts';
import { type ArchiveLimits, defaultArchiveLimits } from '../../archive/limits.ts';
import { fileEntries, openZip } from '../../archive/zip-reader.ts';
import { openFile } from './file-access.ts';

/**
 * A jar that the program links against: its entries are read each time they are asked for. Throws RrvError
 * when it cannot be opened.
 */
export function jarArchive(
  path: string,
  label: string,
  limits: ArchiveLimits = defaultArchiveLimits,
): ApplicationArchive {
  const zip = openZip(openFile(path), { file: path }, limits);
  return {
    label,
    kind: 'jar',
    *entries() {
      for (const entry of fileEntries(zip)) yield { name: entry.name, read: () => zip.read(entry) };
    },
  };
}
