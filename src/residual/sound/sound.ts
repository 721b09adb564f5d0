import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { AnalysisOptions, ClassHierarchy, Decision, Program, ResidualAnalysis } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import { callGraph } from '../call-graph/call-graph.ts';
import type { EffectGraph, Effects } from '../call-graph/effects.ts';
import { effectGraph, effects, maxSymbols } from '../call-graph/effects.ts';
import type { FactsFile } from '../facts/facts-file.ts';
import { javaClassLibraryFacts } from '../facts/java-class-library.ts';
import type { LibraryFacts } from '../facts/library-facts.ts';
import { libraryFacts } from '../facts/library-facts.ts';
import { quietLibraryCode } from '../facts/quiet-library-code.ts';
import { walkingCallBacks, walkingMethods, walkingSelectors } from '../facts/walking.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import { type CallSummaries, callSummaries } from './call-summaries.ts';
import type { Answer } from './looked-into.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, requestsAt } from './method-code.ts';
import type { MethodCodes } from './method-codes.ts';
import { methodCodes } from './method-codes.ts';
import type { KeptBecause } from './method-residual.ts';
import { defaultMethodLimits, methodResidual } from './method-residual.ts';
import { objectKindAt } from './object-kind.ts';
import { reasonFor } from './reasons.ts';
import { type RememberedMethod, rememberMethod } from './remembered-method.ts';
import { replayOf } from './replay.ts';
import type { SliceAutomaton } from './slice-automaton.ts';
import { sliceAutomaton } from './slice-automaton.ts';
import { operandSlot, takesReceiver } from './slot-moves.ts';
import { nullConstant, type ValueOrigins } from './value-origins.ts';
import { checkMemory } from './verdict-equivalence.ts';
import type { Weakenings } from './weakening.ts';
import { noWeakening } from './weakening.ts';

/** Rounds of method step and whole-program step; each may let the next remove more. */
const maxRounds = 4;
/** Of the points: a round that removes no more is the last. */
const leastProgress = 1 / 500;

/**
 * The sound residual analysis (docs/soundness.md): removes points whose events change no report on any run,
 * within the assumptions listed there.
 */
export const sound: ResidualAnalysis = (program, property, points, options) =>
  soundWith(program, property, points, options, noWeakening);

/** The same with deliberate mistakes, for the mutation tests. */
export function soundWith(
  program: Program,
  property: Property,
  points: readonly Point[],
  options: AnalysisOptions,
  weakenings: Weakenings,
): ReadonlyMap<PointId, Decision> {
  const decisions = new Map<PointId, Decision>();
  const keep = (some: Iterable<Point>, reason: string): ReadonlyMap<PointId, Decision> => {
    for (const point of some) decisions.set(point.id, { kept: true, reason });
    return decisions;
  };
  if (property.javaCode !== undefined)
    return keep(points, 'kept: the property has Java code, whose effects are not analysed');
  if (property.events.length > maxSymbols)
    return keep(points, `kept: the property has more than ${maxSymbols} event definitions`);
  const automaton = sliceAutomaton(property);
  if (automaton === undefined) return keep(points, 'kept: the monitor has too many states for the analysis');
  const whole = wholeProgram(program, options, weakenings);
  const memory = checkMemory();

  let remaining: readonly Point[] = points;
  let because = new Map<Point, KeptBecause>();
  const rememberedMethods = new Map<Point, RememberedMethod>();
  /** Of the last round: who asks for a way to an event gets one that there is. */
  let effect: Effects;
  const replay =
    options.memory === undefined || weakenings.size > 0
      ? undefined
      : replayOf(options.memory(property), points);
  for (let round = 0; round < maxRounds; round++) {
    const before = remaining.length;
    remaining = removeUnreportable(remaining, automaton, property, decisions);
    because = new Map();
    const step = methodStep(remaining);
    remaining = step;
    if (before - remaining.length <= before * leastProgress) break;
  }
  remaining = removeUnreportable(remaining, automaton, property, decisions);
  for (const point of remaining)
    decisions.set(point.id, {
      kept: true,
      reason: replay?.reasonFor(point) ?? reasonFor(point, because.get(point)),
    });
  replay?.finish();
  return decisions;

  function remove(removed: readonly Point[], gone: Set<Point>): void {
    for (const point of removed) {
      gone.add(point);
      decisions.set(point.id, {
        kept: false,
        reason: 'removed: on every path through this method, the reports are the same without it',
      });
    }
  }

  /** All classes whose code the method step of a method read. */
  function classesRead([first]: readonly Point[], looked: readonly number[]): ReadonlySet<string> {
    const names = new Set([first!.className]);
    for (const methods of [looked, whole.iterators?.looked ?? []])
      for (const method of methods) names.add(whole.graph.methods[method]!.owner);
    return names;
  }

  /** The method step on all methods, one after the other: each sees what the ones before it removed. */
  function methodStep(current: readonly Point[]): readonly Point[] {
    const gone = new Set<Point>();
    const groups = groupByMethod(current);
    const byMethod = new Map<number, Point[]>();
    for (const group of groups)
      for (const method of whole.graph.find(group[0]!.className, group[0]!.method, group[0]!.descriptor))
        byMethod.set(method, [...(byMethod.get(method) ?? []), ...group]);
    const bit = (point: Point): number => 1 << property.events.indexOf(point.event);
    const all = current.reduce((mask, point) => mask | bit(point), 0);
    const methodMasks = new Map<number, number>();
    for (const [method, group] of byMethod)
      methodMasks.set(
        method,
        group.reduce((mask, point) => (point.kind === 'call' ? mask | bit(point) : mask), 0),
      );
    const functionMasks = new Map<number, number>();
    whole.graph.functionObjects.forEach(({ method, instruction }, one) => {
      for (const point of byMethod.get(method) ?? [])
        if (point.kind === 'methodReference' && point.instruction === instruction)
          functionMasks.set(one, (functionMasks.get(one) ?? 0) | bit(point));
    });
    const { calls } = whole;
    const changed = calls.setPoints(byMethod);
    const masks = effects(whole.effects, { methods: methodMasks, functionObjects: functionMasks }, all);
    effect = masks;
    const programSymbols = symbolsOf(all);
    let walkingMask: number | undefined;
    const walking = (): number => {
      if (whole.iterators === undefined) {
        const asked = eventless(whole, program.hierarchy, weakenings);
        whole.iterators = asked.during(asked.handedOutIterators);
      }
      walkingMask ??= walkingSymbols(whole.iterators.value, masks, program.hierarchy, weakenings);
      return walkingMask;
    };
    replay?.startRound(current);
    for (const group of groups) {
      const [first] = group;
      const again = replay?.removedFrom(group);
      if (again !== undefined) {
        remove(again, gone);
        continue;
      }
      const prepared = whole.codes.inClass(program.classOf(first!), first!.methodIndex);
      if (prepared === undefined) {
        for (const point of group) because.set(point, { kind: 'limit', what: 'its code cannot be analysed' });
        replay?.note(group, [], classesRead(group, []));
        continue;
      }
      const external = externalSymbolsOf(prepared, whole, calls, masks, walking);
      const known = rememberedMethods.get(first!);
      if (known?.holds(group, programSymbols, changed, external)) {
        for (const [point, reason] of known.kept) because.set(point, reason);
        replay?.note(group, [], classesRead(group, known.looked));
        continue;
      }
      const { result, remembered } = rememberMethod(
        group,
        programSymbols,
        external,
        calls.during,
        (externalSymbols) =>
          methodResidual({
            method: prepared,
            property,
            automaton: automaton!,
            points: group.filter((point) => point.kind === 'call'),
            calls,
            programSymbols,
            externalSymbols,
            witness: (instruction, symbol) =>
              requestsAt(prepared, instruction, whole.graph)
                .map((request) => effect.witness(request, symbol))
                .find((steps) => steps.length > 0) ?? [],
            threads: options.threads,
            memory,
            weakenings,
            limits: defaultMethodLimits,
          }),
      );
      rememberedMethods.set(first!, remembered);
      for (const [point, reason] of result.kept) because.set(point, reason);
      remove(result.removed, gone);
      replay?.note(group, result.removed, classesRead(group, remembered.looked));
    }
    return current.filter((point) => !gone.has(point));
  }
}

interface WholeProgram {
  readonly graph: CallGraphData;
  readonly facts: LibraryFacts;
  readonly effects: EffectGraph;
  /** Computed when first asked for. */
  iterators?: Answer<readonly string[] | undefined>;
  readonly codes: MethodCodes;
  /** Shared by rounds and properties, which set their points. */
  readonly calls: CallSummaries;
}

const remembered = new WeakMap<
  ClassHierarchy,
  { readonly facts: readonly FactsFile[]; readonly whole: WholeProgram }
>();

/** Call graph, facts and who runs whom are the same for every property of a run. */
function wholeProgram(program: Program, options: AnalysisOptions, weakenings: Weakenings): WholeProgram {
  const known = remembered.get(program.hierarchy);
  if (known !== undefined && known.facts === options.facts && weakenings.size === 0) return known.whole;
  const { hierarchy } = program;
  const facts = libraryFacts(
    [javaClassLibraryFacts(), quietLibraryCode(), ...options.facts].flatMap((file) => file.facts),
    hierarchy,
  );
  const graph = callGraph(classesOf(program), hierarchy, {
    forgetOverriding: weakenings.has('forgetOverriding'),
    forgetLambdas: weakenings.has('forgetLambdas'),
  });
  const codes = methodCodes(graph, hierarchy);
  const whole: WholeProgram = {
    graph,
    facts,
    calls: callSummaries({ graph, facts, hierarchy, codeOf: codes.inGraph, weakenings }),
    effects: effectGraph(graph, facts, {
      forgetCallBacks: weakenings.has('forgetCallBacks'),
      forgetClassInitialisers: weakenings.has('forgetClassInitialisers'),
    }),
    codes,
  };
  if (weakenings.size === 0) remembered.set(hierarchy, { facts: options.facts, whole });
  return whole;
}

/** The classes of the inputs, and those of the class path that are not among them. */
function* classesOf(program: Program) {
  const { hierarchy } = program;
  const names = new Set<string>();
  for (const one of program.classes()) {
    names.add(one.name);
    yield one.outlinedFile?.() ?? one.classFile();
  }
  for (const name of hierarchy.programNames()) {
    if (names.has(name) || hierarchy.header(name)?.origin === 'jdk') continue;
    const file = hierarchy.classFile(name);
    if (file !== undefined) yield file;
  }
}

/** Points of one method together, in code order. */
function groupByMethod(points: readonly Point[]): readonly (readonly Point[])[] {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const key = `${point.input}!${point.entry}#${point.methodIndex}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [point]);
    else group.push(point);
  }
  return [...groups.values()];
}

/**
 * What running an instruction may produce on objects from elsewhere. A call on an object whose class is known
 * (created by the class library, or by `new`) runs that class's code and what it calls back.
 */
function externalSymbolsOf(
  method: MethodCode,
  { graph, facts }: WholeProgram,
  calls: CallKnowledge,
  effect: Effects,
  walking: () => number,
): (instruction: number, origins: ValueOrigins) => readonly number[] {
  return (index, origins) => {
    const instruction = instructionAt(method, index);
    let mask = 0;
    for (const request of requestsAt(method, index, graph)) {
      if (request.kind !== 'call' || request.dispatch !== 'virtual' || instruction.form !== 'invoke') {
        mask |= effect.ofRequest(request);
        continue;
      }
      const slot = takesReceiver(instruction)
        ? operandSlot(instruction, 'receiver', method.code.maxLocals, method.depths[index]!)
        : undefined;
      const from =
        slot === undefined ? [] : origins.before(index, slot).filter((origin) => origin !== nullConstant);
      if (from.length === 0 || from.some((origin) => origin < 0)) {
        mask |= effect.ofRequest(request);
        continue;
      }
      for (const site of from) {
        const kind = objectKindAt(method, site, calls);
        for (const object of kind.kind === 'oneOf' ? kind.kinds : [kind])
          if (object.kind === 'exact') mask |= effect.ofRequest(graph.onClass(request, object.className));
          else if (object.kind === 'library') {
            const callsBack = object.callsBack ?? facts.ofCall(instruction)?.callsBack;
            let symbols = callsBack === undefined ? effect.all : effect.ofCallBacks(callsBack);
            if (object.isCollectionIterator && walkingMethods.has(request.name)) symbols &= walking();
            mask |= symbols;
          } else mask |= effect.ofRequest(request);
      }
    }
    return symbolsOf(mask);
  };
}

/** What calls do with objects when nothing is monitored: which classes their results are of. */
function eventless(whole: WholeProgram, hierarchy: ClassHierarchy, weakenings: Weakenings): CallSummaries {
  return callSummaries({
    graph: whole.graph,
    facts: whole.facts,
    hierarchy,
    codeOf: whole.codes.inGraph,
    weakenings,
  });
}

/** What walking an iterator that a collection of the class library made may produce (facts/walking.ts). */
function walkingSymbols(
  classes: readonly string[] | undefined,
  effect: Effects,
  hierarchy: ClassHierarchy,
  weakenings: Weakenings,
): number {
  if (weakenings.has('forgetWalking')) return 0;
  let mask = effect.ofCallBacks(walkingCallBacks);
  if (classes === undefined) return effect.all;
  for (const owner of classes)
    for (const [name, descriptor] of walkingSelectors)
      if (
        hierarchy.header(owner) === undefined ||
        hierarchy.resolveMethod(owner, name, descriptor) !== undefined
      )
        mask |= effect.ofRequest({ kind: 'call', dispatch: 'special', owner, name, descriptor });
  return mask;
}

const symbolsByMask = new Map<number, readonly number[]>();

/** Equal lists are one object. */
function symbolsOf(mask: number): readonly number[] {
  let symbols = symbolsByMask.get(mask);
  if (symbols === undefined) {
    symbols = Array.from({ length: maxSymbols }, (_, symbol) => symbol).filter(
      (symbol) => (mask & (1 << symbol)) !== 0,
    );
    symbolsByMask.set(mask, symbols);
  }
  return symbols;
}

/**
 * The coarsest whole-program step: when no word over the symbols that still have points reaches a report,
 * every remaining point is removed.
 */
function removeUnreportable(
  points: readonly Point[],
  automaton: SliceAutomaton,
  property: Property,
  decisions: Map<PointId, Decision>,
): readonly Point[] {
  const symbols = [...new Set(points.map((point) => property.events.indexOf(point.event)))];
  if (points.length === 0 || canReport(automaton, symbols)) return points;
  const names = symbols.map((symbol) => property.events[symbol]!.name).join(', ');
  for (const point of points)
    decisions.set(point.id, {
      kept: false,
      reason: `removed: no sequence of the events that are left (${names}) is ever reported`,
    });
  return [];
}

/** Whether some word over the symbols has an output. O(states x symbols). */
export function canReport(automaton: SliceAutomaton, symbols: readonly number[]): boolean {
  const seen = new Set([automaton.initial]);
  for (const state of seen)
    for (const symbol of symbols) {
      const at = state * automaton.symbolCount + symbol;
      if (automaton.output[at] !== 0) return true;
      seen.add(automaton.next[at]!);
    }
  return false;
}
