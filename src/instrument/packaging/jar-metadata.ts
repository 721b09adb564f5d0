import {
  type ApplicationArchive,
  type ApplicationInput,
  type ArchiveChange,
  isUnchanged,
} from '../../archive/application.ts';
import { isManifest } from '../../archive/manifest.ts';
import { isSignatureFile, metadataFolder, withoutDigests } from '../../archive/signature.ts';
import { readClassFile } from '../../classfile/class-file.ts';
import { withoutModuleHashes } from '../../classfile/module-edit.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import { type Diagnostic, ownChecksum, packageIndex } from '../../diagnostics.ts';
import { classRoots } from './class-root.ts';
import { descriptorEntry } from './module-descriptors.ts';
import { packagesOf } from './packages.ts';
import { quarkusIndex } from './quarkus-index.ts';

type Changes = ReadonlyMap<ApplicationArchive, ArchiveChange>;

/** JAR File Specification, "JAR Index". */
const indexName = 'META-INF/INDEX.LIST';

/**
 * Takes away what jars say about their classes and what is no longer true when some of them change:
 *
 * - The index names all packages of a jar and of those in its Class-Path; up to Java 21 the JVM finds no
 *   other package. Without it the jars are searched.
 * - Classes of one package have to have the same signers. A changed jar has none any more, so neither may
 *   those that share a package with it, and so on.
 * - Folders of classes, which may become jars, say the same of theirs. Signatures of jars go as these are
 *   written (`writeArchiveTree`).
 * - A module may record the hashes of jars of modules that depend on it (`jar --hash-modules`), and the JVM
 *   refuses others.
 *
 * Linear in the entries, for each step of that "and so on".
 */
export function withoutStaleMetadata(changes: Changes): Changes {
  if ([...changes.values()].every(isUnchanged)) return changes;
  const adapted = new Map(changes);
  const remove = (archive: ApplicationArchive, names: readonly string[]): void => {
    if (names.length === 0) return;
    const change = adapted.get(archive)!;
    adapted.set(archive, { ...change, removed: new Set([...change.removed, ...names]) });
  };
  const signed: SignedArchive[] = [];
  for (const archive of changes.keys()) {
    adapted.set(archive, withoutHashes(archive, adapted.get(archive)!));
    const names = [...archive.entries()].map(({ name }) => name);
    remove(
      archive,
      names.filter((name) => name.toUpperCase() === indexName),
    );
    const signatures = names.filter(isSignatureFile);
    if (signatures.length > 0)
      signed.push({ archive, signatures, packages: packagesOf(names.filter(isClass)) });
  }
  const isChanged = ({ archive }: SignedArchive) => !isUnchanged(adapted.get(archive));
  const unsigned = new Set(signed.filter(isChanged).flatMap(({ packages }) => [...packages]));
  let rest = signed.filter((one) => !isChanged(one));
  for (const archive of changes.keys())
    adapted.set(archive, withoutFolderMetadata(archive, adapted.get(archive)!));
  for (;;) {
    const affected = rest.filter(({ packages }) => [...packages].some((name) => unsigned.has(name)));
    if (affected.length === 0) return adapted;
    for (const { archive, signatures, packages } of affected) {
      remove(archive, signatures);
      for (const name of packages) unsigned.add(name);
    }
    rest = rest.filter((one) => !affected.includes(one));
  }
}

/** Without index and signatures of the folders of a directory in which classes change. */
function withoutFolderMetadata(archive: ApplicationArchive, change: ArchiveChange): ArchiveChange {
  if (archive.kind !== 'directory' && archive.kind !== 'war') return change;
  const classes = [...change.changed].filter(([name]) => isClass(name));
  const folders = new Set(classRoots(archive, classes));
  // Signatures of a web application cover what is below WEB-INF, too.
  if (archive.kind === 'war' && classes.length > 0) folders.add('');
  const changed = new Map(change.changed);
  const removed = new Set(change.removed);
  const manifests = new Map<string, () => Uint8Array>();
  const signed = new Set<string>();
  for (const { name, read } of archive.entries()) {
    const folder = metadataFolder(name);
    if (!folders.has(folder)) continue;
    const inFolder = name.slice(folder.length);
    if (isManifest(inFolder)) manifests.set(name, read);
    const isSignature = isSignatureFile(inFolder);
    if (isSignature) signed.add(folder);
    if (isSignature || inFolder.toUpperCase() === indexName) removed.add(name);
  }
  for (const [name, read] of manifests) {
    if (!signed.has(name.slice(0, -'META-INF/MANIFEST.MF'.length))) continue;
    const manifest = changed.get(name) ?? read();
    const stripped = withoutDigests(manifest);
    if (stripped !== manifest) changed.set(name, stripped);
  }
  return { ...change, changed, removed };
}

const quarkusHint =
  'In a directory that is an input it is written anew, if it has the form of Quarkus 3.28: unpack a distribution. Otherwise instrument ' +
  'the uber-jar (quarkus.package.jar.type=uber-jar, before 3.9 quarkus.package.type=uber-jar), or, of a mutable-jar such as ' +
  'Keycloak, write the index of the output again: java -Dquarkus.launch.rebuild=true -jar quarkus-run.jar';

/**
 * Indexes of packages in a form that is not known, as they change with the framework, and those that stand
 * beside the archives: in or beside an input of which something changes, and not changed themselves.
 * O(entries).
 */
export function unknownIndexes(inputs: readonly ApplicationInput[], changes: Changes): readonly Diagnostic[] {
  if ([...changes.values()].every(isUnchanged)) return [];
  return inputs.flatMap(({ label, archives, looseFiles }) =>
    [
      ...archives.map((archive) => ({
        file: archive.label,
        names: [...archive.entries()]
          .map(({ name }) => name)
          .filter((name) => !changes.get(archive)!.changed.has(name)),
      })),
      { file: label, names: looseFiles ?? [] },
    ].flatMap(({ file, names }) =>
      names
        .filter((name) => quarkusIndex.test(name))
        .map((entry) => packageIndex('Quarkus', quarkusHint, { file, entry })),
    ),
  );
}

/** Of all entries of the jar, in the FIPS modules of Bouncy Castle. */
const fipsChecksum = 'META-INF/HMAC.SHA256';

/** Checksums by which the code of a changed archive checks that very archive. O(entries). */
export function ownChecksums(changes: Changes): readonly Diagnostic[] {
  return [...changes].flatMap(([archive, change]) =>
    !isUnchanged(change) && [...archive.entries()].some(({ name }) => name === fipsChecksum)
      ? [ownChecksum('Bouncy Castle FIPS', { file: archive.label, entry: fipsChecksum })]
      : [],
  );
}

function withoutHashes(archive: ApplicationArchive, change: ArchiveChange): ArchiveChange {
  const changed = new Map(change.changed);
  for (const { name, read } of archive.entries()) {
    if (!descriptorEntry.test(name)) continue;
    const without = hashesRemoved(changed.get(name) ?? read(), archive.label, name);
    if (without !== undefined) changed.set(name, without);
  }
  return { ...change, changed };
}

/**
 * Undefined where there is nothing to remove. A descriptor that cannot be read stays what it is: the JVM does
 * not take it either.
 */
function hashesRemoved(bytes: Uint8Array, file: string, entry: string): Uint8Array | undefined {
  return unlessMalformed(() => withoutModuleHashes(readClassFile(bytes, { file, entry })));
}

const isClass = (name: string): boolean => name.endsWith('.class');

interface SignedArchive {
  readonly archive: ApplicationArchive;
  readonly signatures: readonly string[];
  readonly packages: ReadonlySet<string>;
}
