import type { ApplicationArchive } from '../../archive/application.ts';
import { isManifest } from '../../archive/manifest.ts';
import type { InstructionIndex } from '../../classfile/instruction.ts';
import type { Point, PointId } from '../../events/point.ts';
import type { ClassHierarchy } from '../../hierarchy/class-hierarchy.ts';
import type { MissingClass } from '../../hierarchy/super-types.ts';
import { remembering } from '../../remembering.ts';
import type {
  Decision,
  OwnCollection,
  OwnCollections,
  Program,
  ProgramClass,
  UnwatchedMethods,
} from '../../residual/analysis.ts';
import { interned } from '../../residual/interned.ts';
import type { SharedField } from '../../residual/shared-field.ts';
import { arrayOf, isArrayOf, isIndex, isText, ofShape } from '../../shape.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import type { ApplicationClass } from '../program/application.ts';
import { digestOf, type ResultCache, textOf } from '../result-cache.ts';
import type { Kept } from './run-memory.ts';

/** What an analysis decided about all points of a program. */
export interface Analysed {
  readonly decisions: ReadonlyMap<PointId, Decision>;
  /** Classes that turned out to be missing up to then. */
  readonly missing: readonly MissingClass[];
  /** The limit of the closed world that was hit. */
  readonly worldLimit: number | undefined;
  readonly unwatched: UnwatchedMethods | undefined;
}

/** What an earlier run with the same options left. */
export interface EarlierDecisions {
  /** Undefined: the program was another, in more than code that was not read. */
  readonly analysed: Analysed | undefined;
  readonly kept: Kept;
}

/** A program that notes the names of classes whose code is read. */
export function watched(program: Program): { readonly program: Program; readonly read: Set<string> } {
  const read = new Set<string>();
  const copies = new Map<ProgramClass, ProgramClass>();
  const originals = new Map<ProgramClass, ProgramClass>();
  for (const one of program.classes()) {
    const { name, input, entry, instrumented } = one;
    const copy: ProgramClass = {
      name,
      input,
      entry,
      instrumented,
      classFile: () => {
        read.add(name);
        return one.classFile();
      },
      outlinedFile: () => one.classFile(),
    };
    copies.set(one, copy);
    originals.set(copy, one);
  }
  const watching = (hierarchy: ClassHierarchy): ClassHierarchy => ({
    ...hierarchy,
    classFile: (name) => {
      read.add(name);
      return hierarchy.classFile(name);
    },
    extendedBy: (source) => watching(hierarchy.extendedBy(source)),
  });
  return {
    read,
    program: {
      classes: () => copies.values(),
      classOf: (point) => copies.get(program.classOf(point))!,
      pointsOf: (one, method) => program.pointsOf(originals.get(one) ?? one, method),
      hierarchy: watching(program.hierarchy),
    },
  };
}

/** What the results of any version of a program depend on. An option that is new here is part of the key. */
export function decisionKey(request: InstrumentRequest, { environment }: ResultCache): string {
  const { inputs, hierarchy, mayInstrument, runtimeClasses, compileJava, onProgress, cache, ...options } =
    request;
  const { runtime, audit, allowEmpty, experimental, rrvVersion, ...ofAnalysis } = options;
  return digestOf([
    environment,
    textOf(ofAnalysis),
    // They say which class of several of one name counts.
    ...inputs.flatMap(({ archives }) => archives.flatMap(manifestsOf)),
  ]);
}

/** All else that an analysis depends on but the code of classes: it reads the outline of every class. */
export function programKey(classes: readonly ApplicationClass[]): string {
  return digestOf([
    ...classes.map(({ input, entry, name, instrumented, outline }) =>
      JSON.stringify([input, entry, name, instrumented, outline]),
    ),
    ...classes.flatMap(({ points }) => points.map(pointText)),
  ]);
}

/** By name of a class, what all classes of that name are. */
export function versionsOf(classes: readonly ApplicationClass[]): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  for (const { input, entry, name, digest } of classes)
    versions.set(name, `${versions.get(name) ?? ''}${JSON.stringify([input, entry, digest])}`);
  return versions;
}

function manifestsOf(archive: ApplicationArchive): Uint8Array[] {
  const manifests = [...archive.entries()].filter(({ name }) => isManifest(name));
  return manifests.map((entry) => entry.read());
}

/** The point without what the key has elsewhere, and without its place in code that is read, which other code does not depend on. */
function pointText({ property, event, instruction, pc, line, id, ...rest }: Point): string {
  return JSON.stringify([property.name, property.events.indexOf(event), rest]);
}

/** `program`: its key. `versions`: of its classes (versionsOf). `read`: what `watched` noted. */
export function encodeDecisions(
  program: string,
  versions: ReadonlyMap<string, string>,
  classes: readonly ApplicationClass[],
  { decisions, missing, worldLimit, unwatched }: Analysed,
  read: ReadonlySet<string>,
  { ofRun, ofProperties }: Kept,
): unknown {
  const reasons = new Map<string, number>();
  const numberOf = (reason: string): number => {
    const known = reasons.get(reason) ?? reasons.size;
    reasons.set(reason, known);
    return known;
  };
  const decided = classes.flatMap(({ points }) => points.map(({ id }) => decisions.get(id)!));
  const own = interned<OwnCollections>();
  const numberOfOwn = remembering(own.numberOf);
  return {
    program,
    read: [...versions].filter(([name]) => read.has(name)),
    missing: missing.map(({ name, neededBy }) => [name, neededBy]),
    worldLimit: worldLimit ?? 0,
    unwatched: unwatched === undefined ? [] : [unwatched],
    kept: decided.map(({ kept }) => (kept ? 1 : 0)),
    why: decided.map(({ reason }) => numberOf(reason)),
    silentAfter: decided.map(({ silence }) => (silence === undefined ? 0 : silence.maker + 1)),
    places: decided.map(({ silence }) => (silence === undefined ? 0 : numberOf(silence.place))),
    ofOwn: decided.map(({ silence }) => (silence?.own === undefined ? 0 : numberOfOwn(silence.own) + 1)),
    ofInert: decided.map(({ inert }) => (inert === undefined ? 0 : numberOfOwn(inert) + 1)),
    own: own.all,
    reasons: [...reasons.keys()],
    ofRun,
    ofProperties,
  };
}

/** Undefined for what `encodeDecisions` does not make. */
export function decodeDecisions(
  value: unknown,
  program: string,
  versions: ReadonlyMap<string, string>,
  classes: readonly ApplicationClass[],
): EarlierDecisions | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const {
    program: before,
    read,
    ofRun,
    ofProperties,
    ...decided
  } = value as Readonly<Record<string, unknown>>;
  if (!isArrayOf(read, isPair) || !Array.isArray(ofProperties)) return undefined;
  const isSame = program === before && read.every(([name, version]) => versions.get(name) === version);
  const points = classes.flatMap((one) => one.points);
  const kept = { ofRun, ofProperties: ofProperties as readonly unknown[] };
  return { analysed: isSame ? decodeAnalysed(decided, points) : undefined, kept };
}

function decodeAnalysed(
  decided: Readonly<Record<string, unknown>>,
  points: readonly Point[],
): Analysed | undefined {
  const { missing, unwatched, ...ofPoints } = decided;
  const { worldLimit, kept, why, silentAfter, places, ofOwn, ofInert, own, reasons } = ofPoints;
  if (
    !isArrayOf(missing, isPair) ||
    !isArrayOf(unwatched, isUnwatched) ||
    !isIndex(worldLimit) ||
    !isArrayOf(kept, isIndex) ||
    !isArrayOf(why, isIndex) ||
    !isArrayOf(silentAfter, isIndex) ||
    !isArrayOf(places, isIndex) ||
    !isArrayOf(ofOwn, isIndex) ||
    !isArrayOf(ofInert, isIndex) ||
    !isArrayOf(own, isOwn) ||
    !isArrayOf(reasons, isText) ||
    [kept, why, silentAfter, places, ofOwn, ofInert].some(({ length }) => length !== points.length)
  )
    return undefined;
  const decisions = new Map<PointId, Decision>();
  for (const [index, { id }] of points.entries()) {
    const reason = reasons[why[index]!];
    const place = reasons[places[index]!];
    if (reason === undefined || place === undefined) return undefined;
    const silent = silentAfter[index]!;
    const collections = own[ofOwn[index]! - 1];
    const inert = own[ofInert[index]! - 1];
    if (collections === undefined && ofOwn[index] !== 0) return undefined;
    if (inert === undefined && ofInert[index] !== 0) return undefined;
    const silence = {
      maker: (silent - 1) as InstructionIndex,
      ...(collections === undefined ? {} : { own: collections }),
      place,
    };
    decisions.set(id, {
      kept: kept[index] !== 0,
      reason,
      ...(silent === 0 ? {} : { silence }),
      ...(inert === undefined ? {} : { inert }),
    });
  }
  return {
    decisions,
    missing: missing.map(([name, neededBy]) => ({ name, neededBy })),
    worldLimit: worldLimit === 0 ? undefined : worldLimit,
    unwatched: unwatched[0],
  };
}

function isPair(value: unknown): value is readonly [string, string] {
  return isArrayOf(value, isText) && value.length === 2;
}

const isUnwatched = ofShape<UnwatchedMethods>({
  count: isIndex,
  first: ofShape<UnwatchedMethods['first']>({ className: isText, method: isText, descriptor: isText }),
});
const isOwn = (value: unknown): value is OwnCollections => isArrayOf(value, isOwnCollection);
const isOwnCollection = ofShape<OwnCollection>({
  className: isText,
  shared: arrayOf(ofShape<SharedField>({ owner: isText, name: isText, descriptor: isText })),
});
