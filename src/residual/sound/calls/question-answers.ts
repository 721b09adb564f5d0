import { parameterCount } from '../../../classfile/descriptors.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import { type CallRequest, type Request, requestKey } from '../../call-graph/request.ts';
import type { Targets } from '../../call-graph/targets.ts';
import type { CallBack, CallFacts } from '../../facts/library-facts.ts';
import type { AskedProgram } from './asked-program.ts';
import type { Question } from './question.ts';

/** What questions are answered with, besides the program. */
export interface Answering {
  /** A type by internal name or array descriptor. */
  isThere(type: string): boolean;
  /** Whether code of the program makes the request. */
  isMade(request: Request): boolean;
  /** Equal for classes with the same code. */
  versionOf(className: string): unknown;
}

/** Whether there is a class of a type, by internal name or array descriptor. */
export function isThere(type: string, hierarchy: ClassHierarchy): boolean {
  const name = type.startsWith('[') ? type.replace(/^\[+L?|;$/g, '') : type;
  return (type.startsWith('[') && name.length === 1) || hierarchy.header(name) !== undefined;
}

/**
 * The answer as plain data, equal where all that a step takes from it is. Undefined: the question is about
 * what is not there, or about a call that no code makes; asking it would find classes missing that nobody
 * else needs.
 */
export function answerTo(
  question: Question,
  { graph, hierarchy, factsOf, makesReversedViews }: AskedProgram,
  { isThere, isMade, versionOf }: Answering,
): unknown {
  switch (question[0]) {
    case 'code':
      return versionOf(question[1]);
    case 'targets': {
      const request = graph.intern(question[1]);
      const isExact = request.kind === 'call' && request.dispatch !== 'virtual' && isThere(request.owner);
      return isExact || isMade(request) ? namesOf(graph.targets(request), graph) : undefined;
    }
    case 'facts': {
      const call = graph.intern(question[1]);
      return isThere(call.owner) || isMade(call) ? claimsOf(factsOf(call), call) : undefined;
    }
    case 'onClass': {
      const [, request, name] = question;
      if (!isThere(request.owner) || !isThere(name)) return undefined;
      return requestKey(graph.onClass(graph.intern(request), name));
    }
    case 'callBack':
      return namesOf(graph.callBackTargets(question[1]), graph);
    case 'callBackOn':
      return isThere(question[1])
        ? namesOf(graph.callBackTargetsOn(question[1], question[2]), graph)
        : undefined;
    case 'isLibrary':
      return graph.isLibrary(question[1]);
    case 'mayBeLibrary':
      return graph.mayBeLibrary(question[1]);
    case 'isSubtype':
      return isThere(question[1]) ? (hierarchy.isSubtype(question[1], question[2]) ?? 'unknown') : undefined;
    case 'superTypes':
      return isThere(question[1]) ? [...hierarchy.superTypes(question[1])] : undefined;
    case 'subtypes':
      return hierarchy.programSubtypes(question[1]);
    case 'resolve': {
      const [, owner, name, descriptor] = question;
      if (!isThere(owner)) return undefined;
      const found = hierarchy.resolveMethod(owner, name, descriptor);
      return found === undefined ? 'none' : [found.owner, found.accessFlags];
    }
    case 'reversed':
      return makesReversedViews();
  }
}

/**
 * With all that the steps read of methods without looking at their code; which function objects there are is
 * not asked.
 */
function namesOf(
  { methods, functions, library, anything }: Targets,
  graph: Pick<CallGraph, 'methods'>,
): unknown {
  return [
    methods.map((method) => {
      const { owner, name, descriptor, isStatic, isAbstract, isNative } = graph.methods[method]!;
      return [owner, name, descriptor, isStatic, isAbstract, isNative];
    }),
    functions.length > 0,
    library,
    anything,
  ];
}

function claimsOf(facts: CallFacts | undefined, { descriptor }: CallRequest): unknown {
  if (facts === undefined) return 'none';
  const { returns, returnsExcept, returnsUnlessExtended, callsBack, resultCallsBack } = facts;
  const operands = [
    'receiver' as const,
    ...Array.from({ length: parameterCount(descriptor) }, (_, at) => at),
  ];
  return [
    [facts.implementations, returns ?? null, returnsExcept, returnsUnlessExtended.map(pair)],
    operands.map((operand) => facts.isRetained(operand)),
    callsBack?.map(pair) ?? null,
    resultCallsBack?.map(pair) ?? null,
  ];
}

function pair({ type, method }: CallBack): readonly [string, string | null] {
  return [type, method ?? null];
}
