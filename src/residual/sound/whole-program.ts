import type { ClassFile } from '../../classfile/class-file.ts';
import type { AnalysisOptions, ClassHierarchy, Program, ProgramClass } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import { callGraph } from '../call-graph/call-graph.ts';
import type { EffectGraph } from '../call-graph/effects.ts';
import { effectGraph } from '../call-graph/effects.ts';
import type { Components } from '../call-graph/reachable-holders.ts';
import { javaClassLibraryFacts } from '../facts/java-class-library.ts';
import type { LibraryFacts } from '../facts/library-facts.ts';
import { libraryFacts } from '../facts/library-facts.ts';
import { quietLibraryCode } from '../facts/quiet-library-code.ts';
import { type KnownCalls, knownCalls } from '../points-to/known-calls.ts';
import { type PointsTo, pointsTo } from '../points-to/points-to.ts';
import { worldOf } from '../points-to/world.ts';
import { type CallSummaries, callSummaries } from './call-summaries.ts';
import type { Answer } from './looked-into.ts';
import type { MethodCodes } from './method-codes.ts';
import { methodCodes } from './method-codes.ts';
import type { PointObjects } from './point-objects.ts';
import { pointObjects } from './point-objects.ts';
import type { Weakenings } from './weakening.ts';

/** What is the same for every property of a run. */
export interface WholeProgram {
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
  const { hierarchy } = program;
  const facts = libraryFacts(
    [javaClassLibraryFacts(), quietLibraryCode(), ...options.facts].flatMap((file) => file.facts),
    hierarchy,
  );
  const graph = callGraph(classesOf(program), hierarchy, {
    forgetOverriding: weakenings.has('forgetOverriding'),
    forgetLambdas: weakenings.has('forgetLambdas'),
    forgetInheritedText: weakenings.has('forgetInheritedText'),
  });
  const codes = methodCodes(graph, hierarchy);
  const solution = closedWorldPointsTo(program, graph, facts, options, weakenings);
  const callsKnown = solution === undefined ? undefined : knownCalls(graph, solution);
  const whole: WholeProgram = {
    graph,
    facts,
    calls: callSummaries({ graph, facts, hierarchy, codeOf: codes.inGraph, weakenings }),
    effects: effectGraph(graph, facts, {
      forgetCallBacks: weakenings.has('forgetCallBacks'),
      forgetClassInitialisers: weakenings.has('forgetClassInitialisers'),
      ...(callsKnown === undefined ? {} : { knownCall: callsKnown.ofRequest, isShown: callsKnown.isShown }),
    }),
    codes,
    objects: solution === undefined ? undefined : pointObjects(graph, solution),
    knownCalls: callsKnown,
  };
  if (weakenings.size === 0) remembered.set(hierarchy, { options, whole });
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

/** Undefined when the world is open or a limit is hit. */
function closedWorldPointsTo(
  program: Program,
  graph: CallGraphData,
  facts: LibraryFacts,
  options: AnalysisOptions,
  weakenings: Weakenings,
): PointsTo | undefined {
  const world = worldOf(options.world, graph);
  if (world === undefined) return undefined;
  return pointsTo({
    // All of the code is looked at, not only what it calls.
    classes: () => classesOf(program, (one) => one.classFile()),
    graph,
    hierarchy: program.hierarchy,
    facts,
    world,
    weakenings,
  });
}
