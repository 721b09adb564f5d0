import type { ApplicationArchive, ArchiveChange } from '../../archive/application.ts';
import { attributeOfManifest } from '../../archive/manifest.ts';

/**
 * Spring Boot's index of layers says to which layer of a container image each entry of its archive belongs.
 * What unpacks an archive by it (`-Djarmode=tools`, build packs) leaves out or refuses what is in none, so
 * that what was added joins the last one, the one whose content is expected to change most often. O(entries
 * and lines).
 */
export function withLayers(
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): ReadonlyMap<ApplicationArchive, ArchiveChange> {
  const adapted = new Map(changes);
  for (const [archive, change] of changes) {
    const index = change.added.size === 0 ? undefined : layersIndexOf(archive);
    if (index === undefined) continue;
    const text = new TextDecoder().decode(index.read());
    const lines = linesFor(text, change.added.keys());
    if (lines.length === 0) continue;
    const end = text.endsWith('\n') ? '' : '\n';
    const bytes = new TextEncoder().encode(text + end + lines.join(''));
    adapted.set(archive, { ...change, changed: new Map([...change.changed, [index.name, bytes]]) });
  }
  return adapted;
}

function layersIndexOf(archive: ApplicationArchive) {
  const name = attributeOfManifest(archive, 'Spring-Boot-Layers-Index');
  return name === undefined ? undefined : [...archive.entries()].find((entry) => entry.name === name);
}

/** What all that is added has in front: the folder of rrv's packages. */
const addedFolder = /^(?:.*?\/)?rrv\//;

/** Layers begin a line each (`- "dependencies":`); below are entries, and folders, which end in a slash. */
function linesFor(index: string, added: Iterable<string>): readonly string[] {
  if (!/^- /m.test(index)) return [];
  const listed = new Set(Array.from(index.matchAll(/^ +- "(.*)"\r?$/gm), ([, entry]) => entry!));
  const folders = new Set(Array.from(added, (name) => addedFolder.exec(name)![0]));
  return [...folders].filter((folder) => !isListed(folder, listed)).map((folder) => `  - "${folder}"\n`);
}

function isListed(folder: string, listed: ReadonlySet<string>): boolean {
  for (let end = folder.indexOf('/'); end >= 0; end = folder.indexOf('/', end + 1))
    if (listed.has(folder.slice(0, end + 1))) return true;
  return false;
}
