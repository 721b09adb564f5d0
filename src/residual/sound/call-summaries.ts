import { AccessFlag } from '../../classfile/access-flags.ts';
import {
  computationalType,
  parseMethodDescriptor,
  returnTypeOf,
  wordsOf,
} from '../../classfile/descriptors.ts';
import type { Point } from '../../events/point.ts';
import type { CallRequest } from '../call-graph/scanned-code.ts';
import type { Targets } from '../call-graph/targets.ts';
import type { CallFacts } from '../facts/library-facts.ts';
import { makesBusyIterators } from '../facts/walking.ts';
import { groupBy } from '../group-by.ts';
import { type AskedProgram, programAsks } from './asked-program.ts';
import { boundedAnswers } from './bounded-answers.ts';
import type { CallKnowledge, CallResult, ObjectKind } from './call-knowledge.ts';
import { callResults } from './call-results.ts';
import { libraryResults } from './library-results.ts';
import { type Answer, type LookedInto, rememberingAnswers } from './looked-into.ts';
import type { MethodCode } from './method-code.ts';
import { callAt, instructionAt } from './method-code.ts';
import { isIn, type MethodPoint, methodPoints } from './method-points.ts';
import { type EscapeResult, firstEscape } from './object-flow.ts';
import { kindKey, objectKindAt } from './object-kind.ts';
import type { SlotSet } from './slot-sets.ts';
import { bothUses, eventsBy, keeps, noUse, type Use, unionOf } from './use.ts';
import type { Weakenings } from './weakening.ts';

/** What summaries are made from. */
export interface SummaryContext {
  readonly program: AskedProgram;
  /** Is told what answers depend on. */
  readonly lookedAt: LookedInto;
  readonly weakenings: Weakenings;
}

/** The kept points of a property by method of the graph; methods without any are left out. */
export type PointsByMethod = ReadonlyMap<number, readonly Point[]>;

export interface CallSummaries extends CallKnowledge {
  /**
   * From now on these are the points. Returns 1 for each method whose points are others than before; answers that do not
   * depend on those stay.
   */
  setPoints(points: PointsByMethod): Uint8Array;
  /** What is known when a call of a method, by its instruction, returns such an object in the run that is looked at. */
  assuming(method: MethodCode, site: number, result: CallResult & { readonly kind: 'fresh' }): CallKnowledge;
  /** Runs `ask`, and says which methods' points its answers depend on. */
  during<T>(ask: () => T): Answer<T>;
}

/** Callees of callees looked into; beyond it a call is unknown. */
const maxDepth = 6;

/**
 * What calls do with objects, from facts for the class library and by looking into the methods of application
 * and class path that class hierarchy analysis names. Depth is bounded by `maxDepth`, which ends recursion, too: what
 * stands deeper counts as a method that keeps its arguments. There are no points until
 * `setPoints` names some.
 */
export function callSummaries(context: SummaryContext): CallSummaries {
  const { program, lookedAt, weakenings } = context;
  const { graph, hierarchy, codeOf, factsOf } = program;
  const answers = boundedAnswers(maxDepth, lookedAt);
  const uses = answers.memory<string, Use>();
  const untilReturned = answers.memory<string, Use>();
  const results = answers.memory<CallRequest, CallResult>();
  /** By number of the method and site. */
  const escapes = answers.memory<number, EscapeResult>();
  const keepers = answers.memory<number, EscapeResult>();
  const numbers = new Map<MethodCode, number>();
  let points: PointsByMethod = new Map();
  const unknown: CallResult = { kind: 'unknown' };
  const allowingReturn: Weakenings = new Set([...weakenings, 'forgetReturns']);
  const ofLibrary = libraryResults(program);
  const calls = callResults({
    program,
    lookedAt,
    libraryResults: ofLibrary,
    useUntilReturned,
    weakenings,
  });

  function pointsOf(method: number): readonly Point[] {
    lookedAt.note(method);
    return points.get(method) ?? noPoints;
  }

  /** What a call runs when the receiver is the object itself. */
  function targetsOn(call: CallRequest, object: ObjectKind): Targets {
    if (call.dispatch !== 'virtual') return graph.targets(call);
    if (object.kind === 'library') return libraryOnly;
    if (object.kind === 'exact') return graph.targets(graph.onClass(call, object.className));
    return graph.targets(call);
  }

  /** Facts about the call; those about a more exact receiver class may say more. */
  function factsAbout(call: CallRequest, object: ObjectKind): CallFacts | undefined {
    const exact = object.kind === 'exact' ? factsOf(graph.onClass(call, object.className)) : undefined;
    return exact ?? factsOf(call);
  }

  /** What the call does with the operand. */
  function useByCall(call: CallRequest, operand: 'receiver' | number, object: ObjectKind): Use {
    if (object.kind === 'oneOf' && operand === 'receiver')
      return unionOf(object.kinds, (one) => useByCall(call, operand, one));
    const targets = operand === 'receiver' ? targetsOn(call, object) : graph.targets(call);
    if (targets.anything) return keeps;
    let byLibrary = noUse;
    if (targets.library) {
      const known = factsAbout(call, operand === 'receiver' ? object : { kind: 'unknown' });
      if (known === undefined || known.isRetained(operand)) return keeps;
      // Code that the library calls back may be given the arguments. The receiver is given to nobody, but a
      // receiver of an application class that inherits the library's method may be what is called back.
      if (operand !== 'receiver' && known.callsBack?.length !== 0) return keeps;
      if (operand === 'receiver' && !isLibraryObject(object) && inheritsFromLibrary(call, object))
        byLibrary = useByOwnCallBacks(known, object);
      // An iterator, a view or a stream calls what the object overrides when it is used, which is later.
      if (byLibrary.symbols !== 0 && mayHold(call)) return keeps;
    }
    if (weakenings.has('forgetArguments')) return noUse;
    if (targets.functions.length > 0 && operand !== 'receiver') return keeps;
    return bothUses(
      byLibrary,
      unionOf(targets.methods, (method) => useOfParameter(method, operand, object)),
    );
  }

  /** Whether the result may be an object of the class library that knows the receiver. */
  function mayHold({ descriptor }: CallRequest): boolean {
    const result = returnTypeOf(descriptor);
    return computationalType(result) === 'A' && result !== 'Ljava/lang/String;';
  }

  const inheriting = rememberingAnswers(lookedAt, ({ owner, name, descriptor }: CallRequest) =>
    mayInherit([owner], name, descriptor),
  );
  const inheritingBelow = rememberingAnswers(lookedAt, ({ owner, name, descriptor }: CallRequest) => {
    const types = new Set([owner]);
    for (const type of types) for (const sub of hierarchy.programSubtypes(type)) types.add(sub);
    return mayInherit(types, name, descriptor);
  });
  /** Whether an object of an application class may run the class library's method when it is called so. */
  function inheritsFromLibrary(call: CallRequest, object: ObjectKind): boolean {
    // `super.addAll(all)` does, whatever the class itself has.
    if (call.dispatch !== 'virtual') return true;
    return object.kind === 'exact'
      ? inheriting(graph.onClass(call, object.className))
      : inheritingBelow(call);
  }

  /** Whether one of the application's among these types may have the method from the class library. */
  function mayInherit(types: Iterable<string>, name: string, descriptor: string): boolean {
    return [...types].some((type) => {
      if (graph.isLibrary(type)) return false;
      const method = hierarchy.resolveMethod(type, name, descriptor);
      return (
        method === undefined ||
        (graph.isLibrary(method.owner) && (method.accessFlags & AccessFlag.abstract) === 0)
      );
    });
  }

  function isLibraryObject(object: ObjectKind): boolean {
    return object.kind === 'library' || (object.kind === 'exact' && graph.isLibrary(object.className));
  }

  /** What overriding methods do with the object that the class library calls on the object itself. */
  function useByOwnCallBacks({ callsBack }: CallFacts, object: ObjectKind): Use {
    if (callsBack === undefined) return keeps;
    if (weakenings.has('forgetArguments') || weakenings.has('forgetOwnCallBacks')) return noUse;
    return unionOf(callsBack, (callBack) => {
      const targets = graph.callBackTargets(callBack);
      if (targets.anything) return keeps;
      const own = targets.methods.filter(
        (method) =>
          object.kind !== 'exact' ||
          hierarchy.isSubtype(object.className, graph.methods[method]!.owner) !== false,
      );
      return unionOf(own, (method) => useOfParameter(method, 'receiver', object));
    });
  }

  function useOfParameter(method: number, operand: 'receiver' | number, object: ObjectKind): Use {
    const { isStatic, descriptor, isAbstract } = graph.methods[method]!;
    if (isAbstract) return noUse;
    const key = `${method} ${operand} ${kindKey(object)}`;
    return uses.below(key, keeps, () => {
      const code = codeOf(method);
      if (code === undefined) return keeps;
      const entrySlot = parameterSlot(descriptor, isStatic, operand);
      return useWhileFollowed(method, code, { entrySlot }, object, weakenings);
    });
  }

  /** What the method and those that it calls do with an object. */
  function useWhileFollowed(
    method: number,
    code: MethodCode,
    start: { readonly site: number } | { readonly entrySlot: number },
    object: ObjectKind,
    forgotten: Weakenings,
  ): Use {
    let use = 'entrySlot' in start && start.entrySlot === 0 ? useAsThis(method) : noUse;
    const seen: CallKnowledge = {
      ...knowledge,
      mayKeepOrUse: (at, instruction, taken, kind) => {
        const further = useAt(at, instruction, taken, kind);
        use = bothUses(use, further);
        return further.keeps;
      },
    };
    const own = ownUses(method, code);
    const leak = firstEscape(code, start, object, seen, forgotten, (instruction, slots, after) => {
      const symbols = own(instruction, slots, after);
      if (symbols !== 0) use = bothUses(use, eventsBy(method, symbols));
      return false;
    });
    return leak === undefined ? use : keeps;
  }

  /** What points of the method do that bind `this`: it is there for as long as the method runs, also when its code does not read it again. */
  function useAsThis(method: number): Use {
    if (graph.methods[method]!.isStatic) return noUse;
    const symbols = pointsOf(method).reduce(
      (found, { property, event, values }) =>
        values.some(({ source }) => source.kind === 'this')
          ? found | (1 << property.events.indexOf(event))
          : found,
      0,
    );
    return symbols === 0 ? noUse : eventsBy(method, symbols);
  }

  /** The symbols of an instruction's points that bind what is in one of the slots. */
  function ownUses(
    method: number,
    code: MethodCode,
  ): (instruction: number, slots: SlotSet, after: SlotSet) => number {
    const points = methodPoints(code, pointsOf(method));
    if (points.length === 0) return neverUsed;
    const at = groupBy(points, ({ instruction }) => instruction);
    return (instruction, slots, after) =>
      (at.get(instruction) ?? noMethodPoints).reduce(
        (symbols, point) =>
          point.values.some(
            (place) => place !== undefined && (place.kind === 'unknown' || isIn(place, slots, after)),
          )
            ? symbols | (1 << point.symbol)
            : symbols,
        0,
      );
  }

  function useAt(method: MethodCode, index: number, operand: 'receiver' | number, object: ObjectKind): Use {
    const call = callAt(method, index, graph);
    if (call !== undefined) return useByCall(call, operand, object);
    const instruction = instructionAt(method, index);
    if (instruction.form !== 'invokedynamic') return keeps;
    // String concatenation calls toString() on the operand and keeps nothing.
    const printsOnly = instruction.bootstrap.handle.owner === 'java/lang/invoke/StringConcatFactory';
    return printsOnly && object.kind === 'library' ? noUse : keeps;
  }

  /** What a method does with an object that one of its instructions makes, until it returns it. */
  function useUntilReturned(method: number, code: MethodCode, site: number, object: ObjectKind): Use {
    return untilReturned.below(`${numberOf(code, site)} ${kindKey(object)}`, keeps, () =>
      bothUses(
        useWhileFollowed(method, code, { site }, object, allowingReturn),
        useAtCreation(method, code, site),
      ),
    );
  }

  /** Points at the creating instruction itself may bind the new object. */
  function useAtCreation(method: number, code: MethodCode, site: number): Use {
    let use = noUse;
    for (const point of methodPoints(code, pointsOf(method)))
      if (
        point.instruction === site &&
        point.values.some((place) => place?.kind === 'slotAfter' || place?.kind === 'unknown')
      )
        use = bothUses(use, eventsBy(method, 1 << point.symbol));
    return use;
  }

  /** Events on the object that an instruction creates while it does. */
  function pastAt(code: MethodCode, site: number): Use {
    if (instructionAt(code, site).form !== 'invoke') return noUse;
    const result = knowledge.result(code, site);
    return result.kind === 'fresh' ? result.past : noUse;
  }

  /** The same call on objects of the class that its receivers are known to be of, where facts say what that returns. */
  function onExactReceiver(method: MethodCode, index: number, call: CallRequest): CallRequest {
    if (call.dispatch !== 'virtual' || factsOf(call)?.returns === undefined) return call;
    const [exact, another] = calls.onExactReceivers(method, index) ?? [];
    return exact === undefined || another !== undefined ? call : exact;
  }

  /** By every method of a collection or map of the application that returns an iterator or an enumeration. O(methods). */
  function handedOutIterators(): readonly string[] | undefined {
    if (programAsks(graph, makesBusyIterators)) return undefined;
    const owners = new Set<string>();
    for (const { owner } of graph.methods)
      if (!owners.has(owner) && isCollectionOrMap(owner))
        for (const type of hierarchy.superTypes(owner)) owners.add(type);
    const returning: number[] = [];
    for (let method = 0; method < graph.methods.length; method++) {
      const { owner, descriptor, isStatic, isAbstract } = graph.methods[method]!;
      if (isStatic || isAbstract || !owners.has(owner) || !ofLibrary.returnsIterator(descriptor)) continue;
      returning.push(method);
    }
    const classes = new Set<string>();
    for (const kind of calls.kindsReturned(returning) ?? [undefined])
      if (kind?.kind === 'exact') classes.add(kind.className);
      else if (kind?.isCollectionIterator !== true) return undefined;
    return [...classes];
  }

  function isCollectionOrMap(owner: string): boolean {
    return isOneOf(owner, ['java/util/Collection', 'java/util/Map', 'java/util/Dictionary']);
  }

  function isOneOf(name: string, types: readonly string[]): boolean {
    return types.some((type) => hierarchy.isSubtype(name, type) === true);
  }

  /** Whose points are others than in `before`. */
  function changesFrom(before: PointsByMethod): Uint8Array {
    const changed = new Uint8Array(graph.methods.length);
    for (const method of before.keys()) changed[method] = 1;
    for (const [method, some] of points) {
      const known = before.get(method);
      const isSame = known?.length === some.length && some.every((point, index) => point === known[index]);
      changed[method] = isSame ? 0 : 1;
    }
    return changed;
  }

  /** A method has at most 65,535 instructions (JVMS 4.7.3). */
  function numberOf(method: MethodCode, site: number): number {
    let number = numbers.get(method);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(method, number);
    }
    return number * 0x10000 + site;
  }

  /** How the object that a creation site makes leaves the run of the method, events in called methods aside. */
  function keptIn(method: MethodCode, site: number, known: CallKnowledge): EscapeResult {
    const keeping: CallKnowledge = {
      ...known,
      mayKeepOrUse: (at, instruction, operand, object) => {
        const use = useAt(at, instruction, operand, object);
        // The points of another run of this method are those that may go.
        return use.keeps || use.by.some((one) => isOf(one, method));
      },
    };
    return firstEscape(method, { site }, objectKindAt(method, site, known), keeping, weakenings);
  }

  function isOf(index: number, { className, name, descriptor }: MethodCode): boolean {
    const method = graph.methods[index]!;
    return method.owner === className && method.name === name && method.descriptor === descriptor;
  }

  const knowledge: CallSummaries = {
    setPoints(now) {
      const before = points;
      points = now;
      const changed = changesFrom(before);
      answers.forget(changed);
      return changed;
    },
    during: lookedAt.during,
    handedOutIterators,
    escapeOf: (method, site) =>
      escapes.level(numberOf(method, site), () =>
        pastAt(method, site).symbols === 0
          ? firstEscape(method, { site }, objectKindAt(method, site, knowledge), knowledge, weakenings)
          : { instruction: site, how: 'an event' },
      ),
    keptBy: (method, site) =>
      keepers.level(numberOf(method, site), () => {
        if (pastAt(method, site).by.some((one) => isOf(one, method)))
          return { instruction: site, how: 'an event' };
        return keptIn(method, site, knowledge);
      }),
    assuming(method, site, result) {
      const assumed: CallKnowledge = {
        ...knowledge,
        result: (at, index) => (at === method && index === site ? result : knowledge.result(at, index)),
        keptBy: (at, index) =>
          at === method && index === site ? keptIn(at, index, assumed) : knowledge.keptBy(at, index),
      };
      return assumed;
    },
    result(method, index) {
      const call = callAt(method, index, graph);
      if (call === undefined) return unknown;
      const made = onExactReceiver(method, index, call);
      return results.level(made, () => calls.ofCall(made));
    },
    useOf(method, index, operand, object) {
      const use = useAt(method, index, operand, object);
      return use.keeps ? undefined : use.symbols;
    },
    mayKeepOrUse(method, index, operand, object) {
      const use = useAt(method, index, operand, object);
      return use.keeps || use.symbols !== 0;
    },
  };
  return knowledge;
}

const libraryOnly: Targets = { methods: [], functions: [], library: true, anything: false };
const noPoints: readonly Point[] = [];
const noMethodPoints: readonly MethodPoint[] = [];
const neverUsed = () => 0;

/** The local variable that holds a parameter on entry (JVMS 2.6.1). */
function parameterSlot(descriptor: string, isStatic: boolean, operand: 'receiver' | number): number {
  if (operand === 'receiver') return 0;
  const { parameters } = parseMethodDescriptor(descriptor);
  let slot = isStatic ? 0 : 1;
  for (let index = 0; index < operand; index++) slot += wordsOf(parameters[index]!);
  return slot;
}
