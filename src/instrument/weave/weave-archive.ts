import type { ApplicationArchive, ArchiveChange } from '../../archive/application.ts';
import { AccessFlag } from '../../classfile/access-flags.ts';
import { packageOf } from '../../classfile/descriptors.ts';
import { classTooLarge, RrvError } from '../../diagnostics.ts';
import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { classRoots } from '../packaging/class-root.ts';
import { moduleLabel } from '../packaging/module-descriptors.ts';
import type { ApplicationClass } from '../program/application.ts';
import { bodyClass, type CompiledBodies } from '../unit/body-classes.ts';
import type { CollectionQuestion } from '../unit/collection-question.ts';
import { entryPoints } from '../unit/entry-point.ts';
import { maxSites, unitDefinition } from '../unit/runtime-definition.ts';
import { numberSites } from '../unit/site.ts';
import { unitClass } from '../unit/unit-class.ts';
import { unitName } from '../unit/unit-name.ts';
import type { ClassToWeave } from './class-to-weave.ts';
import { addFound, type FoundPoints, noFoundPoints } from './found-points.ts';
import { type ToldCollections, toldLines } from './own-collections.ts';
import { weaveClass } from './weave-class.ts';
import type { WeavingTypes } from './weaving-types.ts';

/**
 * What is woven into one archive, or one module in a folder of it, and the unit class that the woven code
 * calls.
 */
export interface ArchivePlan {
  readonly archive: ApplicationArchive;
  /** Of all plans of a run. */
  readonly run: string;
  /** Unique: that of the archive, with the folder of a module. */
  readonly label: string;
  /** Those that change: with points that are woven, a `main` method, constructors of hooks, or slices in their objects. */
  readonly classes: readonly ApplicationClass[];
  readonly sites: ReadonlyMap<PointId, number>;
  readonly siteLines: readonly string[];
  /** The properties that have points. */
  readonly used: ReadonlySet<Property>;
  readonly definition: readonly string[];
  /** Internal name of the unit class. */
  readonly unit: string;
  /** Binary names of its own plain collections. */
  readonly plain: readonly string[];
  /** What it tells of other collections of its own. */
  readonly told: ToldCollections;
  /** What its points ask about collections. */
  readonly questions: readonly CollectionQuestion[];
  /** Names of classes whose objects hold their slices. */
  readonly holders: ReadonlySet<string>;
}

/** Whether the archive of the class gets a unit class. */
export function needsUnit({ points, mainMethod }: ApplicationClass): boolean {
  return points.length > 0 || mainMethod !== undefined;
}

/** What was found out about the program, to be asked for each of its archives. */
export interface Findings {
  /** Its name (`runName`). */
  readonly run: string;
  /** As what a point is woven; empty: not at all. */
  readonly place: (point: Point) => readonly Point[];
  readonly askedOf: ClassToWeave['askedOf'];
  /** `ArchivePlan.plain`, `told` and `holders` of an archive with these classes. */
  readonly plainOf: (classes: readonly ApplicationClass[]) => readonly string[];
  readonly toldBy: (classes: readonly ApplicationClass[]) => ToldCollections;
  readonly holdersOf: (classes: readonly ApplicationClass[]) => ReadonlySet<string>;
}

/**
 * Undefined when nothing of the archive changes. `all`: its classes, or those of a module in it, whose
 * `folder` is not ''.
 */
export function planArchive(
  request: InstrumentRequest,
  woven: readonly Property[],
  archive: ApplicationArchive,
  folder: string,
  all: readonly ApplicationClass[],
  { run, place, askedOf, plainOf, toldBy, holdersOf }: Findings,
): ArchivePlan | undefined {
  const told = toldBy(all);
  const placed = all.map((one) => ({ ...one, points: one.points.flatMap(place) }));
  const isNoting = ({ name }: ApplicationClass): boolean => told.notes.has(name);
  if (!placed.some((one) => needsUnit(one) || isNoting(one))) return undefined;
  const holders = holdersOf(all);
  const changes = (one: ApplicationClass): boolean =>
    needsUnit(one) || isNoting(one) || one.hookConstructors.length > 0 || holders.has(one.name);
  const classes = placed.filter(changes);
  const { sites, lines: siteLines } = numberSites(classes);
  const used = new Set(classes.flatMap(({ points }) => points.map(({ property }) => property)));
  const definition = unitDefinition({ ...request, properties: woven, used, sites: siteLines.length });
  const plain = plainOf(all);
  const questions = new Map<string, CollectionQuestion>();
  for (const { points } of classes)
    for (const point of points) {
      const { silence, deferral } = askedOf(point);
      for (const question of [silence?.question, deferral])
        if (question !== undefined) questions.set(question.name, question);
    }
  const label = moduleLabel(archive, folder);
  const unit = unitName([
    ...[label, request.threads, ...definition, ...siteLines, ...plain],
    ...toldLines(told.collections),
    ...questions.keys(),
    ...holders,
  ]);
  if (siteLines.length > maxSites)
    throw new RrvError(classTooLarge(unit, `it has ${siteLines.length} sites, and the limit is ${maxSites}`));
  return {
    ...{ run, archive, label, classes, sites, siteLines, used, definition, unit, plain, told },
    questions: [...questions.values()],
    holders,
  };
}

/** What becomes of an archive, and of its points. */
export interface Weaving {
  readonly change: ArchiveChange;
  readonly found: FoundPoints;
}

/** Weaves the kept points of one archive and makes its unit class. */
export function weaveArchive(
  request: Pick<InstrumentRequest, 'analysis' | 'audit'>,
  woven: readonly Property[],
  plan: ArchivePlan,
  askedOf: ClassToWeave['askedOf'],
  types: WeavingTypes,
): Weaving {
  const found = noFoundPoints();
  const { run, archive, classes, sites, siteLines, used, definition, unit, plain, told, questions, holders } =
    plan;
  /** Classes whose shared iterators nobody is told of. */
  const unnoted = new Set<string>();
  const changed = new Map<string, Uint8Array>();
  const added = new Map<string, Uint8Array>();
  const entries = entryPoints(woven);
  for (const one of classes) {
    const result = weaveClass({
      file: one.classFile(),
      points: one.points,
      startsIn: [...(one.mainMethod === undefined ? [] : [one.mainMethod]), ...one.hookConstructors],
      types,
      unit,
      entryPointOf: entries.of,
      joined: entries.joined,
      askedOf,
      notes: told.notes.get(one.name) ?? noNotes,
      holdsSlices: holders.has(one.name),
      isResidual: isResidual(request),
      siteOf: (point) => sites.get(point.id)!,
    });
    if (!result.hasNoted) unnoted.add(one.name);
    addFound(found, result);
    changed.set(one.entry, result.bytes);
  }
  const endOfProgram = classes.flatMap(({ points }) =>
    points.flatMap((point) =>
      point.kind === 'endProgram'
        ? [{ entryPoint: entries.of(point, 'always'), site: sites.get(point.id)! }]
        : [],
    ),
  );
  const bytes = unitClass({
    name: unit,
    properties: woven,
    used,
    run,
    definition,
    entryPoints: entries.all(),
    joined: entries.allJoined(),
    siteLines,
    endOfProgram,
    isPublic: (className) => ((types.accessFlags(className) ?? 0) & AccessFlag.public) !== 0,
    bodies: woven.map((property) => (used.has(property) ? bodyClass(property, packageOf(unit)) : undefined)),
    isResidual: isResidual(request),
    plainCollections: plain,
    ownCollections: toldLines(
      told.collections.filter(({ shared }) => !shared.some(({ owner }) => unnoted.has(owner))),
    ),
    questions,
  });
  for (const root of classRoots(archive, changed)) added.set(`${root}${unit}.class`, bytes);
  return { change: { changed, added, removed: noEntries }, found };
}

/** The classes of the Java code of properties stand beside the unit. */
export function withBodies(
  { archive, unit, used }: ArchivePlan,
  bodies: CompiledBodies,
  change: ArchiveChange,
): ArchiveChange {
  const added = new Map(change.added);
  const ofUnit = bodies.inPackage(packageOf(unit), used);
  for (const root of classRoots(archive, change.changed))
    for (const [name, body] of ofUnit) added.set(`${root}${name}.class`, body);
  return { ...change, added };
}

/** Without the sound analysis, and for an audit, monitors get every event. */
function isResidual({ analysis, audit }: Pick<InstrumentRequest, 'analysis' | 'audit'>): boolean {
  return analysis === 'sound' && !audit;
}

const noEntries: ReadonlySet<string> = new Set();
const noNotes: ReadonlySet<string> = new Set();
