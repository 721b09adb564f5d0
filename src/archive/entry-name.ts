import type { Place } from '../diagnostics.ts';

/** Names of entries, of whatever kind the archive is. */

/** `.jar`, `.war`, `.ear`, `.rar` (resource adapter) or `.zip`: an archive that may hold classes. */
export function isArchiveName(name: string): boolean {
  return /\.(?:jar|war|ear|rar|zip)$/i.test(name);
}

/** A name that a tool which unpacks the archive might follow out of its directory. */
export function isUnsafeName(name: string): boolean {
  return (
    name.includes('\0') ||
    name.startsWith('/') ||
    /^[A-Za-z]:[\\/]/.test(name) ||
    // Hardly any name has two dots, and the split takes much longer than looking for them.
    (name.includes('..') && name.split(/[\\/]/).includes('..'))
  );
}

/** Of an entry of the archive at `where`: `app.jar@BOOT-INF/lib/x.jar@a/B.class`, as JaCoCo prints it. */
export function entryPlace({ entry, ...archive }: Place, name: string): Place {
  const outer = entry ?? archive.file;
  return { entry: outer === undefined ? name : `${outer}@${name}`, ...archive };
}
