import {
  archiveCorrupt,
  archiveLimit,
  type Diagnostic,
  nestedArchiveSkipped,
  type Place,
  RrvError,
  signatureRemoved,
} from '../diagnostics.ts';
import {
  type ApplicationArchive,
  type ApplicationEntry,
  type ArchiveChange,
  isUnchanged,
} from './application.ts';
import { jarsOfJvms } from './bundled-jvms.ts';
import { concatenate } from './concatenate.ts';
import { entryPlace, isArchiveName } from './entry-name.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './limits.ts';
import { isManifest } from './manifest.ts';
import { bytesAccess, type RandomAccess } from './random-access.ts';
import { isSignatureFile, withoutDigests } from './signature.ts';
import { method } from './zip-format.ts';
import {
  beginningOf,
  beginsAnArchive,
  dataStart,
  fileEntries,
  openZip,
  UnopenedByJava,
  type ZipArchive,
  type ZipEntry,
} from './zip-reader.ts';
import { newEntry, type OutputEntry, optionsOf, writeZip } from './zip-writer.ts';

/** A jar with the jars in it (Spring Boot's `BOOT-INF/lib`, a war's `WEB-INF/lib`, an ear's modules). */
export interface ArchiveTree {
  readonly zip: ZipArchive;
  readonly application: ApplicationArchive;
  readonly nested: ReadonlyMap<ZipEntry, ArchiveTree>;
}

/**
 * Opens an archive and those nested in it. A nested stored archive is read in place; a compressed one is held
 * in memory. An entry that is named like an archive but is none stays as it is: `warn` is told. So do the jars of a
 * JVM that comes with a program. Throws RrvError when the outer archive cannot be read, the nesting is deeper than
 * allowed or the nested archives are too large.
 */
export function openArchiveTree(
  access: RandomAccess,
  where: Place,
  warn: (diagnostic: Diagnostic) => void,
  limits: ArchiveLimits = defaultArchiveLimits,
): ArchiveTree {
  return openTree(access, where, warn, { limits, held: 0 }, 0);
}

/**
 * Opens what is named like an archive within an input. Undefined if Java opens none there: it stays as it is,
 * and `warn` is told.
 */
function unlessNoArchive<Tree>(
  place: Place,
  warn: (diagnostic: Diagnostic) => void,
  open: () => Tree,
): Tree | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UnopenedByJava)) throw error;
    const { code, message } = error.diagnostic;
    warn(nestedArchiveSkipped(code === 'RRV_ARCHIVE_NOT_ZIP' ? undefined : message, place));
    return undefined;
  }
}

/**
 * Opens what begins like an archive, whatever its name: NiFi's `.nar`, Jenkins' `.hpi` and others hold classes as
 * a jar does. Undefined if there are none in it, or it cannot be read: documents and pictures may be archives,
 * too, and stay as they are. `warn` is told of a limit that keeps us from looking.
 */
function ifHoldsClasses(warn: Warn, open: (warn: Warn) => ArchiveTree): ArchiveTree | undefined {
  const told: Diagnostic[] = [];
  try {
    const tree = open((diagnostic) => told.push(diagnostic));
    if (!allArchives(tree).some(({ zip }) => zip.entries.some(({ name }) => name.endsWith('.class'))))
      return undefined;
    for (const diagnostic of told) warn(diagnostic);
    return tree;
  } catch (error) {
    if (!(error instanceof RrvError)) throw error;
    if (error.diagnostic.code === 'RRV_ARCHIVE_LIMIT') warn({ ...error.diagnostic, severity: 'warning' });
    return undefined;
  }
}

/** Opens what is within an input, and `hasName` of an archive or begins like one. Undefined: it stays as it is. */
export function openNested(
  hasName: boolean,
  place: Place,
  warn: Warn,
  open: (warn: Warn) => ArchiveTree,
): ArchiveTree | undefined {
  return hasName ? unlessNoArchive(place, warn, () => open(warn)) : ifHoldsClasses(warn, open);
}

type Warn = (diagnostic: Diagnostic) => void;

/** What the archives of one tree have used up together. */
interface Budget {
  readonly limits: ArchiveLimits;
  /** Bytes in memory. */
  held: number;
}

function openTree(
  access: RandomAccess,
  where: Place,
  warn: (diagnostic: Diagnostic) => void,
  budget: Budget,
  depth: number,
): ArchiveTree {
  const { limits } = budget;
  const zip = openZip(access, where, limits);
  const label = where.entry ?? where.file ?? '';
  const nested = new Map<ZipEntry, ArchiveTree>();
  // Of these one at a time is held, and none longer than it is looked at.
  const ofJvms = jarsOfJvms(
    zip.entries.map(({ name }) => name),
    (name) => accessOf(zip, zip.find(name)!, entryPlace(where, name), { ...budget }),
    label,
    warn,
  );
  for (const entry of zip.entries) {
    if (entry.name.endsWith('.class') || zip.find(entry.name) !== entry || entry.size === 0) continue;
    if (ofJvms.has(entry.name)) continue;
    const hasName = isArchiveName(entry.name);
    if (!hasName && !beginsAnArchive(zip, entry)) continue;
    const place = entryPlace(where, entry.name);
    const { held } = budget;
    const read = (): RandomAccess => {
      if (depth >= limits.nestingDepth)
        throw new RrvError(
          archiveLimit('nestingDepth', 'levels of nesting', depth + 1, limits.nestingDepth, place),
        );
      return accessOf(zip, entry, place, budget);
    };
    // What cannot be taken out of this archive is damage of this one.
    const known = hasName ? read() : undefined;
    const tree = openNested(hasName, place, warn, (told) =>
      openTree(known ?? read(), place, told, budget, depth + 1),
    );
    if (tree !== undefined) nested.set(entry, tree);
    else if (!hasName) budget.held = held;
  }
  return { zip, nested, application: { label, kind: kindOf(label, zip), entries: entriesOf(zip) } };
}

/** Of other names than these, what has the folder of a web application is one (Jenkins' plug-ins are). */
function kindOf(label: string, zip: ZipArchive): ApplicationArchive['kind'] {
  const extension = /\.(war|ear)$/i.exec(label)?.[1]?.toLowerCase();
  if (extension === 'war' || extension === 'ear') return extension;
  const isWeb = !isArchiveName(label) && zip.entries.some(({ name }) => name.startsWith('WEB-INF/'));
  return isWeb ? 'war' : 'jar';
}

/** Classes are decompressed once: the hierarchy, the analysis and the weaver ask for them one after the other. */
function entriesOf(zip: ZipArchive): () => Iterable<ApplicationEntry> {
  const classes = new Map<ZipEntry, Uint8Array>();
  const readOnce = (entry: ZipEntry): Uint8Array => {
    if (!entry.name.endsWith('.class')) return zip.read(entry);
    let bytes = classes.get(entry);
    if (bytes === undefined) {
      bytes = zip.read(entry);
      classes.set(entry, bytes);
    }
    return bytes;
  };
  return function* () {
    for (const entry of fileEntries(zip))
      yield { name: entry.name, read: () => readOnce(entry), beginning: () => beginningOf(zip, entry) };
  };
}

function accessOf(zip: ZipArchive, entry: ZipEntry, place: Place, budget: Budget): RandomAccess {
  if (entry.method !== method.stored) {
    budget.held += entry.size;
    const limit = budget.limits.heldBytes;
    if (budget.held > limit)
      throw new RrvError(
        archiveLimit('heldBytes', 'bytes in compressed archives', budget.held, limit, zip.where),
      );
    return bytesAccess(zip.read(entry));
  }
  const start = dataStart(zip.access, entry, zip.where);
  if (entry.compressedSize !== entry.size)
    throw new RrvError(
      archiveCorrupt(`${entry.compressedSize} bytes where the directory says ${entry.size}`, start, place),
    );
  return { size: entry.size, read: (offset, length) => zip.access.read(start + offset, length) };
}

/** Whether anything in the tree changes. */
export function isTreeChanged(
  tree: ArchiveTree,
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): boolean {
  return allArchives(tree).some(({ application }) => !isUnchanged(changes.get(application)));
}

/** The tree's archives, outer ones before inner ones. */
export function allArchives(tree: ArchiveTree): ArchiveTree[] {
  const found = [tree];
  for (let index = 0; index < found.length; index++) found.push(...found[index]!.nested.values());
  return found;
}

/**
 * Writes the tree with its changes, from the inside out, as pieces. Archives in which
 * nothing changed are copied byte for byte. A changed archive loses its signature: `warn` is told once per
 * archive. Entries keep their order; added ones come last, sorted by name.
 */
export function* writeArchiveTree(
  tree: ArchiveTree,
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
  warn: (diagnostic: Diagnostic) => void,
): Generator<Uint8Array> {
  const change = changes.get(tree.application);
  const replacedNested = new Map<ZipEntry, Uint8Array>();
  for (const [entry, inner] of tree.nested)
    if (isTreeChanged(inner, changes))
      replacedNested.set(entry, concatenate([...writeArchiveTree(inner, changes, warn)]));
  const { zip } = tree;
  const isSigned = zip.entries.some(({ name }) => isSignatureFile(name));
  if (isSigned) warn(signatureRemoved({ ...zip.where }));
  yield* writeZip(outputEntries(zip, change, replacedNested, isSigned), optionsOf(zip));
}

function* outputEntries(
  zip: ZipArchive,
  change: ArchiveChange | undefined,
  nested: ReadonlyMap<ZipEntry, Uint8Array>,
  isSigned: boolean,
): Generator<OutputEntry> {
  for (const entry of zip.entries) {
    const { name } = entry;
    if (change?.removed.has(name) === true || (isSigned && isSignatureFile(name))) continue;
    const isEffective = zip.find(name) === entry;
    let data = isEffective ? (change?.changed.get(name) ?? nested.get(entry)) : undefined;
    if (isSigned && isEffective && isManifest(name)) {
      const manifest = data ?? zip.read(entry);
      const stripped = withoutDigests(manifest);
      if (stripped !== manifest) data = stripped;
    }
    yield data === undefined ? { kind: 'copy', entry } : { kind: 'replace', entry, data };
  }
  const added = [...(change?.added ?? [])].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [name, data] of added) yield newEntry(name, data);
}
