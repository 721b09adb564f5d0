import type { Point, PointId } from '../events/point.ts';
import { groupBy } from '../group-by.ts';
import type { Property } from '../property/model.ts';
import { mentions, type Pointcut } from '../property/pointcut.ts';
import {
  type Decision,
  keepAll,
  type Program,
  type ProgramClass,
  type ResidualAnalysis,
  type RunMemory,
  type UnwatchedMethods,
} from '../residual/analysis.ts';
import { paper } from '../residual/paper/paper-analysis.ts';
import { sound } from '../residual/sound/sound.ts';
import type { AnalysisName } from './analysis-names.ts';
import {
  type Analysed,
  decisionKey,
  decodeDecisions,
  encodeDecisions,
  programKey,
  versionsOf,
  watched,
} from './cache/decision-cache.ts';
import { keepingMemory } from './cache/run-memory.ts';
import type { InstrumentRequest } from './instrument-types.ts';
import type { ApplicationClass } from './program/application.ts';
import { isWatch } from './reflection-watch.ts';

/** RV: every point emits. The baseline of every comparison. */
const none = keepAll('every point is kept: no analysis was asked for');

/** The analyses follow calls only, so they see too few events of a property that has others. */
const notOnlyCalls: Partial<Record<Point['kind'], ResidualAnalysis>> = {
  fieldAccess: keepAll('every point is kept: the property has events at field accesses'),
  body: keepAll('every point is kept: the property has events at the bodies of methods'),
  endProgram: keepAll('every point is kept: the property has an event at the end of the program'),
};

const watch = keepAll('every point is kept: the analysis takes something for granted about its events');

const controlFlow = keepAll('every point is kept: the property has events within a control flow');

const analyses: Readonly<Record<AnalysisName, ResidualAnalysis>> = { none, paper, sound };

/**
 * Runs the analysis that was asked for on each property, unless the cache has its result. Every point of the
 * application gets a decision.
 */
export function analyse(request: InstrumentRequest, classes: readonly ApplicationClass[]): Analysed {
  const program = programOf(request, classes);
  const { cache } = request;
  if (cache === undefined || request.analysis === 'none') {
    const decided = decide(request, program, classes);
    return { ...decided, missing: request.hierarchy.missing() };
  }
  const section = cache.section(`decisions ${request.inputs.map(({ label }) => label).join(' ')}`);
  const key = decisionKey(request, cache);
  const programVersion = programKey(classes);
  const versions = versionsOf(classes);
  const earlier = decodeDecisions(section.get(key), programVersion, versions, classes);
  if (earlier?.analysed !== undefined) return earlier.analysed;
  const { program: watchedProgram, read } = watched(program);
  const memory = keepingMemory(request, programVersion, versions, earlier, read);
  const decided = decide(request, watchedProgram, classes, memory);
  const analysed = { ...decided, missing: request.hierarchy.missing() };
  section.put(key, encodeDecisions(programVersion, versions, classes, analysed, read, memory.kept()));
  return analysed;
}

function decide(
  request: InstrumentRequest,
  program: Program,
  classes: readonly ApplicationClass[],
  memory?: RunMemory,
): Pick<Analysed, 'decisions' | 'worldLimit' | 'unwatched'> {
  const decisions = new Map<PointId, Decision>();
  let worldLimit: number | undefined;
  let unwatched: UnwatchedMethods | undefined;
  const byProperty = new Map<Property, Point[]>(request.properties.map((property) => [property, []]));
  for (const one of classes) for (const point of one.points) byProperty.get(point.property)!.push(point);
  const { threads, facts, world, limits } = request;
  const onWorldLimit = (closedWorldPairs: number): void => {
    worldLimit = closedWorldPairs;
  };
  const onUnwatched = (methods: UnwatchedMethods): void => {
    unwatched = methods;
  };
  const options = {
    ...{ threads, facts, world, onWorldLimit, onUnwatched },
    ...(limits === undefined ? {} : { limits }),
    ...(request.onProgress === undefined ? {} : { onProgress: request.onProgress }),
    ...(memory === undefined ? {} : { memory }),
  };
  for (const property of request.properties) {
    const points = byProperty.get(property)!;
    const asksFor = (kind: Pointcut['kind']) =>
      property.events.some(({ pointcut }) => mentions(pointcut, kind));
    const other = asksFor('controlFlow')
      ? controlFlow
      : asksFor('startThread')
        ? notOnlyCalls.body
        : points.map(({ kind }) => notOnlyCalls[kind]).find((found) => found !== undefined);
    const analysis = isWatch(property)
      ? watch
      : ((request.analysis === 'none' ? undefined : other) ?? analyses[request.analysis]);
    for (const [id, decision] of analysis(program, property, points, options)) decisions.set(id, decision);
  }
  return { decisions, worldLimit, unwatched };
}

function programOf(request: InstrumentRequest, classes: readonly ApplicationClass[]): Program {
  const classOf = new Map<PointId, ApplicationClass>();
  const byMethod = new Map<ProgramClass, Map<number, Point[]>>();
  for (const one of classes) {
    for (const point of one.points) classOf.set(point.id, one);
    byMethod.set(
      one,
      groupBy(one.points, ({ methodIndex }) => methodIndex),
    );
  }
  return {
    classes: () => classes,
    classOf: (point) => classOf.get(point.id)!,
    pointsOf: (programClass, methodIndex) => byMethod.get(programClass)?.get(methodIndex) ?? [],
    hierarchy: request.hierarchy,
  };
}
