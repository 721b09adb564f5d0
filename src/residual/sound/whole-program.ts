import type { ClassFile } from '../../classfile/class-file.ts';
import type { AnalysisOptions, ClassHierarchy, Program, ProgramClass } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import { callGraph } from '../call-graph/call-graph.ts';
import type { EffectGraph } from '../call-graph/effects.ts';
import { effectGraph } from '../call-graph/effects.ts';
import type { Components } from '../call-graph/reachable-holders.ts';
import { reachableMethods } from '../call-graph/reachable-methods.ts';
import { scanProgram } from '../call-graph/scanned-program.ts';
import { javaClassLibraryFacts } from '../facts/java-class-library.ts';
import type { LibraryFacts } from '../facts/library-facts.ts';
import { libraryFacts } from '../facts/library-facts.ts';
import { quietLibraryCode } from '../facts/quiet-library-code.ts';
import { applicationObjects } from '../points-to/application-objects.ts';
import { defaultInclusionLimits } from '../points-to/inclusion-graph.ts';
import { type KnownCalls, knownCalls } from '../points-to/known-calls.ts';
import { type PointsTo, pointsTo } from '../points-to/points-to.ts';
import { trackedTypes } from '../points-to/tracked-types.ts';
import { type ClosedWorldEntries, reflectedClasses, worldOf } from '../points-to/world.ts';
import { proxies } from '../proxies/proxies.ts';
import { type CallSummaries, callSummaries } from './call-summaries.ts';
import type { Answer } from './looked-into.ts';
import type { MethodCodes } from './method-codes.ts';
import { methodCodes } from './method-codes.ts';
import type { PointObjects } from './point-objects.ts';
import { pointObjects } from './point-objects.ts';
import type { Weakenings } from './weakening.ts';

/** What is the same for every property of a run. */
export interface WholeProgram {
  /** The program's, with the classes of its proxies. */
  readonly hierarchy: ClassHierarchy;
  /** Internal names of the classes whose code makes proxies. */
  readonly proxyMakers: ReadonlySet<string>;
  readonly graph: CallGraphData;
  readonly facts: LibraryFacts;
  readonly effects: EffectGraph;
  /** Of the effect graph; computed when first asked for. */
  components?: Components;
  /** Computed when first asked for. */
  iterators?: Answer<readonly string[] | undefined>;
  readonly codes: MethodCodes;
  /** Shared by rounds and properties, which set their points. */
  readonly calls: CallSummaries;
  /** Undefined: the world is open, or a limit was hit. */
  readonly objects: PointObjects | undefined;
  readonly knownCalls: KnownCalls | undefined;
  /** Methods that may run in a closed world, by index. Undefined: any. */
  readonly reachable: ReadonlySet<number> | undefined;
}

const remembered = new WeakMap<
  ClassHierarchy,
  { readonly options: AnalysisOptions; readonly whole: WholeProgram }
>();

/** Computed once for all properties of a run: what is known is remembered with the hierarchy. */
export function wholeProgram(
  program: Program,
  options: AnalysisOptions,
  weakenings: Weakenings,
): WholeProgram {
  const known = remembered.get(program.hierarchy);
  if (known !== undefined && known.options === options && weakenings.size === 0) return known.whole;
  const scanned = scanProgram(classesOf(program));
  const {
    hierarchy,
    classes: proxyClasses,
    makers: proxyMakers,
  } = proxies(
    weakenings.has('forgetProxies') ? [] : scanned.methods,
    program.hierarchy,
    reflectedClasses(options.world),
  );
  const facts = libraryFacts(
    [javaClassLibraryFacts(), quietLibraryCode(), ...options.facts].flatMap((file) => file.facts),
    hierarchy,
  );
  const graph = callGraph(scanned.and(proxyClasses), hierarchy, {
    forgetOverriding: weakenings.has('forgetOverriding'),
    forgetLambdas: weakenings.has('forgetLambdas'),
    forgetInheritedText: weakenings.has('forgetInheritedText'),
    forgetKeyExtractors: weakenings.has('forgetKeyExtractors'),
  });
  const codes = methodCodes(graph, hierarchy);
  const world = worldOf(options.world, graph);
  const closed =
    world === undefined
      ? undefined
      : closedWorldProgram({ ...program, hierarchy }, graph, facts, world, options, weakenings);
  const { solution, reachable } = closed ?? {};
  const callsKnown = solution === undefined ? undefined : knownCalls(graph, solution);
  const whole: WholeProgram = {
    hierarchy,
    proxyMakers,
    graph,
    facts,
    calls: callSummaries({ graph, facts, hierarchy, codeOf: codes.inGraph, weakenings }),
    effects: effectGraph(graph, facts, {
      forgetCallBacks: weakenings.has('forgetCallBacks'),
      forgetClassInitialisers: weakenings.has('forgetClassInitialisers'),
      ...(reachable === undefined ? {} : { isReachable: (method) => reachable.has(method) }),
      ...(callsKnown === undefined ? {} : { knownCall: callsKnown.ofRequest, isShown: callsKnown.isShown }),
    }),
    codes,
    objects: solution === undefined ? undefined : pointObjects(graph, solution),
    knownCalls: callsKnown,
    reachable,
  };
  if (weakenings.size === 0) remembered.set(program.hierarchy, { options, whole });
  return whole;
}

/** The classes of the inputs, and those of the class path that are not among them. */
function* classesOf(
  program: Program,
  read: (one: ProgramClass) => ClassFile = (one) => one.outlinedFile?.() ?? one.classFile(),
): Iterable<ClassFile> {
  const { hierarchy } = program;
  const names = new Set<string>();
  for (const one of program.classes()) {
    names.add(one.name);
    yield read(one);
  }
  for (const name of hierarchy.programNames()) {
    if (names.has(name) || hierarchy.header(name)?.origin === 'jdk') continue;
    const file = hierarchy.classFile(name);
    if (file !== undefined) yield file;
  }
}

/** What may run, and where its collections may be; each undefined when nothing can be said. */
function closedWorldProgram(
  program: Program,
  graph: CallGraphData,
  facts: LibraryFacts,
  world: ClosedWorldEntries,
  { maxPairs = defaultInclusionLimits.maxPairs, onWorldLimit }: AnalysisOptions,
  weakenings: Weakenings,
): { readonly reachable: ReadonlySet<number> | undefined; readonly solution: PointsTo | undefined } {
  const { hierarchy } = program;
  const types = trackedTypes(hierarchy);
  const application = applicationObjects(graph, hierarchy, types, world, weakenings);
  // Any class may be found by name, and initialised.
  const byName = graph.methods.flatMap(({ name, descriptor }, method) =>
    name === '<clinit>' || (name === '<init>' && descriptor === '()V') || world.mayReflect(method)
      ? [method]
      : [],
  );
  const reachable = reachableMethods(
    graph,
    hierarchy,
    {
      methods: [...world.entries, ...byName, ...application.staticCallBacks],
      made: application.madeByOthers,
      calledOn: application.calledFromLibrary,
    },
    { forgetDispatch: weakenings.has('forgetDispatch') },
  );
  const solution = pointsTo({
    // All of the code is looked at, not only what it calls.
    classes: () => classesOf(program, (one) => one.classFile()),
    graph,
    hierarchy,
    facts,
    world,
    types,
    application,
    isReachable: (method) => reachable?.has(method) !== false,
    weakenings,
    limits: { maxPairs },
  });
  if (solution === 'tooLarge') onWorldLimit?.(maxPairs);
  return { reachable, solution: typeof solution === 'string' ? undefined : solution };
}
