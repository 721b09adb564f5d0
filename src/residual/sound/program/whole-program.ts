import type { ClassFile } from '../../../classfile/class-file.ts';
import { once } from '../../../remembering.ts';
import type { AnalysisOptions, ClassHierarchy, Program, ProgramClass } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import { componentsOf } from '../../call-graph/effect-components.ts';
import { effectGraph } from '../../call-graph/effect-graph.ts';
import type { ExploredEffects } from '../../call-graph/effects.ts';
import type { Request } from '../../call-graph/request.ts';
import { scanProgram } from '../../call-graph/scanned-program.ts';
import { javaClassLibraryFacts } from '../../facts/java-class-library.ts';
import type { LibraryFacts } from '../../facts/library-facts.ts';
import { libraryFacts } from '../../facts/library-facts.ts';
import { quietLibraryCode } from '../../facts/quiet-library-code.ts';
import { defaultAnalysisLimits } from '../../limits.ts';
import { type KnownCalls, knownCalls } from '../../points-to/known-calls.ts';
import { pointsTo } from '../../points-to/points-to.ts';
import type { PointsTo } from '../../points-to/points-to-result.ts';
import type { Weakenings } from '../../weakening.ts';
import { type AskedProgram, askedProgram } from '../calls/asked-program.ts';
import { type AskedQuestions, askedQuestions } from '../calls/asked-questions.ts';
import { type CallSummaries, callSummaries } from '../calls/call-summaries.ts';
import { lookedInto } from '../calls/looked-into.ts';
import type { MethodCodes } from '../values/method-codes.ts';
import { methodCodes } from '../values/method-codes.ts';
import type { CalledCode } from './bound-types.ts';
import { calledCode } from './called-code.ts';
import { differingClasses } from './differing-classes.ts';
import { type OwnIterables, ownIterables } from './own-iterables.ts';
import type { PointObjects } from './point-objects.ts';
import { pointObjects } from './point-objects.ts';
import type { ClosedCode } from './running-code.ts';
import { runningCode } from './running-code.ts';
import { sharedFields } from './shared-fields.ts';
import { unwatchedMethods } from './unwatched-methods.ts';

/** What is the same for every property of a run. */
export interface WholeProgram {
  /** The program's, with the classes of its proxies. */
  readonly hierarchy: ClassHierarchy;
  readonly graph: CallGraphData;
  readonly facts: LibraryFacts;
  readonly effects: ExploredEffects;
  /** `CallSummaries.handedOutIterators`, whatever the points are; found when it is first asked for. */
  handedOutIterators(): readonly string[] | undefined;
  readonly codes: MethodCodes;
  readonly called: CalledCode;
  /** What the steps ask. */
  readonly program: AskedProgram;
  /** What they have asked, where an earlier run may have asked the same: undefined where none may. */
  readonly asked: AskedQuestions | undefined;
  /** Shared by rounds and properties, which set their points. */
  readonly calls: CallSummaries;
  /** Undefined: the world is open, or a limit was hit. */
  readonly objects: PointObjects | undefined;
  readonly knownCalls: KnownCalls | undefined;
  /** Found when they are first asked for. */
  ownIterables(): OwnIterables;
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
  // All supertypes are needed here: so which classes are missing does not depend on who asks about them later.
  for (const name of program.hierarchy.programNames()) program.hierarchy.superTypes(name);
  const { onProgress } = options;
  const scanned = scanProgram(counted(classesOf(program), program, onProgress));
  onProgress?.({ phase: 'call graph', done: 0, total: 0 });
  const differing = differingClasses(program.classes());
  const { proxies, graph, closed } = runningCode(
    scanned,
    program.hierarchy,
    differing,
    options.world,
    weakenings,
  );
  const { hierarchy } = proxies;
  needOwners(graph.made(), hierarchy);
  const facts = libraryFacts(
    [javaClassLibraryFacts(), quietLibraryCode(), ...options.facts].flatMap((file) => file.facts),
    hierarchy,
  );
  if (closed !== undefined) onProgress?.({ phase: 'closed world', done: 0, total: 0 });
  const codes = methodCodes(graph, hierarchy, differing);
  const solution =
    closed === undefined
      ? undefined
      : closedWorldObjects({ ...program, hierarchy }, graph, facts, closed, options, weakenings);
  const reachable = closed?.reachable;
  if (options.world.kind === 'closed' && options.onUnwatched !== undefined) {
    const mayRun = (method: number): boolean => reachable?.has(method) !== false;
    const unwatched = unwatchedMethods(options.world, scanned, hierarchy, program.classes(), mayRun);
    if (unwatched !== undefined) options.onUnwatched(unwatched);
  }
  const callsKnown = solution === undefined ? undefined : knownCalls(graph, solution);
  const effectsOf = effectGraph(graph, facts, {
    forgetCallBacks: weakenings.has('forgetCallBacks'),
    forgetClassInitialisers: weakenings.has('forgetClassInitialisers'),
    ...(reachable === undefined ? {} : { isReachable: (method) => reachable.has(method) }),
    ...(callsKnown === undefined ? {} : { knownCall: callsKnown.ofRequest, isShown: callsKnown.isShown }),
  });
  const lookedAt = lookedInto();
  const plain = askedProgram(graph, hierarchy, facts, codes);
  // In a closed world, what is found out about a method depends on all others.
  const mayReplay = options.memory !== undefined && weakenings.size === 0 && solution === undefined;
  const asked = mayReplay
    ? askedQuestions(plain, { hierarchy, proxies: proxies.classes }, lookedAt)
    : undefined;
  const asking = asked?.program ?? plain;
  const isShared = sharedFields(program.classes());
  const calls = callSummaries({ program: asking, lookedAt, weakenings, isShared });
  const whole: WholeProgram = {
    hierarchy,
    graph,
    facts,
    effects: { graph: effectsOf, components: componentsOf(effectsOf) },
    // What is asked for this is not noted: the events that walking an iterator may produce are, each time.
    handedOutIterators: once(() =>
      callSummaries({ program: plain, lookedAt: lookedInto(), weakenings, isShared }).handedOutIterators(),
    ),
    codes,
    called: calledCode({ graph, codes, hierarchy }, weakenings),
    program: asking,
    asked,
    calls,
    objects: solution === undefined ? undefined : pointObjects(graph, solution, hierarchy.isSubtype),
    knownCalls: callsKnown,
    ownIterables: once(() => ownIterables(program.classes(), differing, hierarchy, graph, calls)),
    reachable,
  };
  if (weakenings.size === 0) remembered.set(program.hierarchy, { options, whole });
  return whole;
}

/** So which classes are missing depends on what code calls, and not on what of it is looked at. */
function needOwners(requests: Iterable<Request>, hierarchy: ClassHierarchy): void {
  const owners = new Set<string>();
  for (const request of requests)
    if (request.kind === 'call' && request.dispatch !== 'virtual') owners.add(request.owner);
  for (const owner of owners) if (!owner.startsWith('[')) hierarchy.superTypes(owner);
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

/** The same classes, telling how many have been read. */
function* counted(
  classes: Iterable<ClassFile>,
  program: Program,
  onProgress: AnalysisOptions['onProgress'],
): Iterable<ClassFile> {
  const total = [...program.hierarchy.programNames()].length;
  let done = 0;
  for (const one of classes) {
    yield one;
    onProgress?.({ phase: 'scanning', done: Math.min(++done, total), total });
  }
}

/** Where the collections of a closed world may be. Undefined: nothing can be said. */
function closedWorldObjects(
  program: Program,
  graph: CallGraphData,
  facts: LibraryFacts,
  { reachable, ...closed }: ClosedCode,
  { limits = defaultAnalysisLimits, onWorldLimit }: AnalysisOptions,
  weakenings: Weakenings,
): PointsTo | undefined {
  const solution = pointsTo({
    // All of the code is looked at, not only what it calls.
    classes: () => classesOf(program, (one) => one.classFile()),
    graph,
    hierarchy: program.hierarchy,
    facts,
    ...closed,
    isReachable: (method) => reachable?.has(method) !== false,
    weakenings,
    maxPairs: limits.closedWorldPairs,
  });
  if (solution === 'tooLarge') onWorldLimit?.(limits.closedWorldPairs);
  return typeof solution === 'string' ? undefined : solution;
}
