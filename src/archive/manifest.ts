import type { ApplicationArchive } from './application.ts';
import { latin1 } from './latin1.ts';

/** Manifests of jars (JAR File Specification, "JAR Manifest"). */

const manifestName = 'META-INF/MANIFEST.MF';

/** Java looks for it without regard to case. */
export function isManifest(entryName: string): boolean {
  return entryName.length === manifestName.length && entryName.toUpperCase() === manifestName;
}

/** `mainAttribute` of the first manifest. Most jars begin with it. */
export function attributeOfManifest(archive: ApplicationArchive, name: string): string | undefined {
  for (const entry of archive.entries()) if (isManifest(entry.name)) return mainAttribute(entry.read(), name);
  return undefined;
}

/**
 * Whether class loaders look for versions (JAR File Specification, "Multi-release JAR files"): the main
 * section says `Multi-Release: true`. java.util.jar looks for these bytes first, so they stand on one line,
 * and takes no other blanks.
 */
export function isMultiRelease(manifest: Uint8Array): boolean {
  return (
    /multi-release: true[\r\n]/i.test(latin1(manifest)) &&
    mainAttribute(manifest, 'Multi-Release')?.toLowerCase() === 'true'
  );
}

/**
 * The value of an attribute of the main section, as java.util.jar reads it: names without regard to case, of
 * several the last, folded lines joined, all but the first blank kept. Linear.
 */
export function mainAttribute(manifest: Uint8Array, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Lines are folded by bytes, also within a character: Latin-1 maps bytes to characters one to one.
  const text = latin1(manifest);
  let value: string | undefined;
  let isWanted = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    // An empty line ends the section.
    if (line === '') break;
    if (line.startsWith(' ')) {
      if (isWanted) value += line.slice(1);
      continue;
    }
    const colon = line.indexOf(':');
    isWanted = line.slice(0, Math.max(colon, 0)).toLowerCase() === wanted;
    if (isWanted) value = line.slice(colon + 1).replace(/^ /, '');
  }
  return value === undefined ? undefined : Buffer.from(value, 'latin1').toString('utf8');
}
