import type { ApplicationArchive, ArchiveChange } from '../archive/application.ts';
import { noPointFound, RrvError } from '../diagnostics.ts';
import type { Point, PointId } from '../events/point.ts';
import { analyse } from './analyse.ts';
import { type ApplicationClass, readApplication } from './application.ts';
import { classRoot } from './class-root.ts';
import { embedRuntime } from './embed-runtime.ts';
import { entryPoints } from './entry-point.ts';
import type { InstrumentRequest, InstrumentResult } from './instrument-types.ts';
import { type PointOutcome, summarize } from './report.ts';
import { unitDefinition } from './runtime-definition.ts';
import { siteLine } from './site.ts';
import { unitClass } from './unit-class.ts';
import { unitName } from './unit-name.ts';
import { weaveClass } from './weave-class.ts';

/**
 * The main job: finds the points of the properties in the application's classes, lets the analysis decide
 * which must stay, weaves those, and adds to each archive the unit class that connects it with the runtime.
 * Bytes in, bytes out; linear in the size of the application. The same request gives the same bytes.
 *
 * @throws RrvError for a malformed class, an application that is already instrumented, or no point at all.
 */
export function instrument(request: InstrumentRequest): InstrumentResult {
  const classes = readApplication(request);
  const points = classes.flatMap((one) => one.points);
  if (points.length === 0 && !request.allowEmpty)
    throw new RrvError(noPointFound(request.properties.map((property) => property.name)));

  const decisions = analyse(request, classes);
  const unmonitored = new Map<PointId, string>();
  const isKept = (point: Point) => decisions.get(point.id)?.kept !== false;

  const byArchive = new Map<ApplicationArchive, ApplicationClass[]>();
  for (const input of request.inputs) for (const archive of input.archives) byArchive.set(archive, []);
  for (const one of classes) byArchive.get(one.archive)!.push(one);

  let done = 0;
  const changes = new Map<ApplicationArchive, ArchiveChange>();
  for (const [archive, own] of byArchive) {
    changes.set(archive, weaveArchive(request, archive, own, isKept, unmonitored));
    done += own.length;
    request.onProgress?.({ phase: 'weaving', done, total: classes.length });
  }
  const outcomes = points.map((point): PointOutcome => {
    const decision = decisions.get(point.id) ?? { kept: true, reason: 'not analysed' };
    const why = unmonitored.get(point.id);
    return {
      point,
      kept: decision.kept,
      reason: decision.reason,
      ...(why === undefined ? {} : { unmonitored: why }),
    };
  });
  return {
    archives: embedRuntime(request, changes),
    diagnostics: [],
    report: {
      schemaVersion: 1,
      rrvVersion: request.rrvVersion,
      analysis: request.analysis,
      threads: request.threads,
      inputs: request.inputs.map((input) => input.label),
      ...summarize(request.properties, outcomes),
      missingClasses: request.hierarchy.missing(),
    },
  };
}

/** Weaves the kept points of one archive and makes its unit class. */
function weaveArchive(
  request: InstrumentRequest,
  archive: ApplicationArchive,
  classes: readonly ApplicationClass[],
  isKept: (point: Point) => boolean,
  unmonitored: Map<PointId, string>,
): ArchiveChange {
  const changed = new Map<string, Uint8Array>();
  const added = new Map<string, Uint8Array>();
  const woven = classes
    .map((one) => ({ ...one, points: one.points.filter(isKept) }))
    .filter((one) => one.points.length > 0 || one.mainMethod !== undefined);
  if (woven.length === 0) return { changed, added, removed: noEntries };

  const sites = new Map<PointId, number>();
  for (const one of woven) for (const point of one.points) sites.set(point.id, sites.size);
  const siteLines = woven.flatMap((one) => one.points.map(siteLine));
  const definition = unitDefinition(request);
  const unit = unitName([archive.label, request.threads, ...definition, ...siteLines]);
  const entries = entryPoints(request.properties);
  for (const one of woven) {
    const result = weaveClass({
      file: one.classFile(),
      points: one.points,
      startIn: one.mainMethod,
      hierarchy: request.hierarchy,
      unit,
      entryPointOf: entries.of,
      siteOf: (point) => sites.get(point.id)!,
    });
    for (const [point, why] of result.unmonitored) unmonitored.set(point, why);
    changed.set(one.entry, result.bytes);
  }
  const { properties } = request;
  const bytes = unitClass({ name: unit, properties, definition, entryPoints: entries.all(), siteLines });
  added.set(`${classRoot(archive)}${unit}.class`, bytes);
  return { changed, added, removed: noEntries };
}

const noEntries: ReadonlySet<string> = new Set();
