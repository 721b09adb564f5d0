import { once } from '../../../remembering.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { CallKnowledge, CallResult, OneKind } from '../values/call-knowledge.ts';
import { siteNumbers } from '../values/creation-site-numbers.ts';
import { callAt, type MethodCode } from '../values/method-code.ts';
import { shortKindKeys } from '../values/object-kind.ts';
import type { Use } from '../values/use.ts';
import { boundedAnswers } from './bounded-answers.ts';
import { callResults } from './call-results.ts';
import { callSources } from './call-sources.ts';
import { handedOutIterators } from './handed-out-iterators.ts';
import { keptObjects } from './kept-objects.ts';
import { libraryResults } from './library-results.ts';
import type { Answer } from './looked-into.ts';
import { type NewOrShared, newOrShared } from './new-or-shared.ts';
import { currentPoints, type PointsByMethod } from './points-by-method.ts';
import type { SummaryContext } from './summary-context.ts';
import { usesByCalls } from './uses-by-calls.ts';
import { usesInMethods } from './uses-in-methods.ts';

export interface CallSummaries extends CallKnowledge {
  /**
   * From now on these are the points. Returns 1 for each method whose points are others than before; answers
   * that do not depend on those stay.
   */
  setPoints(points: PointsByMethod): Uint8Array;
  /**
   * Classes of the iterators that collections of the application may hand out, which the class library's iterators
   * may wrap; undefined: not known, or there are iterators that walking.ts does not describe.
   */
  handedOutIterators(): readonly string[] | undefined;
  /** What is known when a call of a method, by its instruction, returns such an object in the run that is looked at. */
  assuming(method: MethodCode, site: number, result: CallResult & { readonly kind: 'fresh' }): CallKnowledge;
  /** What a call on an object of exactly this class returns; undefined: not known. */
  newOrShared(call: CallRequest, className: string): NewOrShared | undefined;
  /** What the call does with its receiver, an object of the kind. */
  useOfReceiver(call: CallRequest, object: OneKind): Use;
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
  const { graph, factsOf } = program;
  const answers = boundedAnswers(maxDepth, lookedAt);
  const results = answers.memory<CallRequest, CallResult>();
  const numberOf = siteNumbers();
  const points = currentPoints(graph.methods.length, lookedAt);
  /** The same call on objects of the class that its receivers are known to be of, where facts say what that returns. */
  const onExactReceiver = (method: MethodCode, index: number, call: CallRequest): CallRequest => {
    if (call.dispatch !== 'virtual' || factsOf(call)?.returns === undefined) return call;
    const [exact, another] = sources.onExactReceivers(method, index) ?? [];
    return exact === undefined || another !== undefined ? call : exact;
  };
  const knowledge: CallSummaries = {
    setPoints(now) {
      const changed = points.set(now);
      answers.forget(changed);
      return changed;
    },
    during: lookedAt.during,
    handedOutIterators: () => handedOutIterators(program, calls, ofLibrary),
    newOrShared: (call, className) => besideShared(call, className),
    useOfReceiver: (call, object) => uses.ofCall(call, 'receiver', object),
    escapeOf: (method, site) => kept.escapeOf(method, site),
    keptBy: (method, site) => kept.keptBy(method, site),
    assuming(method, site, result) {
      const keptBySite = once(() => kept.keptIn(method, site, assumed));
      const assumed: CallKnowledge = {
        ...knowledge,
        result: (at, index) => (at === method && index === site ? result : knowledge.result(at, index)),
        keptBy: (at, index) => (at === method && index === site ? keptBySite() : knowledge.keptBy(at, index)),
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
  const keyOf = shortKindKeys();
  const uses = usesByCalls(
    context,
    answers,
    keyOf,
    (method, operand, object) => inMethods.ofParameter(method, operand, object),
    knowledge.result,
  );
  const useAt = uses.at;
  const inMethods = usesInMethods(context, answers, numberOf, keyOf, points, knowledge, useAt);
  const ofLibrary = libraryResults(program);
  const sources = callSources(context, ofLibrary);
  const calls = callResults(sources, inMethods.untilReturned, weakenings);
  const besideShared = newOrShared(context, calls.ofCall, inMethods.untilReturned);
  const kept = keptObjects(context, answers, numberOf, knowledge, useAt);
  return knowledge;
}

const unknown: CallResult = { kind: 'unknown' };
