import { readFileSync, type Stats, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type {
  ApplicationArchive,
  ApplicationEntry,
  ApplicationInput,
  ArchiveChange,
} from '../../archive/application.ts';
import {
  type ArchiveTree,
  allArchives,
  isTreeChanged,
  openArchiveTree,
  openNested,
  writeArchiveTree,
} from '../../archive/archive-tree.ts';
import { jarsOfJvms } from '../../archive/bundled-jvms.ts';
import { concatenate } from '../../archive/concatenate.ts';
import { entryPlace, isArchiveName, isUnsafeName } from '../../archive/entry-name.ts';
import { isJImage } from '../../archive/jimage-tables.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import { longestScript, modulePatchesOf } from '../../archive/module-patches.ts';
import { bytesAccess, type RandomAccess } from '../../archive/random-access.ts';
import { isSignatureFile, metadataFolder } from '../../archive/signature.ts';
import { gunzip, gzip, isGzip, isTar, readTar, type TarMember, withChangedFiles } from '../../archive/tar.ts';
import { checkEntryNames, isArchiveStart } from '../../archive/zip-reader.ts';
import { hasClassMagic, readClassFile } from '../../classfile/class-file.ts';
import {
  classMalformed,
  type Diagnostic,
  ifReadable,
  inputEmptyDirectory,
  inputEmptyPassedOver,
  inputIsImage,
  inputIsJmod,
  inputIsProperty,
  inputIsSource,
  inputKindUnknown,
  inputUnreadable,
  modulePatchKept,
  type Place,
  RrvError,
  runUnfinished,
  signatureRemoved,
} from '../../diagnostics.ts';
import { classEntryName } from '../../hierarchy/class-sources.ts';
import { digestOf } from '../../instrument/result-cache.ts';
import { directoryDigest, openFileDigest } from '../files/content-digest.ts';
import { type OpenFile, openFile, orInputError, piecesOf, statusOf } from '../files/file-access.ts';
import { below, filesBelow } from '../files/files-below.ts';

export type Changes = ReadonlyMap<ApplicationArchive, ArchiveChange>;

/** What becomes of an input: the bytes of one file, or files below a directory. */
export type Output =
  | { readonly kind: 'file'; pieces(changes: Changes): AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
  /** Paths relative to the output directory, those that are added first. `all`: those that did not change as well. */
  | { readonly kind: 'files'; files(changes: Changes, all: boolean): Iterable<OutputFile> };

export interface OutputFile {
  readonly path: string;
  /** New content, the file to copy, an empty directory, or, where others stay, nothing any more. */
  readonly content: Uint8Array | { readonly copyOf: string } | 'directory' | 'removed';
  /** The file whose permissions new content gets. */
  readonly permissionsOf?: string;
}

/** Enough to tell what kind of file it is: the header of a tar member. */
const headBytes = 512;

/** `JM`, and the version (JEP 261 and the JDK's jdk.internal.jmod.JmodFile). */
const jmodMagic = [0x4a, 0x4d, 1, 0];

/** One input, open. */
export interface OpenInput {
  readonly label: string;
  /** As the user wrote it. */
  readonly path: string;
  readonly application: ApplicationInput;
  readonly output: Output;
  /** Whether the output is a directory though the input is a file: a single class. */
  readonly isClass: boolean;
  /** Permission bits that the output gets too: a jar may be executable. */
  readonly mode: number | undefined;
  /** What the path led to when it was opened. */
  readonly status: Stats;
  /** The same for the classes and archives of a directory, by their paths; of other inputs there are none. */
  readonly statusOfFiles: ReadonlyMap<string, Stats>;
}

/** What a kind of input makes of one. */
type OpenByKind = Omit<OpenInput, 'status' | 'statusOfFiles'> & Partial<Pick<OpenInput, 'statusOfFiles'>>;

type Warn = (diagnostic: Diagnostic) => void;

/**
 * Opens an input: what it is shows in its content, not in its name. Throws RrvError when it cannot be read,
 * is nothing that holds classes, or is damaged. `label` names it in reports. An empty
 * directory is passed over, with a warning, where it is one of several inputs.
 */
export async function openInput(
  path: string,
  label: string,
  isOneOfSeveral: boolean,
  warn: Warn,
  limits: ArchiveLimits,
): Promise<OpenInput> {
  const status = orInputError(path, () => statSync(path));
  const input = await openByKind(path, status, label, isOneOfSeveral, warn, limits);
  return { statusOfFiles: new Map(), ...input, status };
}

/**
 * Throws RrvError where a file has been written to since it was opened, as what was read of it may be of two versions.
 * `isReplaced`: its output takes its place, so that none may stand there that was not read. Of a directory, files
 * are read more than once, by their names: none of its classes and archives may be another one.
 */
export function checkUnchanged({ path, status, statusOfFiles }: OpenInput, isReplaced: boolean): void {
  if (!status.isDirectory()) checkFileUnchanged(path, status, isReplaced);
  for (const [file, before] of statusOfFiles) checkFileUnchanged(file, before, true);
}

function checkFileUnchanged(path: string, status: Stats, isReplaced: boolean): void {
  const now = statusOf(path);
  const isSame = now !== undefined && now.dev === status.dev && now.ino === status.ino;
  if (isSame ? now.size !== status.size || now.mtimeMs !== status.mtimeMs : isReplaced)
    throw new RrvError(inputUnreadable('it has changed meanwhile', { file: path }));
}

async function openByKind(
  path: string,
  status: Stats,
  label: string,
  isOneOfSeveral: boolean,
  warn: Warn,
  limits: ArchiveLimits,
): Promise<OpenByKind> {
  if (status.isDirectory()) return openDirectory(path, label, isOneOfSeveral, warn, limits);
  const file = openFile(path);
  const kind = kindOfFile(file);
  const mode = status.mode & 0o777;
  if (kind === 'class' || path.endsWith('.class')) {
    file.close();
    return openClass(path, label, mode);
  }
  if (kind === 'tar') {
    file.close();
    return openTar(path, label, mode, warn, limits);
  }
  if (kind === 'zip' || isArchiveName(path)) return openArchive(file, path, label, mode, warn, limits);
  throw new RrvError(noInput(kind, path)({ file: path }));
}

/** Why a file that is no input is none. */
function noInput(kind: FileKind | undefined, path: string): (where: Place) => Diagnostic {
  if (kind === 'jmod') return inputIsJmod;
  if (kind === 'image') return inputIsImage;
  if (path.endsWith('.mop')) return inputIsProperty;
  return /\.(?:java|kt|scala|groovy)$/i.test(path) ? inputIsSource : inputKindUnknown;
}

/** `image`: a run-time image. */
type FileKind = 'class' | 'tar' | 'zip' | 'jmod' | 'image';

/** What the first bytes say; undefined: nothing of these, or an archive that something else stands before. */
export function kindOfFile(file: RandomAccess): FileKind | undefined {
  const head = file.read(0, Math.min(file.size, headBytes));
  if (hasClassMagic(head)) return 'class';
  if (isGzip(head) || isTar(head)) return 'tar';
  if (startsWith(head, 0x50, 0x4b)) return 'zip';
  if (isJImage(head)) return 'image';
  return startsWith(head, ...jmodMagic) ? 'jmod' : undefined;
}

function startsWith(bytes: Uint8Array, ...expected: number[]): boolean {
  return expected.every((byte, index) => bytes[index] === byte);
}

function openArchive(
  file: OpenFile,
  path: string,
  label: string,
  mode: number,
  warn: Warn,
  limits: ArchiveLimits,
): OpenByKind {
  const tree = openArchiveTree(file, { file: label }, warn, limits);
  checkEntryNames(tree.zip);
  return {
    label,
    path,
    application: {
      label,
      archives: allArchives(tree).map(({ application }) => application),
      digest: () => openFileDigest(file),
    },
    output: {
      kind: 'file',
      // Pieces, so that neither the input nor the output is in memory as a whole.
      pieces: (changes) =>
        isTreeChanged(tree, changes) ? writeArchiveTree(tree, changes, warn) : piecesOf(file),
    },
    isClass: false,
    mode,
  };
}

/** Which of these archives a script gives to the JVM with `--patch-module`; both with their paths in the distribution. `warn` is told. */
function modulePatchesAmong(
  archives: readonly (readonly [string, ApplicationArchive])[],
  scripts: Iterable<readonly [string, Uint8Array]>,
  where: Place,
  warn: Warn,
): ReadonlySet<ApplicationArchive> {
  const scriptOf = new Map<string, string>();
  for (const [script, content] of scripts)
    for (const name of modulePatchesOf(content)) scriptOf.set(name, script);
  const found = new Set<ApplicationArchive>();
  for (const [path, archive] of archives) {
    const script = scriptOf.get(basename(path));
    if (script === undefined) continue;
    warn(modulePatchKept(script, entryPlace(where, path)));
    found.add(archive);
  }
  return found;
}

/** What may be a script by its name, with its content; only where there are archives that one could start. */
function* scriptsIn(directory: string, names: readonly string[]): Generator<readonly [string, Uint8Array]> {
  for (const name of names) {
    if (!/(^|\/)bin\/[^/]+$|\.(sh|bat|cmd|ps1)$/.test(name) || name.endsWith('.class')) continue;
    const file = ifReadable(() => openFile(join(directory, name)));
    const isShort = file !== undefined && file.size <= longestScript;
    const content = isShort ? ifReadable(() => file.read(0, file.size)) : undefined;
    file?.close();
    if (content !== undefined) yield [name, content];
  }
}

/** The files of a directory as an archive. `list`: which of them, those of the class path being others than an input's. */
export function directoryArchive(
  path: string,
  label: string,
  list: (path: string) => readonly string[] = filesBelow,
): ApplicationArchive {
  return {
    label,
    kind: 'directory',
    *entries(): Generator<ApplicationEntry> {
      for (const name of list(path)) {
        const file = join(path, name);
        yield { name, read: () => readInput(file), beginning: () => beginningOfFile(file) };
      }
    },
  };
}

function beginningOfFile(path: string): Uint8Array {
  const file = ifReadable(() => openFile(path));
  const bytes = file && ifReadable(() => file.read(0, Math.min(file.size, 8)));
  file?.close();
  return bytes ?? new Uint8Array();
}

function readInput(path: string): Uint8Array {
  return orInputError(path, () => readFileSync(path));
}

function openDirectory(
  path: string,
  label: string,
  mayBeEmpty: boolean,
  warn: Warn,
  limits: ArchiveLimits,
): OpenByKind {
  const { files: names, emptyDirectories, temporaries } = below(path);
  const [firstLeft] = temporaries;
  if (firstLeft !== undefined) warn(runUnfinished(temporaries.length, { file: join(path, firstLeft) }));
  if (names.length === 0) {
    if (!mayBeEmpty) throw new RrvError(inputEmptyDirectory({ file: path }));
    warn(inputEmptyPassedOver({ file: path }));
  }
  // An exploded web application keeps its classes where a packed one does.
  const kind = names.some((name) => name.startsWith('WEB-INF/')) ? 'war' : 'directory';
  const archive = { ...directoryArchive(path, label), kind } as const;
  const ofJvms = jarsOfJvms(names, (name) => openFile(join(path, name)), label, warn);
  const trees = new Map<string, { readonly tree: ArchiveTree; readonly file: OpenFile }>();
  const statusOfFiles = new Map<string, Stats>();
  for (const name of names) {
    const filePath = join(path, name);
    const fileStatus = name.endsWith('.class') ? statusOf(filePath) : undefined;
    if (fileStatus !== undefined) statusOfFiles.set(filePath, fileStatus);
    const file = ofJvms.has(name) ? undefined : openIfArchive(filePath);
    if (file === undefined) continue;
    const place = { entry: `${label}@${name}` };
    const tree = openNested(isArchiveName(name), place, warn, (told) =>
      openArchiveTree(file, place, told, limits),
    );
    if (tree === undefined) {
      file.close();
      continue;
    }
    trees.set(name, { tree, file });
    statusOfFiles.set(
      filePath,
      orInputError(filePath, () => statSync(filePath)),
    );
  }
  const nested = [...trees.values()].flatMap(({ tree }) => allArchives(tree));
  const modulePatches = modulePatchesAmong(
    [...trees].map(([name, { tree }]) => [name, tree.application]),
    trees.size === 0 ? [] : scriptsIn(path, names),
    { file: label },
    warn,
  );
  return {
    label,
    path,
    application: {
      label,
      archives: [archive, ...nested.map(({ application }) => application)],
      modulePatches,
      digest: () => directoryDigest(path, (name) => trees.get(name)?.file),
    },
    output: {
      kind: 'files',
      *files(changes, all): Generator<OutputFile> {
        const change = changes.get(archive);
        if ([...(change?.removed ?? [])].some(isSignatureOfFolder)) warn(signatureRemoved({ file: label }));
        // First what changed classes call: where a process is killed while they take their places, the program still runs.
        for (const [name, content] of change?.added ?? []) yield { path: name, content };
        for (const name of names) {
          if (change?.removed.has(name) === true) {
            if (!all) yield { path: name, content: 'removed' };
            continue;
          }
          const tree = trees.get(name)?.tree;
          const content =
            tree !== undefined && isTreeChanged(tree, changes)
              ? concatenate([...writeArchiveTree(tree, changes, warn)])
              : change?.changed.get(name);
          if (content !== undefined) yield { path: name, content, permissionsOf: join(path, name) };
          else if (all) yield { path: name, content: { copyOf: join(path, name) } };
        }
        if (all) for (const name of emptyDirectories) yield { path: name, content: 'directory' };
      },
    },
    isClass: false,
    mode: undefined,
    statusOfFiles,
  };
}

function isSignatureOfFolder(name: string): boolean {
  return isSignatureFile(name.slice(metadataFolder(name).length));
}

/** A file that has the name of an archive, or begins like one. What cannot be read, and has no such name, does not. */
export function openIfArchive(path: string): OpenFile | undefined {
  if (isArchiveName(path)) return openFile(path);
  const file = path.endsWith('.class') ? undefined : ifReadable(() => openFile(path));
  if (file === undefined) return undefined;
  if (ifReadable(() => isArchiveStart(file.read(0, Math.min(file.size, 4)))) === true) return file;
  file.close();
  return undefined;
}

function openClass(path: string, label: string, mode: number): OpenByKind {
  const bytes = readInput(path);
  // By its own name, not by that of the file: that is where a class loader looks for it.
  const { name, layout } = readClassFile(bytes, { file: label });
  const entry = `${name}.class`;
  // The JVM takes no name with a dot (JVMS 4.2.1); here a file would be written wherever it says.
  if (isUnsafeName(entry))
    throw new RrvError(
      classMalformed(`its name is ${JSON.stringify(name)}`, layout.accessFlags + 2, { file: label }),
    );
  const archive: ApplicationArchive = {
    label,
    kind: 'class',
    entries: () => [{ name: entry, read: () => bytes }],
  };
  return {
    label,
    path,
    application: { label, archives: [archive], digest: () => digestOf([bytes]) },
    output: {
      kind: 'files',
      *files(changes): Generator<OutputFile> {
        const change = changes.get(archive);
        for (const [name, content] of change?.added ?? []) yield { path: name, content };
        yield { path: entry, content: change?.changed.get(entry) ?? bytes };
      },
    },
    isClass: true,
    mode,
  };
}

/** A distribution: its jars are instrumented where they are, everything else stays as it is. */
async function openTar(
  path: string,
  label: string,
  mode: number,
  warn: Warn,
  limits: ArchiveLimits,
): Promise<OpenByKind> {
  const bytes = readInput(path);
  const where = { file: label };
  const isCompressed = isGzip(bytes);
  const tar = isCompressed ? gunzip(bytes, where, limits) : bytes;
  const members = await readTar(tar, where, limits);
  const byName = new Map(members.map((member) => [member.header.name, member]));
  const ofJvms = jarsOfJvms([...byName.keys()], (name) => bytesAccess(byName.get(name)!.data), label, warn);
  const trees = new Map<TarMember, ArchiveTree>();
  for (const member of members) {
    const hasName = isArchiveName(member.header.name);
    if (
      member.data.length === 0 ||
      ofJvms.has(member.header.name) ||
      (!hasName && !isArchiveStart(member.data.subarray(0, 4)))
    )
      continue;
    const place = entryPlace(where, member.header.name);
    const tree = openNested(hasName, place, warn, (told) =>
      openArchiveTree(bytesAccess(member.data), place, told, limits),
    );
    if (tree !== undefined) trees.set(member, tree);
  }
  const archives = [...trees.values()].flatMap(allArchives).map(({ application }) => application);
  const loose = members.filter((member) => !trees.has(member));
  const looseFiles = loose.map(({ header }) => header.name);
  const modulePatches = modulePatchesAmong(
    [...trees].map(([{ header }, { application }]) => [header.name, application]),
    loose.map(({ header, data }) => [header.name, data]),
    where,
    warn,
  );
  return {
    label,
    path,
    application: { label, archives, looseFiles, modulePatches, digest: () => digestOf([bytes]) },
    output: {
      kind: 'file',
      async *pieces(changes): AsyncGenerator<Uint8Array> {
        const changed = new Map<TarMember, Uint8Array>();
        for (const [member, tree] of trees)
          if (isTreeChanged(tree, changes))
            changed.set(member, concatenate([...writeArchiveTree(tree, changes, warn)]));
        if (changed.size === 0) {
          yield bytes;
          return;
        }
        const written = withChangedFiles(tar, members, changed);
        yield isCompressed ? gzip(written) : written;
      },
    },
    isClass: false,
    mode,
  };
}

/** Internal names of the classes of all archives, as the entries name them. */
export function* classNamesOf(inputs: readonly OpenInput[]): Generator<string> {
  for (const { application } of inputs)
    for (const archive of application.archives)
      for (const { name } of archive.entries()) {
        const found = classEntryName(name);
        if (found !== undefined) yield found.className;
      }
}

/** A short name for each path: the last part of it, or the whole where that is not unique. */
export function labelsOf(paths: readonly string[]): string[] {
  const names = paths.map((path) => basename(resolve(path)));
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  return paths.map((path, index) => (repeated.has(names[index]!) ? path : names[index]!));
}
