import type { ApplicationArchive, ApplicationEntry } from '../../archive/application.ts';
import { checkMembers } from '../../classfile/check-members.ts';
import {
  type ClassFile,
  hasClassMagic,
  javaReleaseOf,
  knownVersions,
  majorVersionOf,
  readClassFile,
} from '../../classfile/class-file.ts';
import { toBinaryName } from '../../classfile/descriptors.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import {
  alreadyInstrumented,
  classRenamed,
  classSkipped,
  classVersionNewer,
  classVersionUnsupported,
  type Diagnostic,
  jdkOlder,
  type Place,
  RrvError,
} from '../../diagnostics.ts';
import { type PointFinder, pointFinder } from '../../events/find-points.ts';
import type { Point } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import { classEntryName } from '../../hierarchy/class-sources.ts';
import { directSuperTypes } from '../../hierarchy/super-types.ts';
import type { ProgramClass } from '../../residual/analysis.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { digestOf, textOf } from '../result-cache.ts';
import { folderOfUnit, isOfUnit } from '../unit/unit-name.ts';
import {
  type ClassFacts,
  copiedMethodsOf,
  decodeFacts,
  encodeFacts,
  hookConstructorsOf,
  mainMethodOf,
  outlineOf,
} from './class-facts.ts';

/**
 * A class of the application with its points, of all properties, in the order of methods and instructions.
 */
export interface ApplicationClass extends ProgramClass {
  readonly archive: ApplicationArchive;
  readonly points: readonly Point[];
  /** Internal names of the direct ones, the superclass first. */
  readonly superTypes: readonly string[];
  /** Index of `public static void main(String[])` (JLS 12.1.4), when the class may be instrumented. */
  readonly mainMethod: number | undefined;
  /** Likewise (`ClassFacts`). */
  readonly hookConstructors: readonly number[];
  /** Likewise. */
  readonly copiedMethods: readonly number[];
  /** Of the bytes, and of what `outlineOf` reads of them; empty without a cache. */
  readonly digest: string;
  readonly outline: string;
}

/**
 * Reads every class of the inputs once and finds the points in those that may be instrumented. The bytes stay
 * in memory, what was parsed does not. What the JVM could never load is left as it is: files that are named
 * like a class and are none (`warn` is told), and damaged ones that the user excludes by their path.
 *
 * @throws RrvError RRV_CLASS_MALFORMED, RRV_CLASS_VERSION, RRV_ALREADY_INSTRUMENTED
 */
export function readApplication(
  request: InstrumentRequest,
  warn: (diagnostic: Diagnostic) => void,
): ApplicationClass[] {
  const findPoints = pointFinder(request.properties, request.hierarchy);
  const archives = request.inputs.flatMap((input) => input.archives);
  const patches = new Set(request.inputs.flatMap((input) => [...(input.modulePatches ?? [])]));
  const listed = archives.map((archive) => {
    const entries = [...archive.entries()];
    for (const [extension, those] of renamedClasses(entries)) {
      const only = those.length === 1 ? { entry: those[0]!.name } : {};
      warn(classRenamed(those.length, extension, { file: archive.label, ...only }));
    }
    return { archive, entries: entries.filter(isClass) };
  });
  const total = listed.reduce((sum, { entries }) => sum + entries.length, 0);
  const patterns = request.cache === undefined ? '' : digestOf([textOf(request.properties)]);
  const classes: ApplicationClass[] = [];
  const newer = newerClasses(request.experimental);
  const later = laterClasses(request.libraryRelease);
  let done = 0;
  for (const { archive, entries } of listed) {
    const first = classes.length;
    const cached = request.cache?.section(`classes ${patterns} ${archive.label}`);
    for (const { name: entry, read } of entries) {
      if (isOfUnit(entry)) throw new RrvError(alreadyInstrumented(archive.label, folderOfUnit(entry)));
      const bytes = read();
      const where = { file: archive.label, entry };
      if (!hasClassMagic(bytes)) {
        warn(classSkipped(where));
        continue;
      }
      const isExcluded = () => !request.mayInstrument(toBinaryName(nameByPath(entry)));
      newer.see(bytes, where, isExcluded);
      later.see(bytes, entry, where, isExcluded);
      const digest = cached === undefined ? '' : digestOf([bytes]);
      const classFile = (): ClassFile => readClassFile(bytes, where);
      const known = decodeFacts(cached?.get(digest));
      const file = known === undefined ? classFileUnless(isExcluded, classFile) : undefined;
      if (file === undefined && known === undefined) continue;
      const name = known?.name ?? file!.name;
      if (name.startsWith(runtimePackage)) continue;
      const instrumented = !patches.has(archive) && request.mayInstrument(toBinaryName(name));
      const looked = instrumented
        ? lookForPoints(findPoints, file ?? classFile, archive.label, entry, known?.candidates)
        : { points: [], candidates: known?.candidates };
      const superTypes = file === undefined ? known!.superTypes : directSuperTypes(file);
      const mainMethod = file === undefined ? known?.mainMethod : mainMethodOf(file);
      const hookConstructors = file === undefined ? known!.hookConstructors : hookConstructorsOf(file);
      const copiedMethods = file === undefined ? known!.copiedMethods : copiedMethodsOf(file);
      const outline = known?.outline ?? (cached === undefined ? '' : outlineUnlessDamaged(file!));
      const { candidates } = looked;
      // Of a damaged class nothing is kept: whether it is an error depends on what else this run asks for.
      if (outline !== undefined && (known === undefined || known.candidates !== candidates)) {
        const methods = { mainMethod, hookConstructors, copiedMethods };
        const facts: ClassFacts = { name, superTypes, ...methods, outline, candidates };
        cached?.put(digest, encodeFacts(facts));
      }
      classes.push({
        archive,
        input: archive.label,
        entry,
        name,
        instrumented,
        classFile,
        points: looked.points,
        superTypes,
        mainMethod: instrumented ? mainMethod : undefined,
        hookConstructors: instrumented ? hookConstructors : [],
        copiedMethods: instrumented ? copiedMethods : [],
        digest,
        // What is equal for equal bytes alone.
        outline: outline ?? `damaged ${digest}`,
      });
      request.onProgress?.({ phase: 'reading', done: ++done, total });
    }
    listEndOfProgram(findPoints, classes, first);
  }
  newer.tell(warn);
  later.tell(warn);
  return classes;
}

/** Classes that are told of together: how many, the latest of their versions, and where the first is. */
function toldTogether(diagnosticOf: (count: number, newest: number, first: Place) => Diagnostic) {
  let [count, newest, first]: [number, number, Place] = [0, 0, {}];
  return {
    add(version: number, where: Place): void {
      if (count++ === 0) first = where;
      newest = Math.max(newest, version);
    },
    tell(warn: (diagnostic: Diagnostic) => void): void {
      if (count > 0) warn(diagnosticOf(count, newest, first));
    },
  };
}

/** Refuses classes of versions that this release does not know, or counts them. */
function newerClasses(accepted: boolean) {
  const { highest } = knownVersions;
  const { add, tell } = toldTogether((count, newest, first) =>
    classVersionNewer(count, newest, highest, first),
  );
  return {
    /** Throws RRV_CLASS_VERSION. */
    see(bytes: Uint8Array, where: Place, isExcluded: () => boolean): void {
      const version = majorVersionOf(bytes);
      if (version <= highest || isExcluded()) return;
      if (!accepted) throw new RrvError(classVersionUnsupported(version, knownVersions, where));
      add(version, where);
    },
    tell,
  };
}

/**
 * Counts classes that a JVM of the class library's release would refuse (JVMS 4.1). Versions of classes that are for
 * later releases alone (JAR specification, multi-release jars) are none of what such a JVM runs.
 */
function laterClasses(libraryRelease = Infinity) {
  const { add, tell } = toldTogether((count, newest, first) =>
    jdkOlder(libraryRelease, count, newest, first),
  );
  return {
    see(bytes: Uint8Array, entry: string, where: Place, isExcluded: () => boolean): void {
      const release = javaReleaseOf(majorVersionOf(bytes));
      if (release <= libraryRelease) return;
      if ((classEntryName(entry)?.version ?? 0) > 0 || isExcluded()) return;
      add(release, where);
    },
    tell,
  };
}

/**
 * The points of a class, and the methods that may have some. `known`: those that may, from an earlier run.
 */
function lookForPoints(
  findPoints: PointFinder,
  file: ClassFile | (() => ClassFile),
  input: string,
  entry: string,
  known: readonly number[] | undefined,
): { readonly points: readonly Point[]; readonly candidates: readonly number[] } {
  if (known?.length === 0 && findPoints.instructionsOnly) return { points: [], candidates: known };
  const candidates: number[] = [];
  const knownMethods = known === undefined ? undefined : new Set(known);
  const points = findPoints(typeof file === 'function' ? file() : file, input, entry, {
    skips: (method) => knownMethods?.has(method) === false,
    note: (method) => candidates.push(method),
  });
  return { points, candidates: known ?? candidates };
}

/**
 * The end of the program is listed once for each archive, at its first `main` method, or else at the first
 * method that has points: without one of these the archive has no unit.
 */
function listEndOfProgram(findPoints: PointFinder, classes: ApplicationClass[], first: number): void {
  for (const wanted of [mainOf, firstPointOf])
    for (let index = first; index < classes.length; index++) {
      const one = classes[index]!;
      const methodIndex = wanted(one);
      if (methodIndex === undefined) continue;
      const file = one.classFile();
      const ends = findPoints.endOfProgram(file, file.methods[methodIndex]!, one.input, one.entry);
      if (ends.length > 0) classes[index] = { ...one, points: [...one.points, ...ends] };
      return;
    }
}

const mainOf = (one: ApplicationClass) => one.mainMethod;
const firstPointOf = ({ points }: ApplicationClass) =>
  points.find(({ methodIndex }) => methodIndex >= 0)?.methodIndex;

/** module-info.class holds no code. */
function isClass({ name }: { readonly name: string }): boolean {
  return name.endsWith('.class') && !name.endsWith('module-info.class');
}

/** What rrv itself put in is not the application. */
const runtimePackage = 'rrv/runtime/';

/**
 * Class files under other extensions than `.class`, by these: Java finds none of them, but class loaders of the program's own do
 * (`.classdata`, `.esclazz`, ABCL's `.cls`, Lombok's `.lombok`), and so do agents (the `DebugProbesKt.bin` of Kotlin's coroutines). Where
 * the first entry with an extension is none, no other is looked at; what cannot be read is none, as it is only copied.
 */
function renamedClasses(
  entries: readonly ApplicationEntry[],
): readonly (readonly [extension: string, classes: readonly ApplicationEntry[]])[] {
  const extensionOf = ({ name }: ApplicationEntry): string => /\.[^./]+$/.exec(name)?.[0] ?? '';
  const holdsClass = (entry: ApplicationEntry): boolean =>
    unlessMalformed(() => beginsClass(entry.beginning?.() ?? entry.read())) === true;
  return [...groupBy(entries, extensionOf)]
    .filter(([extension, [first]]) => !['', '.class'].includes(extension) && holdsClass(first!))
    .map(([extension, those]) => [extension, those.filter(holdsClass)]);
}

/** Libraries of macOS for several machines begin with the same four bytes, and then tell for how many. */
function beginsClass(bytes: Uint8Array): boolean {
  return hasClassMagic(bytes) && majorVersionOf(bytes) >= knownVersions.lowest;
}

function nameByPath(entry: string): string {
  return classEntryName(entry)?.className ?? entry;
}

/** Undefined where the class is damaged, although this run may not look there. */
function outlineUnlessDamaged(file: ClassFile): string | undefined {
  return unlessMalformed(() => {
    checkMembers(file);
    return outlineOf(file);
  });
}

/** Undefined for a class that the JVM refuses and that need not be read. */
function classFileUnless(isExcluded: () => boolean, classFile: () => ClassFile): ClassFile | undefined {
  if (!isExcluded()) return classFile();
  return unlessMalformed(() => {
    const file = classFile();
    checkMembers(file);
    return file;
  });
}
