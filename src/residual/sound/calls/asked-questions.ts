import type { ClassFile } from '../../../classfile/class-file.ts';
import type { ClassHierarchy, StepMemory } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { EffectGraph } from '../../call-graph/effect-graph.ts';
import { type CallRequest, parameterCount, type Request, requestKey } from '../../call-graph/scanned-code.ts';
import type { Targets } from '../../call-graph/targets.ts';
import type { CallBack, CallFacts } from '../../facts/library-facts.ts';
import type { AskedProgram } from './asked-program.ts';
import type { LookedInto } from './looked-into.ts';

/** One question, as plain data that means the same in every version of a program. */
export type Question =
  /** All code of the class. */
  | readonly ['code', string]
  | readonly ['targets', Request]
  | readonly ['facts', CallRequest]
  | readonly ['onClass', CallRequest, string]
  | readonly ['callBack', CallBack]
  | readonly ['isLibrary', string]
  | readonly ['mayBeLibrary', string]
  | readonly ['isSubtype', string, string]
  | readonly ['superTypes', string]
  | readonly ['subtypes', string]
  | readonly ['resolve', string, string, string]
  | readonly ['reversed'];

export interface AskedQuestions {
  /** The program, asked so that questions are noted. */
  readonly program: AskedProgram;
  /** What stands for this number: a question, or the points of a method, by index. */
  noted(what: number): Question | number;
  /** The method as every version of the program has it. */
  nameOf(method: number): string;
  /** The same for programs whose answers can differ only to questions about code: outlines and proxies are the same. */
  programOf(memory: Pick<StepMemory, 'program' | 'digest'>): string;
  /**
   * A digest of the answer, equal where all that a step takes from it is. Undefined: the question is about what is not there,
   * or about a call that no code makes; asking it would find classes missing that nobody else needs.
   */
  answer(question: Question, memory: Pick<StepMemory, 'versionOf' | 'digest'>): string | undefined;
}

interface QuestionContext {
  readonly hierarchy: ClassHierarchy;
  readonly effects: EffectGraph;
  readonly proxies: readonly ClassFile[];
}

/** `lookedAt` is told the number of each question that is asked. */
export function askedQuestions(
  asked: AskedProgram,
  context: QuestionContext,
  lookedAt: LookedInto,
): AskedQuestions {
  const { graph, hierarchy } = asked;
  const questions: Question[] = [];
  const answers = new Map<string, string | undefined>();
  let proxiesDigest: string | undefined;
  const first = graph.methods.length;
  const proxies = new Map(context.proxies.map((file) => [file.name, file]));
  /** By what it is about: a text is not put together for those that are asked most. */
  const noted = (known: Map<unknown, number>, key: unknown, question: Question): void => {
    let number = known.get(key);
    if (number === undefined) {
      number = first + questions.push(question) - 1;
      known.set(key, number);
    }
    lookedAt.note(number);
  };
  const targets = new Map<unknown, number>();
  const facts = new Map<unknown, number>();
  const others = new Map<unknown, number>();
  const code = new Map<unknown, number>();
  const codeOf = (method: number): void => {
    const { owner } = graph.methods[method]!;
    noted(code, owner, ['code', owner]);
  };
  return {
    noted: (what) => (what < first ? what : questions[what - first]!),
    nameOf: (method) => {
      const { owner, name, descriptor } = graph.methods[method]!;
      return `${owner}.${name}${descriptor}`;
    },
    programOf({ program, digest }) {
      proxiesDigest ??= digest(context.proxies.map(({ name, bytes }) => [name, [...bytes]]));
      return `${program} ${proxiesDigest}`;
    },
    answer(question, { versionOf, digest }) {
      const key = JSON.stringify(question);
      if (!answers.has(key)) {
        const answer = answerTo(question, asked, {
          isThere: (type) => isThere(type, context.hierarchy),
          isMade: (request) => context.effects.nodeOf(request) !== undefined,
          versionOf: (name) => (proxies.has(name) ? [...proxies.get(name)!.bytes] : versionOf(name)),
        });
        answers.set(key, answer === undefined ? undefined : digest(answer));
      }
      return answers.get(key);
    },
    program: {
      codeOf(method) {
        codeOf(method);
        return asked.codeOf(method);
      },
      hasRequests(method) {
        codeOf(method);
        return asked.hasRequests(method);
      },
      graph: {
        ...graph,
        targets(request) {
          const interned = graph.intern(request);
          noted(targets, interned, ['targets', interned]);
          return graph.targets(interned);
        },
        onClass(request, name) {
          noted(others, `onClass ${requestKey(request)} ${name}`, ['onClass', request, name]);
          return graph.onClass(request, name);
        },
        callBackTargets(callBack) {
          noted(others, `callBack ${callBack.type} ${callBack.method}`, ['callBack', callBack]);
          return graph.callBackTargets(callBack);
        },
        isLibrary(name) {
          noted(others, `isLibrary ${name}`, ['isLibrary', name]);
          return graph.isLibrary(name);
        },
        mayBeLibrary(name) {
          noted(others, `mayBeLibrary ${name}`, ['mayBeLibrary', name]);
          return graph.mayBeLibrary(name);
        },
      },
      hierarchy: {
        isSubtype(sub, superName) {
          noted(others, `isSubtype ${sub} ${superName}`, ['isSubtype', sub, superName]);
          return hierarchy.isSubtype(sub, superName);
        },
        superTypes(name) {
          noted(others, `superTypes ${name}`, ['superTypes', name]);
          return hierarchy.superTypes(name);
        },
        programSubtypes(name) {
          noted(others, `subtypes ${name}`, ['subtypes', name]);
          return hierarchy.programSubtypes(name);
        },
        resolveMethod(owner, name, descriptor) {
          noted(others, `resolve ${owner}.${name}${descriptor}`, ['resolve', owner, name, descriptor]);
          return hierarchy.resolveMethod(owner, name, descriptor);
        },
        // Not noted: a cache is of one JDK.
        mayBeOfJdk: hierarchy.mayBeOfJdk,
      },
      factsOf(call) {
        noted(facts, call, ['facts', call]);
        return asked.factsOf(call);
      },
      makesReversedViews() {
        noted(others, 'reversed', ['reversed']);
        return asked.makesReversedViews();
      },
    },
  };
}

interface Answering {
  /** A type by internal name or array descriptor. */
  isThere(type: string): boolean;
  /** Whether code of the program makes the request. */
  isMade(request: Request): boolean;
  /** Equal for classes with the same code. */
  versionOf(className: string): unknown;
}

function isThere(type: string, hierarchy: ClassHierarchy): boolean {
  const name = type.startsWith('[') ? type.replace(/^\[+L?|;$/g, '') : type;
  return (type.startsWith('[') && name.length === 1) || hierarchy.header(name) !== undefined;
}

function answerTo(
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

/** With all that the steps read of methods without looking at their code; which function objects there are is not asked. */
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
