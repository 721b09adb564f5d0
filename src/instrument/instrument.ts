import type { ApplicationArchive, ArchiveChange } from '../archive/application.ts';
import {
  closedWorldLimit,
  type Diagnostic,
  noPointFound,
  RrvError,
  reflectionUnwatched,
  reflectionUnwatchedElsewhere,
} from '../diagnostics.ts';
import type { Point } from '../events/point.ts';
import { groupBy } from '../group-by.ts';
import type { NotedReflection, Property } from '../property/model.ts';
import { once } from '../remembering.ts';
import type { Decision, World } from '../residual/analysis.ts';
import { unusedFacts } from '../residual/facts/unused-facts.ts';
import { claimsAnything } from '../residual/points-to/input/claimed-reflection.ts';
import { differingClasses } from '../residual/sound/program/differing-classes.ts';
import { analyse } from './analyse.ts';
import { auditedPoint, auditedProperty } from './audit.ts';
import { orEarlier } from './cache/earlier-result.ts';
import type { KeptWeavings } from './cache/kept-weavings.ts';
import type { InstrumentRequest, InstrumentResult } from './instrument-types.ts';
import { embedRuntime } from './packaging/embed-runtime.ts';
import { ownChecksums, unknownIndexes, withoutStaleMetadata } from './packaging/jar-metadata.ts';
import { withLayers } from './packaging/layers-index.ts';
import { adaptModules, moduleFolderOf } from './packaging/module-descriptors.ts';
import { withQuarkusIndexes } from './packaging/quarkus-index.ts';
import { type ApplicationClass, readApplication } from './program/application.ts';
import { distinct } from './program/missing-classes.ts';
import { plainCollections } from './program/plain-collections.ts';
import { sliceHolders } from './program/slice-holders.ts';
import { isWatch, watchesFor } from './reflection-watch.ts';
import { type PointOutcome, summarize } from './report.ts';
import { compiledBodies } from './unit/body-classes.ts';
import { runName } from './unit/unit-name.ts';
import { addFound, type FoundPoints, noFoundPoints } from './weave/found-points.ts';
import { askedCollections } from './weave/own-collections.ts';
import { unweavablePoints } from './weave/unweavable.ts';
import { needsUnit, planArchive, weaveArchive, withBodies } from './weave/weave-archive.ts';
import type { Asked } from './weave/weave-silence.ts';
import { weavingTypes } from './weave/weaving-types.ts';

/**
 * The main job: finds the points of the properties in the application's classes, lets the analysis decide
 * which must stay, weaves those, and adds to each archive the unit class that connects it with the runtime.
 * Bytes in, bytes out; linear in the size of the application. The same request gives the same bytes, so that
 * the cache may have them.
 *
 * @throws RrvError for a malformed class, an application that is already instrumented, no point at all, or
 * Java code of a property that does not compile.
 */
export function instrument(request: InstrumentRequest): InstrumentResult {
  return orEarlier(request, instrumentAnew);
}

function instrumentAnew(asked: InstrumentRequest, weavings: KeptWeavings): InstrumentResult {
  const skipped: Diagnostic[] = [];
  const request = { ...asked, properties: [...asked.properties, ...watchesFor(asked)] };
  const read = readApplication(request, (diagnostic) => skipped.push(diagnostic));
  const all = read.flatMap((one) => one.points);
  const points = all.filter(({ property }) => !isWatch(property));
  if (points.length === 0 && !request.allowEmpty)
    throw new RrvError(
      noPointFound(
        asked.properties.map((property) => property.name),
        read.length > 0,
      ),
    );
  const woven = wovenProperties(request);
  // Before the analysis, which takes longer, so that mistakes in Java code are told soon; for archives that
  // may get a unit class, whatever it removes.
  const bodies = compiledBodies(request, read.some(needsUnit) ? woven : []);

  const found = noFoundPoints();
  const classes = read.map((one) => withoutUnweavable(one, request, found));
  const { decisions, missing, worldLimit, unwatched } = analyse(request, classes);
  const isKept = (point: Point) => decisions.get(point.id)?.kept !== false;
  const collections = askedCollections(decisions.values());
  const askedOf = (point: Point): Asked => collections.askedOf(decisions.get(point.id));

  const byArchive = new Map<ApplicationArchive, ApplicationClass[]>();
  for (const input of request.inputs) for (const archive of input.archives) byArchive.set(archive, []);
  for (const one of classes) byArchive.get(one.archive)!.push(one);

  const place = (point: Point) => {
    if (!request.audit || isWatch(point.property)) return isKept(point) ? [point] : [];
    return [auditedPoint(point, woven[request.properties.indexOf(point.property)]!, isKept(point))];
  };
  const watched = new Set(points.filter(isKept).map(({ property }) => property));
  const differing = once(() => differingClasses(classes));
  const findings = {
    run: runName(read),
    place,
    askedOf,
    plainOf: plainCollections(request, differing),
    toldBy: collections.toldBy,
    holdersOf: sliceHolders(request, classes, watched, differing),
  };
  const plans = [...byArchive].flatMap(([archive, own]) => {
    const folderOf = moduleFolderOf(archive);
    return [...groupBy(own, ({ entry }) => folderOf(entry))].flatMap(
      ([folder, members]) => planArchive(request, woven, archive, folder, members, findings) ?? [],
    );
  });
  const changes = new Map<ApplicationArchive, ArchiveChange>();
  for (const archive of byArchive.keys())
    changes.set(archive, { changed: new Map(), added: new Map(), removed: noEntries });
  let done = 0;
  for (const plan of plans) {
    const weaving = weavings.of(plan, askedOf, (types) => weaveArchive(request, woven, plan, askedOf, types));
    const change = withBodies(plan, bodies, weaving.change);
    changes.set(plan.archive, bothChanges(changes.get(plan.archive)!, change));
    addFound(found, weaving.found);
    done += plan.classes.length;
    request.onProgress?.({ phase: 'weaving', done, total: classes.length });
  }
  const { archives, diagnostics } = packed(request, classes, changes);
  return {
    archives,
    diagnostics: [
      ...skipped,
      ...diagnostics,
      ...(worldLimit === undefined ? [] : [closedWorldLimit(worldLimit)]),
      ...(unwatched === undefined ? [] : [reflectionUnwatchedElsewhere(unwatched.count, unwatched.first)]),
      ...unwoven(
        request.world,
        all.filter(({ property, id }) => isWatch(property) && found.unmonitored.has(id)),
      ),
      ...unusedFacts(classes, request.hierarchy, request.facts),
    ],
    report: {
      schemaVersion: 1,
      rrvVersion: request.rrvVersion,
      analysis: request.analysis,
      threads: request.threads,
      ...worldInReport(request.world),
      inputs: request.inputs.map((input) => input.label),
      ...summarize(
        asked.properties,
        points.map((point) => outcomeOf(point, decisions.get(point.id), found)),
      ),
      missingClasses: distinct(missing, request.hierarchy.missing()),
    },
  };
}

/** What else has to change in the archives, beside the classes: the runtime goes in, metadata follow. */
function packed(
  request: InstrumentRequest,
  classes: readonly ApplicationClass[],
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): Pick<InstrumentResult, 'archives' | 'diagnostics'> {
  const programs = new Set(
    classes.filter(({ mainMethod }) => mainMethod !== undefined).map(({ archive }) => archive),
  );
  const modules = adaptModules(request, embedRuntime(request, changes), programs);
  const archives = withQuarkusIndexes(withLayers(withoutStaleMetadata(modules.changes)));
  const checked = [...unknownIndexes(request.inputs, archives), ...ownChecksums(archives)];
  return { archives, diagnostics: [...modules.diagnostics, ...checked] };
}

/** Events that cannot be woven are none, whatever the analysis finds out about others. */
function withoutUnweavable(
  one: ApplicationClass,
  { hierarchy }: InstrumentRequest,
  found: FoundPoints,
): ApplicationClass {
  const unweavable = unweavablePoints(one, weavingTypes(hierarchy));
  if (unweavable.size === 0) return one;
  for (const [point, why] of unweavable) found.unmonitored.set(point, why);
  return { ...one, points: one.points.filter(({ id }) => !unweavable.has(id)) };
}

/** Uses of reflection that nobody will see. */
function unwoven(world: World, points: readonly Point[]): readonly Diagnostic[] {
  const [first] = points;
  if (first === undefined || world.kind === 'open' || claimsAnything(world)) return [];
  const { input: file, entry, className, method, descriptor, pc: offset, line } = first;
  const where = {
    file,
    entry,
    className,
    method,
    descriptor,
    offset,
    ...(line === undefined ? {} : { line }),
  };
  return [reflectionUnwatched(points.length, where)];
}

/**
 * What has become of a point. No decision: it could not be woven, so that the analysis knows nothing of it.
 */
function outcomeOf(point: Point, decided: Decision | undefined, found: FoundPoints): PointOutcome {
  const decision = decided ?? { kept: true, reason: 'kept: its event cannot be produced' };
  const leftOut = found.leftOut.get(point.id);
  const why = found.unmonitored.get(point.id);
  return {
    point,
    kept: decision.kept,
    reason: leftOut === 'silent' ? reasonWithSilence(decision) : decision.reason,
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(why === undefined ? {} : { unmonitored: why }),
  };
}

function reasonWithSilence({ reason, silence }: Decision): string {
  const { own = [], place } = silence!;
  const others = own.length === 0 ? '' : `, and new ones of ${own.length} of the program's`;
  return `${reason}; silent for iterators of java.util's own collections${others}, as is asked at run time: ${place}`;
}

function worldInReport(world: World): {
  readonly entry: readonly string[];
  readonly reflection?: readonly string[];
  readonly noted?: readonly NotedReflection[];
} {
  if (world.kind === 'open') return { entry: ['all'] };
  const noted = world.noted === undefined ? {} : { noted: world.noted };
  return { entry: world.entries, reflection: world.reflection, ...noted };
}

/** The properties as the runtime gets them: for an audit, each with its full and its residual monitor. */
function wovenProperties({ properties, audit, threads }: InstrumentRequest): readonly Property[] {
  return audit
    ? properties.map((property) => (isWatch(property) ? property : auditedProperty(property, threads)))
    : properties;
}

/** Of one archive, to different entries of it. */
function bothChanges(one: ArchiveChange, other: ArchiveChange): ArchiveChange {
  return {
    changed: new Map([...one.changed, ...other.changed]),
    added: new Map([...one.added, ...other.added]),
    removed: new Set([...one.removed, ...other.removed]),
  };
}

const noEntries: ReadonlySet<string> = new Set();
